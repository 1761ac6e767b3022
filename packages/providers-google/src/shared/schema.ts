import { isLoose, type Loose } from '@reason/wire-kit'

/** Converts a schema in Google's OpenAPI dialect (types in capitals, `nullable`, lengths as text) to JSON Schema. */
export function toJsonSchema(schema: unknown, depth = 0): unknown {
  if (depth > 100) return schema
  if (Array.isArray(schema)) return schema.map((one) => toJsonSchema(one, depth + 1))
  if (!isLoose(schema)) return schema
  const { nullable, ...rest } = schema
  const plain = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, plainValue(name, value, depth)]))
  return nullable === true ? orNull(plain) : plain
}

function plainValue(name: string, value: unknown, depth: number): unknown {
  if (name === 'type' && typeof value === 'string') return value.toLowerCase()
  if (name === 'properties' && isLoose(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toJsonSchema(one, depth + 1)]))
  }
  // Lengths are 64-bit integers in the dialect, and therefore text in JSON.
  if (lengths.has(name) && typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value)
  return nested.has(name) ? toJsonSchema(value, depth + 1) : value
}

/** Allows null in a schema. Every keyword is a separate condition, so each has to allow it. */
const orNull = ({ type, anyOf, enum: values, ...rest }: Loose): Loose => ({
  ...rest,
  ...(type !== undefined && { type: typeof type === 'string' ? [type, 'null'] : type }),
  ...(anyOf !== undefined && { anyOf: Array.isArray(anyOf) ? [...(anyOf as unknown[]), { type: 'null' }] : anyOf }),
  ...(values !== undefined && { enum: Array.isArray(values) ? [...(values as unknown[]), null] : values }),
})

const nested = new Set(['items', 'anyOf', 'additionalProperties', 'prefixItems', '$defs'])
const lengths = new Set(['minItems', 'maxItems', 'minLength', 'maxLength', 'minProperties', 'maxProperties'])
