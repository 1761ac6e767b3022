import { randomBytes } from 'node:crypto'
import { inputError } from '../cli-error.ts'
import type { GatewayClient } from '../gateway/client.ts'
import type { GenerateRequest, RequestMessage } from '@reason/gateway-api/generate'
import { defined } from '@reason/wire-kit'
import type { ThinkingView } from './thinking.ts'
import type { Answered } from './turn.ts'

/** A conversation. Stored only in memory; the reasoning of the last answer is kept until the next question. */
export interface ChatSession {
  readonly gateway: GatewayClient
  /** Models that the gateway lists. Empty if it has no list. */
  readonly models: readonly string[]
  /** Session of the traces and the budget at the gateway. */
  readonly session: string
  model: string
  effort: GenerateRequest['effort']
  /** Maximum reasoning tokens per answer. */
  budget: number | undefined
  maxTokens: number | undefined
  visibility: GenerateRequest['visibility']
  view: ThinkingView
  messages: RequestMessage[]
  /** The last question with its reasoning and trace. */
  last: { question: string; reasoning: string; trace: string | undefined; before: readonly RequestMessage[] } | undefined
}

type Options = Pick<ChatSession, 'effort' | 'budget' | 'maxTokens' | 'visibility' | 'view'> & {
  model: string | undefined
  session: string | undefined
  system: string | undefined
}

/** @throws {CliError} if no model is named and the gateway lists none */
export async function openChat(gateway: GatewayClient, { model, session, system, ...rest }: Options): Promise<ChatSession> {
  const models = await modelsOf(gateway, model !== undefined)
  const chosen = model ?? models[0]
  if (chosen === undefined) throw inputError(`${gateway.url} lists no models. Name one with --model.`)
  return {
    ...rest,
    gateway,
    models,
    session: session ?? `chat-${randomBytes(4).toString('hex')}`,
    model: chosen,
    messages: system === undefined ? [] : [{ role: 'system', content: system }],
    last: undefined,
  }
}

/** Lists the models. Some providers have no list: then a named model is required, and there is no completion. */
async function modelsOf(gateway: GatewayClient, isNamed: boolean): Promise<string[]> {
  try {
    const { data } = await gateway.json<{ data?: { id?: unknown }[] }>('/v1/models')
    return (Array.isArray(data) ? data : []).flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
  } catch (error) {
    if (isNamed) return []
    throw error
  }
}

export const requestOf = (chat: ChatSession, question: string): GenerateRequest => ({
  model: chat.model,
  messages: [...chat.messages, { role: 'user', content: question }],
  session: chat.session,
  ...defined({ effort: chat.effort, budget_tokens: chat.budget, max_tokens: chat.maxTokens, visibility: chat.visibility }),
})

/** Adds a question and its answer to the conversation. A question without an answer is not added, so that a retry does not repeat it. */
export function remember(chat: ChatSession, question: string, { reasoning, answer, final }: Answered, trace: string | undefined): void {
  chat.last = { question, reasoning, trace, before: chat.messages }
  const message = final?.message ?? (answer === '' ? undefined : { role: 'assistant' as const, content: answer })
  if (message === undefined) return
  // The chat runs no tools, but providers require a result for each call.
  const results = (final?.tool_calls ?? []).map(({ id }): RequestMessage => ({
    role: 'tool',
    call: id,
    content: 'There are no tools here.',
    failed: true,
  }))
  chat.messages = [...chat.messages, { role: 'user', content: question }, message, ...results]
}
