import * as z from 'zod'
import { cancelMessage, errorBody, generateAnswer, generateEvent } from './event-schema.ts'
import { assistantMessage, generateRequest, inputPiece, outputPiece } from './request-schema.ts'

type JsonSchema = z.core.JSONSchema.JSONSchema

/** Under these names others may refer to them. */
const named = z.registry<{ id: string }>()
named.add(generateRequest, { id: 'GenerateRequest' })
named.add(generateEvent, { id: 'GenerateEvent' })
named.add(generateAnswer, { id: 'GenerateAnswer' })
named.add(cancelMessage, { id: 'GenerateCancel' })
named.add(assistantMessage, { id: 'AssistantMessage' })
named.add(inputPiece, { id: 'InputPiece' })
named.add(outputPiece, { id: 'OutputPiece' })
named.add(errorBody, { id: 'Error' })

/**
 * The schemas of `/v1/generate`, made from those that it reads and writes with, by name.
 *
 * @param prefix - Under which they refer to each other: `#/$defs/`.
 */
export function generateDefinitions(prefix: string): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(named, { uri: (id) => prefix + id, io: 'input' })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const { $id: _, $schema: __, ...rest } = schema as JsonSchema
      return [name, name === 'GenerateRequest' ? { ...rest, oneOf: oneQuestion } : rest]
    }),
  )
}

/** What the program checks by hand. */
const oneQuestion: JsonSchema[] = [{ required: ['prompt'] }, { required: ['messages'] }]

/** The file that is published: `generate.schema.json`. */
export const generateSchema = (): JsonSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Requests, events and answers of /v1/generate, of the Reason gateway',
  $defs: generateDefinitions('#/$defs/'),
})
