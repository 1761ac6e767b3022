import { ReasonError } from '@reason/core'
import { nearest } from '@reason/core/errors'
import { policyConfig, type PolicyConfig, type PolicyOptions } from './config.ts'

/**
 * Validates a configuration, nested or with dotted keys.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`, naming every wrong field and, for an unknown one, the likely intended name.
 */
export function parsePolicyConfig(options: PolicyOptions = {}): PolicyConfig {
  const problems: string[] = []
  const nested = expand(options as Record<string, unknown>, '', problems)
  // An empty configuration takes all defaults.
  if (nested['llm'] === undefined) nested['llm'] = {}
  const result = policyConfig.safeParse(nested)
  if (result.success && problems.length === 0) return result.data
  const known = configKeys().map(({ key }) => key)
  for (const issue of result.error?.issues ?? []) {
    const path = issue.path.map(String).join('.')
    if (issue.code === 'unrecognized_keys')
      problems.push(...issue.keys.map((key) => unknownKey(path === '' ? key : `${path}.${key}`, known)))
    else problems.push(path === '' ? issue.message : `${path}: ${issue.message}`)
  }
  throw new ReasonError(
    'REASON_INVALID_OPTIONS',
    `Invalid options for "policy": ${problems.join('; ')}. Known options: ${known.join(', ')}.`,
    {
      cause: result.error?.issues,
    },
  )
}

/** Key of the model patterns, the only keys that are not ours. Model names may contain dots. */
const patterns = 'llm.marker.phase'

function expand(value: Record<string, unknown>, path: string, problems: string[]): Record<string, unknown> {
  const out = bare()
  for (const [key, given] of Object.entries(value)) {
    const full = path === '' ? key : `${path}.${key}`
    const steps = path === patterns ? [key] : stepsOf(key, full)
    let at = out
    for (const step of steps.slice(0, -1)) {
      const next = at[step]
      at = isObject(next) ? next : ((at[step] = bare()) as Record<string, unknown>)
    }
    const last = steps.at(-1)!
    const inner = isObject(given) ? expand(given, full, problems) : given
    const before = at[last]
    if (isObject(before) && isObject(inner)) merge(before, inner, full, problems)
    else if (before !== undefined && before !== inner)
      problems.push(`${full} is given twice, as ${JSON.stringify(before)} and ${JSON.stringify(inner)}`)
    else at[last] = inner
  }
  return out
}

/** Creates an object without a prototype, so that the key `__proto__` is an ordinary unknown key and changes no other object. */
const bare = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>

function stepsOf(key: string, full: string): string[] {
  // In `llm.marker.phase.<pattern>`, the pattern is one key.
  if (full === key && key.startsWith(`${patterns}.`)) return [...patterns.split('.'), key.slice(patterns.length + 1)]
  return key.split('.')
}

function merge(into: Record<string, unknown>, from: Record<string, unknown>, path: string, problems: string[]): void {
  for (const [key, value] of Object.entries(from)) {
    const before = into[key]
    if (isObject(before) && isObject(value)) merge(before, value, `${path}.${key}`, problems)
    else if (before !== undefined && before !== value)
      problems.push(`${path}.${key} is given twice, as ${JSON.stringify(before)} and ${JSON.stringify(value)}`)
    else into[key] = value
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Describes an unknown key, and suggests a similar sibling, the same name elsewhere, or a similar name elsewhere. */
function unknownKey(key: string, known: readonly string[]): string {
  const paths = [...new Set(known.flatMap(pathsOf))]
  const beside = paths.filter((path) => parentOf(path) === parentOf(key))
  const meant = like(key, beside) ?? paths.find((path) => lastOf(path) === lastOf(key)) ?? like(key, paths)
  return `unknown option "${key}"${meant === undefined ? '' : ` (did you mean "${meant}"?)`}`
}

/** Returns `a`, `a.b` and `a.b.c` for `a.b.c`. */
const pathsOf = (key: string): string[] => key.split('.').map((_, index, steps) => steps.slice(0, index + 1).join('.'))
const lastOf = (key: string): string => key.slice(key.lastIndexOf('.') + 1)
const parentOf = (key: string): string => key.slice(0, Math.max(0, key.lastIndexOf('.')))

function like(key: string, paths: readonly string[]): string | undefined {
  const last = nearest(lastOf(key), paths.map(lastOf))
  return last === undefined ? undefined : paths.find((path) => lastOf(path) === last)
}

/** A configuration key with its default from the schema. Undefined: no default. */
export interface ConfigKey {
  key: string
  default: unknown
}

/** Lists all keys of the configuration with dots, and their defaults. */
export function configKeys(): ConfigKey[] {
  return keysOf(policyConfig, '', undefined)
}

interface Definition {
  type: string
  innerType?: Schema
  shape?: Record<string, Schema>
  defaultValue?: unknown
}

interface Schema {
  _zod: { def: Definition }
}

function keysOf(schema: unknown, path: string, inherited: unknown): ConfigKey[] {
  const { def } = (schema as Schema)._zod
  if (def.shape !== undefined)
    return Object.entries(def.shape).flatMap(([key, inner]) => keysOf(inner, path === '' ? key : `${path}.${key}`, undefined))
  if (def.innerType !== undefined) return keysOf(def.innerType, path, def.type === 'default' ? def.defaultValue : inherited)
  return [{ key: path, default: inherited }]
}
