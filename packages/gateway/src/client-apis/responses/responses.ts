import { asObject, isObject, type Json } from '../../json.ts'
import { badRequest, type ApiError } from '../../errors/api-error.ts'
import { declaredNames } from '../tools/declared-tools.ts'
import type { ClientApi } from '../client-api.ts'
import { malformedResponses } from '../body/conversation-check.ts'
import { openaiError } from '../../errors/openai-error.ts'

/** OpenAI's Responses. The gateway keeps nothing between requests, so a conversation comes whole. */
export const openaiResponses: ClientApi = {
  id: 'openai-responses',
  path: '/v1/responses',
  example: '{"model": "...", "input": "..."}',
  instructions: 'instructions',
  ids: { response: 'resp_', call: 'call_' },
  repeatsAll: true,
  errorBody: openaiError,
  findMalformed: malformedResponses,
  roles: { in: 'input', known: ['system', 'developer', 'user', 'assistant'] },

  read(json) {
    const stateful = statefulness(json)
    if (stateful !== undefined) return stateful
    const { reasoning, metadata, max_output_tokens: maxTokens, prompt_cache_key: cacheKey } = json
    const { effort } = asObject(reasoning)
    const format = asObject(asObject(json['text'])['format'])['type']
    return {
      choices: 1,
      includeUsage: true,
      tools: declaredNames('openai-responses', json),
      excludesReasoning: asObject(reasoning)['exclude'] === true,
      ...(effort === 'none' && { thinking: false }),
      ...(typeof effort === 'string' && { effort }),
      ...((format === 'json_schema' || format === 'json_object') && { grammar: 'json' as const }),
      ...(typeof maxTokens === 'number' && { maxTokens }),
      ...(isObject(metadata) && { metadata }),
      ...(typeof cacheKey === 'string' && { cacheKey }),
    }
  },
}

/** What only a server could answer that keeps responses. */
function statefulness(json: Json): ApiError | undefined {
  const said = (field: string): boolean => json[field] !== undefined && json[field] !== null
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
  if (json['background'] === true) {
    return badRequest(
      'background is true, but this gateway keeps no responses to be fetched later. Leave it out, and stream.',
      'background',
      'unsupported_parameter',
    )
  }
  return undefined
}
