/** The value of a JSON text. Undefined if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the value at a path like `data.0.owned_by`. Undefined if there is none. */
export const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce((at, step) => (Object.hasOwn(Object(at), step) ? (at as Record<string, unknown>)[step] : undefined), value)

/** Returns the objects of a list. Empty if the value is no list. */
export const objectsAt = (value: unknown, path: string): Record<string, unknown>[] => {
  const list = valueAt(value, path)
  return Array.isArray(list) ? list.filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null) : []
}
