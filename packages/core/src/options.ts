import type { StandardSchemaV1 } from '@standard-schema/spec'
import { ReasonError } from './errors.ts'
import { suggestion } from './nearest.ts'

/**
 * Validates options against a schema, once, where they enter.
 *
 * @param owner - Name of the options' owner, for the message: `think-tags`.
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`, naming every wrong field, and the valid names or values for an unknown one.
 */
export function parseOptions<S extends StandardSchemaV1>(schema: S, options: unknown, owner: string): StandardSchemaV1.InferOutput<S> {
  const result = schema['~standard'].validate(options)
  if (result instanceof Promise) throw new TypeError(`The schema of "${owner}" must be synchronous.`)
  if (result.issues === undefined) return result.value as StandardSchemaV1.InferOutput<S>
  const problems = result.issues.map((issue) => describe(issue, schema, options))
  throw new ReasonError('REASON_INVALID_OPTIONS', `Invalid options for "${owner}": ${problems.join('; ')}.`, { cause: result.issues })
}

/** Fields of a zod issue (classic and mini) beside the message. Other libraries may lack them. */
interface Issue extends StandardSchemaV1.Issue {
  keys?: readonly string[]
  values?: readonly unknown[]
  expected?: string
  /** Bounds of a number, or of the length of a text or list. */
  minimum?: number | bigint
  maximum?: number | bigint
  inclusive?: boolean
  origin?: string
}

function describe(issue: Issue, schema: unknown, options: unknown): string {
  const { keys, values, path: given = [] } = issue
  const steps = given.map((step) => (typeof step === 'object' ? step.key : step))
  const path = steps.join('.')
  if (keys) {
    const known = namesIn(schema, steps)
    const unknown = keys.map((key) => `unknown option "${key}"${suggestion(key, known)}`).join('; ')
    // The list may be empty, or the schema may not expose its names.
    return known[0] ? `${unknown}. Known options${path && ` of ${path}`}: ${known.join(', ')}` : unknown
  }
  const value = steps.reduce<unknown>((value, step) => Object(value)[step], options)
  const shown = `${path} is ${JSON.stringify(value)}`
  if (values && path) {
    const all = values.map(String)
    return `${shown}${suggestion(String(value), all)}, but must be one of: ${all.join(', ')}`
  }
  // A text is not shown, because it may be a secret.
  return `${typeof value === 'number' ? `${shown}: ` : path && `${path}: `}${ruleOf(issue)}`
}

/** Describes the rule in signs, if zod has no message because no language is loaded. */
function ruleOf({ expected, minimum, maximum, inclusive, origin, message }: Issue): string {
  const bound = minimum ?? maximum
  if (message !== 'Invalid input' || (expected ?? bound) === undefined) return message
  if (expected) return `must be ${expected}`
  return `${origin === 'number' ? '' : 'length '}must be ${minimum === undefined ? '<' : '>'}${inclusive ? '=' : ''} ${bound}`
}

/** Parts of a zod schema by which an object at a path is found, through optional fields, defaults and lists. */
interface Schema {
  shape?: Record<PropertyKey, unknown>
  def?: { innerType?: unknown; element?: unknown; valueType?: unknown; options?: readonly unknown[] }
}

function namesIn(schema: unknown, steps: readonly unknown[]): string[] {
  const { shape, def = {} } = Object(schema) as Schema
  if (def.innerType) return namesIn(def.innerType, steps)
  if (def.options) return def.options.flatMap((member) => namesIn(member, steps))
  const [step, ...rest] = steps
  return step === undefined ? Object.keys(Object(shape)) : namesIn(shape?.[step as string] ?? def.element ?? def.valueType, rest)
}
