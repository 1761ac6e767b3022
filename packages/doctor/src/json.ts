/** The value of a JSON text. Undefined if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the value at a path like `data.0.owned_by`. Undefined if there is none. */
export function valueAt(value: unknown, path: string): unknown {
  let at = value
  for (const step of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined
    at = (at as Record<string, unknown>)[step]
  }
  return at
}

/** Returns the objects of a list. Empty if the value is no list. */
export const objectsAt = (value: unknown, path: string): Record<string, unknown>[] => {
  const list = valueAt(value, path)
  return Array.isArray(list) ? list.filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null) : []
}
