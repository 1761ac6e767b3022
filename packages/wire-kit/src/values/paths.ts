import { isLoose, type Loose } from './loose.ts'

/** Finds the name of a field as an object spells it. Undefined: the object has no such field. */
type FieldName = (holder: Loose, name: string) => string | undefined

const unchanged: FieldName = (holder, name) => (Object.hasOwn(holder, name) ? name : undefined)

/** @param path - Names joined by dots: `thinking.type`. */
export function getPath(holder: Loose, path: string, spelled = unchanged): unknown {
  const dot = path.indexOf('.')
  const name = spelled(holder, dot === -1 ? path : path.slice(0, dot))
  const value = name === undefined ? undefined : holder[name]
  if (dot === -1) return value
  return isLoose(value) ? getPath(value, path.slice(dot + 1), spelled) : undefined
}

/** Returns a copy of the object with the value at the path. Undefined removes the path, and objects that become empty. */
export function withPath(holder: Loose, path: string, value: unknown, spelled = unchanged): Record<string, unknown> {
  const [first = '', ...rest] = path.split('.')
  const own = spelled(holder, first)
  if (value === undefined && own === undefined) return holder
  const name = own ?? first
  const below: Loose = isLoose(holder[name]) ? holder[name] : {}
  const inner = rest.length === 0 ? value : withPath(below, rest.join('.'), value, spelled)
  const emptied = rest.length > 0 && value === undefined && isLoose(inner) && Object.keys(inner).length === 0
  if (inner !== undefined && !emptied) return { ...holder, [name]: inner }
  const { [name]: _, ...others } = holder
  return others
}
