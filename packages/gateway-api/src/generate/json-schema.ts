import { definitionsOf, type JsonSchema } from '../definitions.ts'
import { errorBody } from '../error.ts'
import { cancelMessage, generateAnswer, generateEvent } from './events.ts'
import { assistantMessage, generateRequest, inputPiece, outputPiece } from './request.ts'

/** Schemas of `/v1/generate`, by their names in documents. */
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

/** Rules that zod has no schema for. The gateway checks them itself: exactly one of `prompt` and `messages`. */
export const generateRules: Readonly<Record<string, JsonSchema>> = {
  GenerateRequest: { oneOf: [{ required: ['prompt'] }, { required: ['messages'] }] },
}

/** JSON schema that `@reason/server` publishes as `generate.schema.json`. */
export const generateSchema = (): JsonSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Requests, events and answers of /v1/generate of the Reason gateway',
  $defs: definitionsOf(generateSchemas, '#/$defs/', generateRules),
})
