import type { StandardSchemaV1 } from '@standard-schema/spec'
import { ReasonError } from './errors.ts'
import { nearest } from './nearest.ts'

/**
 * Checks options against a schema, once, at the edge.
 *
 * @param owner - Whose options they are, for the message: `think-tags`.
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`, naming every field that is wrong and, for an unknown one, what was probably meant.
 */
export function parseOptions<S extends StandardSchemaV1>(schema: S, options: unknown, owner: string): StandardSchemaV1.InferOutput<S> {
  const result = schema['~standard'].validate(options)
  if (result instanceof Promise) throw new TypeError(`The schema of "${owner}" validates asynchronously. Give a synchronous one.`)
  if (result.issues === undefined) return result.value as StandardSchemaV1.InferOutput<S>
  const known = knownKeys(schema)
  const problems = result.issues.map((issue) => describe(issue, known))
  throw new ReasonError(
    'REASON_INVALID_OPTIONS',
    `Invalid options for "${owner}": ${problems.join('; ')}.` + (known.length > 0 ? ` Known options: ${known.join(', ')}.` : ''),
    { cause: result.issues },
  )
}

/** zod (classic and mini) says which keys an object knows and which key it did not; other libraries may not. */
function describe(issue: StandardSchemaV1.Issue, known: readonly string[]): string {
  const unknown: unknown = (issue as { keys?: unknown }).keys
  if (Array.isArray(unknown)) {
    return unknown.map((key) => `unknown option "${String(key)}"${suggestion(String(key), known)}`).join('; ')
  }
  const path = (issue.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step)).join('.')
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
