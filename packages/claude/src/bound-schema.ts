import { isLoose } from '@reason/wire-kit'

/**
 * Adapts a schema so that it can bind the output. Claude refuses binding schemas with keywords that its grammar does not
 * support (400: `For 'integer' type, property 'maximum' is not supported`), and objects that are not closed. As a hint,
 * for the arguments of a tool, it accepts any schema.
 *
 * @returns `lost`: keywords that were removed, each once.
 * @see Anthropic's page "Structured outputs", on limitations of JSON Schema
 */
export function boundSchema(given: unknown): { schema: unknown; lost: readonly string[] } {
  const lost = new Set<string>()
  return { schema: bind(given, 0), lost: [...lost] }

  function bind(schema: unknown, depth: number): unknown {
    if (!isLoose(schema) || depth > mostNested) return schema
    const isObject =
      isLoose(schema.properties) || schema.type === 'object' || (Array.isArray(schema.type) && schema.type.includes('object'))
    const { additionalProperties: open, ...rest } = schema
    if (open !== undefined && open !== false) lost.add('additionalProperties')
    const bound: [string, unknown][] = []
    for (const [keyword, value] of Object.entries(rest)) {
      if (isRefused(keyword, value)) lost.add(keyword)
      else bound.push([keyword === 'oneOf' ? 'anyOf' : keyword, bindInside(keyword, value, depth + 1)])
    }
    return { ...Object.fromEntries(bound), ...(isObject && { additionalProperties: false }) }
  }

  function bindInside(keyword: string, value: unknown, depth: number): unknown {
    if (keyword === 'items') return bind(value, depth)
    if (lists.has(keyword) && Array.isArray(value)) return value.map((one: unknown) => bind(one, depth))
    if (!maps.has(keyword) || !isLoose(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, bind(one, depth)]))
  }
}

/** Maximum nesting, more than real schemas have. Deeper levels are forwarded unchanged. */
const mostNested = 100

/** Keywords whose values are schemas by name, and lists of schemas. */
const maps: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions'])
const lists: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf'])

const refused: ReadonlySet<string> = new Set(
  (
    'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength maxItems uniqueItems prefixItems contains minContains ' +
    'maxContains unevaluatedItems minProperties maxProperties patternProperties propertyNames dependentRequired dependentSchemas ' +
    'unevaluatedProperties if then else not'
  ).split(' '),
)

const formats: readonly unknown[] = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid']

/** Unsupported features of regular expressions: lookahead, lookbehind, backreferences, and word boundaries. */
const hardPattern = /\(\?[=!<]|\\[1-9bBk]/

function isRefused(keyword: string, value: unknown): boolean {
  if (keyword === 'format') return !formats.includes(value)
  if (keyword === 'pattern') return typeof value !== 'string' || hardPattern.test(value)
  if (keyword === 'minItems') return value !== 0 && value !== 1
  return refused.has(keyword) || (keyword === 'items' && Array.isArray(value))
}
