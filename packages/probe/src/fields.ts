/** Maximum length of a template, in characters. */
const longestTemplate = 1024 * 1024

const longestName = 256
const longestBuild = 128

/** Maximum number of list entries to inspect. */
const mostEntries = 1000

/** Returns the value at a path like `details.family`. Undefined if there is none. Own properties only. */
export function valueAt(json: unknown, ...path: readonly string[]): unknown {
  return path.reduce((at, step) => (Object.hasOwn(Object(at), step) ? (at as Record<string, unknown>)[step] : undefined), json)
}

/** Returns a non-empty text within the length limit. */
const textUpTo =
  (limit: number) =>
  (value: unknown): string | undefined =>
    typeof value === 'string' && value !== '' && value.length <= limit ? value : undefined

export const asName = textUpTo(longestName)
export const asBuild = textUpTo(longestBuild)
export const asTemplate = textUpTo(longestTemplate)

export const asCount = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined

/** Returns the objects of a list. Empty for anything else. */
export const asObjects = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value)
    ? value
        .slice(0, mostEntries)
        .filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null && !Array.isArray(one))
    : []

/** Describes the value of a template field, for evidence. */
export function describeTemplate(name: string, value: unknown): string[] {
  if (typeof value !== 'string' || value === '') return []
  const size = value.length.toLocaleString('en-US')
  return [`${name} of ${size} characters${value.length > longestTemplate ? ' (too long, left out)' : ''}`]
}

/** `{ name: value }` unless the value is undefined. */
export const present = <Name extends string, Value>(name: Name, value: Value | undefined): { [N in Name]?: Value } =>
  (value === undefined ? {} : { [name]: value }) as { [N in Name]?: Value }
