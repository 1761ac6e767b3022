import { isLoose } from '@reason/core/wire-kit'

/** A schema in Google's OpenAPI dialect (types in capitals, `nullable`) as JSON Schema. */
export function toJsonSchema(schema: unknown, depth = 0): unknown {
  if (depth > 100) return schema
  if (Array.isArray(schema)) return schema.map((one) => toJsonSchema(one, depth + 1))
  if (!isLoose(schema)) return schema
  const { nullable, ...rest } = schema
  const entries = Object.entries(rest).map(([name, value]): [string, unknown] => {
    if (name === 'type' && typeof value === 'string') {
      const type = value.toLowerCase()
      return [name, nullable === true ? [type, 'null'] : type]
    }
    if (name === 'properties' && isLoose(value)) {
      return [name, Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toJsonSchema(one, depth + 1)]))]
    }
    return [name, nested.has(name) ? toJsonSchema(value, depth + 1) : value]
  })
  return Object.fromEntries(entries)
}

const nested = new Set(['items', 'anyOf', 'additionalProperties', 'prefixItems', '$defs'])
