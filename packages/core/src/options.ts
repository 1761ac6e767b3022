import type { StandardSchemaV1 } from '@standard-schema/spec'
import { ReasonError } from './errors.ts'
import { nearest } from './nearest.ts'

/**
 * Checks options against a schema, once, at the edge.
 *
 * @param owner - Whose options they are, for the message: `think-tags`.
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`, naming every field that is wrong, and what there is where it or its value is unknown.
 */
export function parseOptions<S extends StandardSchemaV1>(schema: S, options: unknown, owner: string): StandardSchemaV1.InferOutput<S> {
  const result = schema['~standard'].validate(options)
  if (result instanceof Promise) throw new TypeError(`The schema of "${owner}" is asynchronous; give one that is not.`)
  if (result.issues === undefined) return result.value as StandardSchemaV1.InferOutput<S>
  const known = knownKeys(schema)
  const problems = result.issues.map((issue) => describe(issue, known, options))
  throw new ReasonError(
    'REASON_INVALID_OPTIONS',
    `Invalid options for "${owner}": ${problems.join('; ')}.` +
      // Of a value that is wrong, its own message says what there is.
      (known.length > 0 && result.issues.some((issue) => 'keys' in issue) ? ` Known options: ${known.join(', ')}.` : ''),
    { cause: result.issues },
  )
}

/** zod (classic and mini) says which keys and values there are and which key was none; other libraries may not. */
function describe(issue: StandardSchemaV1.Issue, known: readonly string[], options: unknown): string {
  const { keys: unknown, values } = issue as { keys?: unknown; values?: unknown }
  if (Array.isArray(unknown)) {
    return unknown.map((key) => `unknown option "${String(key)}"${suggestion(String(key), known)}`).join('; ')
  }
  const steps = (issue.path ?? []).map((step) => (typeof step === 'object' ? step.key : step))
  const path = steps.join('.')
  if (path !== '' && Array.isArray(values)) {
    const given = steps.reduce<unknown>((value, step) => Object(value)[step], options)
    const all = values.map(String)
    return `${path} is ${JSON.stringify(given)}${suggestion(String(given), all)}, but must be one of: ${all.join(', ')}`
  }
  return path === '' ? issue.message : `${path}: ${issue.message}`
}

function suggestion(key: string, known: readonly string[]): string {
  const meant = nearest(key, known)
  return meant === undefined ? '' : ` (did you mean "${meant}"?)`
}

function knownKeys(schema: object): string[] {
  const shape: unknown = (schema as { shape?: unknown }).shape
  return typeof shape === 'object' && shape !== null ? Object.keys(shape) : []
}
