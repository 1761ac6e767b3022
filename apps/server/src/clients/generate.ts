import { sessionKeyOf } from '@reason/budget'
import { problemOf } from '../generate/problem.ts'
import { generateRequest, type GenerateRequest } from '../generate/request-schema.ts'
import { asObject, type Json } from '../json.ts'
import { badRequest } from './api-error.ts'
import type { ClientApi } from './client-api.ts'
import { textOf } from './openai-chat.ts'
import { openaiError } from './openai-error.ts'

const names = Object.keys(generateRequest.shape)

/** Our own: a neutral request, answered with events of ours. */
export const generate: ClientApi = {
  id: 'generate',
  path: '/v1/generate',
  ids: { response: 'gen_', call: 'call_' },
  tellsAll: true,
  repeatsAll: true,
  errorBody: openaiError,

  read(json) {
    const checked = generateRequest.safeParse(json)
    if (!checked.success) return problemOf(checked.error, names)
    const { data } = checked
    const { prompt, messages, tools = [], effort, session, visibility, answer_schema: schema, max_tokens: maxTokens } = data
    if ((prompt === undefined) === (messages === undefined)) return badRequest(oneQuestion, 'messages', 'invalid_value')
    const named = sessionKeyOf({ metadata: { session_id: session } })
    if (!named.valid) return badRequest(named.problem.replace('`metadata.session_id`', '"session"'), 'session', 'invalid_value')
    if (data.wire === true && data.stream !== true) return badRequest(onlyInStreams, 'wire', 'invalid_value')
    const prefill = prefillOf(data)
    return {
      choices: 1,
      includeUsage: true,
      tools: tools.map(({ name }) => name),
      excludesReasoning: false,
      ...(effort !== undefined && { effort }),
      ...(effort === 'none' && { thinking: false }),
      ...(schema !== undefined && { grammar: 'json' as const }),
      ...(prefill !== undefined && { prefill }),
      ...(maxTokens !== undefined && { maxTokens }),
      ...(session !== undefined && { metadata: { session_id: session } }),
      ...(visibility !== undefined && { visibility }),
      ...(data.wire === true && { wire: true as const }),
      // Who adds instructions finds them among messages.
      ...(prompt !== undefined && { json: { ...withoutPrompt(json), messages: [{ role: 'user', content: prompt }] } }),
    }
  },
}

const oneQuestion =
  'The request has "prompt" and "messages", or neither. Send {"model": "...", "prompt": "..."}, or a conversation in "messages".'

const onlyInStreams = '"wire" shows what comes as it comes, and the answer is asked for as one. Send "stream": true as well.'

function withoutPrompt(json: Json): Json {
  const { prompt: _, ...rest } = json
  return rest
}

/** What the model began to say is continued; a call is not. */
function prefillOf({ messages }: GenerateRequest): string | undefined {
  const last = messages?.at(-1)
  if (last?.role !== 'assistant') return undefined
  if (typeof last.content === 'string') return last.content
  if (last.content.some(({ type }) => type === 'tool_call')) return undefined
  return textOf(last.content.filter((piece) => asObject(piece)['type'] === 'text'))
}
