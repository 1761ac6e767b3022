import * as z from 'zod'
import { generateRequest } from './generate/request.ts'

export type JsonSchema = z.core.JSONSchema.JSONSchema

/**
 * Writes schemas as JSON schemas by name. They refer to each other by these names.
 *
 * @param prefix - Stands before a name in a reference: `#/$defs/`.
 */
export function definitionsOf(schemas: Readonly<Record<string, z.ZodType>>, prefix: string): Record<string, JsonSchema> {
  const named = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(schemas)) named.add(schema, { id })
  const written = z.toJSONSchema(named, { uri: (id) => prefix + id, io: 'input' }).schemas
  return Object.fromEntries(
    Object.entries(written).map(([name, schema]) => {
      const { $id: _, $schema: __, ...rest } = schema as JsonSchema
      return [name, schemas[name] === generateRequest ? { ...rest, oneOf: oneQuestion } : rest]
    }),
  )
}

/** The gateway checks this rule by hand, as zod has no schema for it. */
const oneQuestion: JsonSchema[] = [{ required: ['prompt'] }, { required: ['messages'] }]
