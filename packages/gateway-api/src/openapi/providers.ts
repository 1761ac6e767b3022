import { body, failure, json, ref, wishes, wishesBeside, type Json } from './parts.ts'

/**
 * Describes a route of a provider's API: only the fields of a request that the gateway itself reads.
 *
 * @param reference - Name of the provider's documentation, which has the rest.
 */
export const providerRoute = (operationId: string, summary: string, reference: string, errors: Json = failure): Json => ({
  operationId,
  summary,
  description: `See the ${reference}. The gateway forwards fields that are not listed here, or translates them for the upstream.`,
  parameters: wishes,
  requestBody: body('ProviderRequest'),
  responses: {
    200: {
      description: `The answer, as documented in the ${reference}.`,
      content: { 'application/json': { schema: { type: 'object' } }, 'text/event-stream': { schema: { type: 'string' } } },
    },
    ...errors,
  },
})

/** Describes a route of a provider's API that asks no model for an answer. */
export const providerCall = (operationId: string, summary: string, description: string, success: Json, errors: Json = failure): Json => ({
  operationId,
  summary,
  description,
  parameters: wishesBeside,
  requestBody: body('ProviderRequest'),
  responses: { 200: success, ...errors },
})

/** Error response in Anthropic's format. */
export const anthropicFailure: Json = { default: json('The error, with a remedy.', ref('AnthropicError')) }

/** Error response of addresses that clients of both OpenAI and Anthropic use. */
export const eitherFailure: Json = {
  default: json('The error, with a remedy.', { anyOf: [ref('Error'), ref('AnthropicError')] }),
}
