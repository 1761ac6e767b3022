/** Line and column, counted from 1 as in editors. A column counts UTF-16 units. */
export interface DocumentPosition {
  line: number
  column: number
}

export type Path = readonly (string | number)[]

/** The parsed content of a configuration file, with positions. */
export interface ConfigDocument {
  /** Path of the file, as the user gave it. */
  file: string
  value: unknown
  /** Position of the value at a path, or of its name for `key`. A value without a position has that of its nearest parent. */
  positionOf(path: Path, what: 'key' | 'value'): DocumentPosition | undefined
}

/** `reason.config.yaml:3:15`, which terminals and editors turn into a link. */
export function placeIn({ file, positionOf }: ConfigDocument, path: Path, what: 'key' | 'value'): string {
  const position = positionOf(path, what)
  return position === undefined ? file : placeAt(file, position)
}

/** Problem of a file whose parser ran out of stack. */
export const tooDeep = 'nests too deeply. Check that --config names the right file'

export const placeAt = (file: string, { line, column }: DocumentPosition): string => `${file}:${line}:${column}`

/** `upstreams[0].key.env`, as it is written in code. */
export const textOf = (path: Path): string =>
  path.reduce<string>((text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`), '')

/** @param offset - In UTF-16 units. */
export function positionAt(text: string, offset: number): DocumentPosition {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}
