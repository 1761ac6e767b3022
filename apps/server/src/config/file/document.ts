/** Counted from 1, as editors do. A column counts UTF-16 units. */
export interface Position {
  line: number
  column: number
}

export type Path = readonly (string | number)[]

/** What a configuration file says, and where. */
export interface ConfigDocument {
  /** As the user knows it. */
  file: string
  value: unknown
  /** Where the value of a path begins or, of `key`, its name. What has no place of its own has that of the nearest thing around it. */
  positionOf(path: Path, what: 'key' | 'value'): Position | undefined
}

/** `reason.config.yaml:3:15`, which terminals and editors turn into a link. */
export function placeIn({ file, positionOf }: ConfigDocument, path: Path, what: 'key' | 'value'): string {
  const position = positionOf(path, what)
  return position === undefined ? file : `${file}:${position.line}:${position.column}`
}

/** `upstreams[0].key.env`, as it is written in code. */
export const textOf = (path: Path): string =>
  path.reduce<string>((text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`), '')

/** @param offset - In UTF-16 units. */
export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}
