/** Longest template that is kept, in characters. */
const longestTemplate = 1024 * 1024

const longestName = 256
const longestBuild = 128

/** The most entries of a list that are looked at. */
const mostEntries = 1000

/** The value at a path like `details.family`; undefined if the path leads nowhere. Own properties only. */
export function valueAt(json: unknown, ...path: readonly string[]): unknown {
  let at = json
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined
    at = (at as Record<string, unknown>)[step]
  }
  return at
}

/** A text that is not empty and not longer than the limit. */
const textUpTo =
  (limit: number) =>
  (value: unknown): string | undefined =>
    typeof value === 'string' && value !== '' && value.length <= limit ? value : undefined

export const asName = textUpTo(longestName)
export const asBuild = textUpTo(longestBuild)
export const asTemplate = textUpTo(longestTemplate)

export const asCount = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined

/** The objects of a list. An empty list for anything else. */
export const asObjects = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value)
    ? value
        .slice(0, mostEntries)
        .filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null && !Array.isArray(one))
    : []

/** For evidence: what stands in a field that holds a template. */
export function describeTemplate(name: string, value: unknown): string[] {
  if (typeof value !== 'string' || value === '') return []
  const size = value.length.toLocaleString('en-US')
  return [`${name} of ${size} characters${value.length > longestTemplate ? ' (too long, left out)' : ''}`]
}

/** `{ name: value }` unless the value is undefined. */
export const present = <Name extends string, Value>(name: Name, value: Value | undefined): { [N in Name]?: Value } =>
  (value === undefined ? {} : { [name]: value }) as { [N in Name]?: Value }
