/** Whether Go considers a value true. Empty values are false. */
export function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value)
}

/** A value as an action prints it. Lists and objects print as JSON, as in Ollama. */
export function printed(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
}

const spellings: Readonly<Record<string, string>> = { ToolName: 'name', ID: 'id' }

/** A member of an object, by its name in Go (`ToolCalls`) or in JSON (`tool_calls`). */
export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const snake = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()
  const key = [name, spellings[name], snake].find((one) => one !== undefined && Object.hasOwn(value, one))
  return key === undefined ? undefined : (value as Record<string, unknown>)[key]
}

const isSame = (one: unknown, other: unknown): boolean => (one ?? '') === (other ?? '')

function isLess(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return one < other
  return Number(one ?? 0) < Number(other ?? 0)
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0
}

function sliced(value: unknown, from: unknown = 0, to?: unknown): unknown {
  if (typeof value !== 'string' && !Array.isArray(value)) return undefined
  return value.slice(Number(from), to === undefined ? undefined : Number(to))
}

const indexed = (value: unknown, ...keys: readonly unknown[]): unknown =>
  keys.reduce<unknown>((at, key) => {
    if (typeof at === 'string') return at.charCodeAt(Number(key))
    return Array.isArray(at) ? (at as unknown[])[Number(key)] : fieldOf(at, String(key))
  }, value)

function formatted(format: unknown, ...values: readonly unknown[]): string {
  let next = 0
  return String(format).replaceAll(/%([-+# 0-9.]*)([a-zA-Z%])/g, (_, __, verb: string) =>
    verb === '%' ? '%' : verb === 'q' ? JSON.stringify(printed(values[next++])) : printed(values[next++]),
  )
}

const written = (...values: readonly unknown[]): string => values.map(printed).join('')

/** Functions of Go's templates and of Ollama. The interpreter evaluates `and` and `or`, because they stop early. */
export const functions: Readonly<Record<string, (...values: readonly unknown[]) => unknown>> = {
  not: (value) => !isTrue(value),
  eq: (value, ...others) => others.some((other) => isSame(value, other)),
  ne: (one, other) => !isSame(one, other),
  lt: isLess,
  gt: (one, other) => isLess(other, one),
  le: (one, other) => !isLess(other, one),
  ge: (one, other) => !isLess(one, other),
  len: lengthOf,
  index: indexed,
  slice: sliced,
  print: written,
  println: (...values) => `${values.map(printed).join(' ')}\n`,
  printf: formatted,
  json: (value) => JSON.stringify(value) ?? '',
  html: written,
  js: written,
  urlquery: written,
  currentDate: () => '2026-01-01',
  yesterdayDate: () => '2025-12-31',
  toTypeScriptType: () => 'any',
}
