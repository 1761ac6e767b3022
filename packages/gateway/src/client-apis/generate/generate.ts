import { sessionKeyOf } from '@reason/budget'
import { defined, resolveToolName, textOf } from '@reason/wire-kit'
import { problemOf } from './schema-problem.ts'
import { generateRequest, type GenerateRequest } from '@reason/gateway-api/generate'
import { asObject, type Json } from '../../json.ts'
import { badRequest, type ApiError } from '../../errors/api-error.ts'
import type { ClientApi } from '../client-api.ts'
import { openaiError } from '../../errors/openai-error.ts'

const names = Object.keys(generateRequest.shape)

/** The gateway's own API: a provider-neutral request, answered with its own events. */
export const generate: ClientApi = {
  id: 'generate',
  path: '/v1/generate',
  ids: { response: 'gen_', call: 'call_' },
  conversation: { in: 'messages' },
  hasCommentary: true,
  tellsAll: true,
  repeatsAll: true,
  errorBody: openaiError,
  asksToSee: { words: 'visibility: "summary"', isAsked: ({ visibility }) => visibility === 'full' || visibility === 'summary' },

  read(json) {
    const checked = generateRequest.safeParse(json)
    if (!checked.success) return problemOf(checked.error, names)
    const { data } = checked
    const { prompt, messages, tools = [], effort, session, visibility, trace, answer_schema: schema, max_tokens: maxTokens } = data
    if ((prompt === undefined) === (messages === undefined)) return badRequest(oneQuestion, 'messages', 'invalid_value')
    const named = sessionKeyOf({ metadata: { session_id: session } })
    if (!named.valid) return badRequest(named.problem.replace('`metadata.session_id`', '"session"'), 'session', 'invalid_value')
    if (data.wire === true && data.stream !== true) return badRequest(onlyInStreams, 'wire', 'invalid_value')
    const lost = choiceOfNone(data) ?? resultOfNothing(data)
    if (lost !== undefined) return lost
    const prefill = prefillOf(data)
    return {
      choices: 1,
      includeUsage: true,
      tools: tools.map(({ name }) => name),
      excludesReasoning: false,
      ...(effort !== undefined && { effort }),
      ...(effort === 'none' && { thinking: false }),
      ...(schema !== undefined && { grammar: 'json' as const }),
      ...defined({ prefill, maxTokens }),
      ...(session !== undefined && { metadata: { session_id: session } }),
      ...defined({ visibility, trace }),
      ...(data.wire === true && { wire: true as const }),
      // Code that adds instructions expects them among messages.
      ...(prompt !== undefined && { json: { ...withoutPrompt(json), messages: [{ role: 'user', content: prompt }] } }),
    }
  },
}

const oneQuestion =
  'The request has "prompt" and "messages", or neither. Send {"model": "...", "prompt": "..."}, or a conversation in "messages".'

const onlyInStreams = '"wire" shows events as they arrive, but the request is not streamed. Send "stream": true as well.'

/** The error for a choice of a tool that is not offered. Upstreams refuse it, and dropping it would go unnoticed. */
function choiceOfNone({ tools = [], tool_choice: choice }: GenerateRequest): ApiError | undefined {
  if (choice === undefined || choice === 'auto' || choice === 'none') return undefined
  const names = tools.map(({ name }) => name)
  if (choice === 'required' ? names.length > 0 : names.includes(resolveToolName(choice.name, names))) return undefined
  const offered = names.length === 0 ? 'there are no "tools"' : `"tools" has: ${names.join(', ')}`
  return badRequest(
    `"tool_choice" is ${JSON.stringify(choice)}, but ${offered}. Offer the tool, or leave "tool_choice" out.`,
    'tool_choice',
    'invalid_value',
  )
}

/** The error for a tool result without a call. A result without an id belongs to the first open call, which must exist. */
function resultOfNothing({ messages = [] }: GenerateRequest): ApiError | undefined {
  let open = 0
  for (const [index, message] of messages.entries()) {
    if (message.role === 'assistant') open += typeof message.content === 'string' ? 0 : message.content.filter(isCall).length
    if (message.role !== 'tool') continue
    if (open === 0 && message.call === undefined) {
      return badRequest(
        `"messages[${index}]" is the result of a call, but no call before it is open. Add "call", the id of the call, and the message of the assistant that has it.`,
        `messages[${index}].call`,
        'invalid_value',
      )
    }
    open = Math.max(0, open - 1)
  }
  return undefined
}

const isCall = ({ type }: { type: string }): boolean => type === 'tool_call'

function withoutPrompt(json: Json): Json {
  const { prompt: _, ...rest } = json
  return rest
}

/** The beginning of an answer that the model continues. Undefined if there is none, or it has a tool call. */
function prefillOf({ messages }: GenerateRequest): string | undefined {
  const last = messages?.at(-1)
  if (last?.role !== 'assistant') return undefined
  if (typeof last.content === 'string') return last.content
  if (last.content.some(isCall)) return undefined
  return textOf(last.content.filter((piece) => asObject(piece)['type'] === 'text'))
}
