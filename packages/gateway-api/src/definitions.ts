import * as z from 'zod'

export type JsonSchema = z.core.JSONSchema.JSONSchema

/**
 * Converts schemas to JSON schemas by name. They refer to each other by these names.
 *
 * @param prefix - Prefix of references: `#/$defs/`.
 * @param rules - Additions that zod cannot express, by the names of the schemas. Default: none.
 */
export function definitionsOf(
  schemas: Readonly<Record<string, z.core.$ZodType>>,
  prefix: string,
  rules: Readonly<Record<string, JsonSchema>> = {},
): Record<string, JsonSchema> {
  const named = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(schemas)) named.add(schema, { id })
  const { schemas: written } = z.toJSONSchema(named, { uri: (id) => prefix + id, io: 'input' })
  // Zod puts recursive schemas in a separate group. This merges them with the others.
  const { __shared: shared, ...own } = JSON.parse(JSON.stringify(written).replaceAll(`${prefix}__shared#/$defs/`, prefix)) as Record<
    string,
    JsonSchema
  >
  const all = { ...own, ...(shared?.$defs as Record<string, JsonSchema> | undefined) }
  return Object.fromEntries(Object.entries(all).map(([name, schema]) => [name, { ...withoutIds(schema), ...rules[name] }]))
}

function withoutIds(schema: JsonSchema): JsonSchema {
  const { $id: _, $schema: __, ...rest } = schema
  return rest
}
