import { definitionsOf, type JsonSchema } from '../definitions.ts'
import { errorBody } from '../error.ts'
import { cancelMessage, generateAnswer, generateEvent } from './events.ts'
import { assistantMessage, generateRequest, inputPiece, outputPiece } from './request.ts'

/** The schemas of `/v1/generate` under the names by which documents refer to them. */
export const generateSchemas = {
  GenerateRequest: generateRequest,
  GenerateEvent: generateEvent,
  GenerateAnswer: generateAnswer,
  GenerateCancel: cancelMessage,
  AssistantMessage: assistantMessage,
  InputPiece: inputPiece,
  OutputPiece: outputPiece,
  Error: errorBody,
}

/** The gateway checks it by hand, as zod has no schema for it: one question. */
export const generateRules: Readonly<Record<string, JsonSchema>> = {
  GenerateRequest: { oneOf: [{ required: ['prompt'] }, { required: ['messages'] }] },
}

/** The JSON schema that `@reason/server` publishes as `generate.schema.json`. */
export const generateSchema = (): JsonSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Requests, events and answers of /v1/generate, of the Reason gateway',
  $defs: definitionsOf(generateSchemas, '#/$defs/', generateRules),
})
