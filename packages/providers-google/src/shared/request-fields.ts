import { getPath as getOwnPath, withPath as withOwnPath, type Loose } from '@reason/wire-kit'

/** Key, among the kept fields of an object, of the list of fields that were written in snake_case. Google accepts both spellings. */
const SNAKE = '$snake'

const toSnake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const toCamel = (name: string): string => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Returns the name of a field as it is spelled in the object. */
function spelled(holder: Loose, name: string): string | undefined {
  if (Object.hasOwn(holder, name)) return name
  return Object.hasOwn(holder, toSnake(name)) ? toSnake(name) : undefined
}

export function fieldOf(holder: Loose, name: string): unknown {
  const own = spelled(holder, name)
  return own === undefined ? undefined : holder[own]
}

/** Returns the fields of an object that were not read, unchanged. */
export function keep(holder: Loose, read: readonly string[]): Loose {
  const isRead = (field: string) => read.includes(field) || (read.includes(toCamel(field)) && !Object.hasOwn(holder, toCamel(field)))
  const snake = Object.keys(holder).filter((field) => isRead(field) && !read.includes(field))
  const rest = Object.entries(holder).filter(([field]) => !isRead(field))
  return Object.fromEntries(snake.length === 0 ? rest : [...rest, [SNAKE, snake]])
}

/** Merges kept and written fields, in the original spelling. */
export function restore(kept: Loose, written: Loose): Record<string, unknown> {
  const { [SNAKE]: snake, ...rest } = kept
  if (!Array.isArray(snake)) return { ...rest, ...written }
  const spell = (name: string) => (snake.includes(toSnake(name)) ? toSnake(name) : name)
  return { ...rest, ...Object.fromEntries(Object.entries(written).map(([name, value]) => [spell(name), value])) }
}

/** @param path - Names joined by dots. Each matches either spelling. */
export const getPath = (holder: Loose, path: string): unknown => getOwnPath(holder, path, spelled)

/** Returns a copy with the value at the path, in either spelling. Undefined removes the path, and objects that become empty. */
export const withPath = (holder: Loose, path: string, value: unknown): Record<string, unknown> => withOwnPath(holder, path, value, spelled)

/** Serialises a value. Undefined if it nests too deeply. */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}
