import { isLoose, type Loose } from '@reason/wire-kit'

/** @param path - Names joined by dots: `thinking.type`. */
export function getPath(holder: Loose, path: string): unknown {
  const dot = path.indexOf('.')
  if (dot === -1) return Object.hasOwn(holder, path) ? holder[path] : undefined
  const inner = getPath(holder, path.slice(0, dot))
  return isLoose(inner) ? getPath(inner, path.slice(dot + 1)) : undefined
}

/** Returns a copy of the object with the value at the path. Undefined removes the path, and objects that become empty. */
export function withPath(holder: Loose, path: string, value: unknown): Record<string, unknown> {
  const [name = '', ...rest] = path.split('.')
  const below: Loose = isLoose(holder[name]) ? holder[name] : {}
  if (value === undefined && !Object.hasOwn(holder, name)) return holder
  const inner = rest.length === 0 ? value : withPath(below, rest.join('.'), value)
  const emptied = rest.length > 0 && value === undefined && isLoose(inner) && Object.keys(inner).length === 0
  if (inner !== undefined && !emptied) return { ...holder, [name]: inner }
  const { [name]: _, ...others } = holder
  return others
}
