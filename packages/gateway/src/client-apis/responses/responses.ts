import { readResponsesFacts } from '@reason/providers-openai'
import { asObject, type Json } from '../../json.ts'
import { badRequest, type ApiError } from '../../errors/api-error.ts'
import type { ClientApi } from '../client-api.ts'
import { malformedResponses } from '../body/conversation-check.ts'
import { merged } from '../named-models.ts'
import { withoutStored } from './without-stored.ts'
import { openaiError } from '../../errors/openai-error.ts'

/** OpenAI's Responses. The gateway stores nothing between requests, so the client sends the whole conversation. */
export const openaiResponses: ClientApi = {
  id: 'openai-responses',
  path: '/v1/responses',
  example: '{"model": "...", "input": "..."}',
  ids: { response: 'resp_', call: 'call_' },
  repeatsAll: true,
  asksToSee: { words: 'reasoning.summary: "auto"', isAsked: ({ reasoning }) => typeof asObject(reasoning)['summary'] === 'string' },
  withoutStored,
  errorBody: openaiError,
  findMalformed: malformedResponses,
  conversation: { in: 'input', roles: ['system', 'developer', 'user', 'assistant'], instructions: 'instructions', textType: 'input_text' },
  hasCommentary: true,

  read: (json) => statefulness(json) ?? readResponsesFacts(json),
}

/** The error for fields that require a server that stores responses. */
function statefulness(json: Json): ApiError | undefined {
  const fields = [json, asObject(json[merged])].flatMap((one) => Object.entries(one))
  // Some upstreams ignore the case of a name.
  const said = (field: string): boolean => fields.some(([name, value]) => name.toLowerCase() === field && value !== null)
  if (said('previous_response_id')) {
    return badRequest(
      'previous_response_id is set, but this gateway keeps no responses. Send the whole conversation in "input", with the items of the earlier ' +
        'responses as they came (include: ["reasoning.encrypted_content"] gives reasoning that can be sent back).',
      'previous_response_id',
      'unsupported_parameter',
    )
  }
  if (said('conversation')) {
    return badRequest(
      'conversation is set, but this gateway keeps no conversations. Send it whole in "input".',
      'conversation',
      'unsupported_parameter',
    )
  }
  return undefined
}
