import { randomBytes } from 'node:crypto'
import { inputError } from '../cli-error.ts'
import type { GatewayClient } from '../gateway/client.ts'
import type { GenerateRequest, RequestMessage } from '@reason/gateway-api/generate'
import type { ThinkingView } from './thinking.ts'
import type { Answered } from './turn.ts'

/** A conversation. It is kept in memory only, and the reasoning of the last answer until the next question. */
export interface Chat {
  readonly gateway: GatewayClient
  /** As the gateway lists them; empty where it has no list. */
  readonly models: readonly string[]
  /** Names its traces and its budget at the gateway. */
  readonly session: string
  model: string
  effort: GenerateRequest['effort']
  /** Most reasoning tokens of an answer. */
  budget: number | undefined
  maxTokens: number | undefined
  visibility: GenerateRequest['visibility']
  view: ThinkingView
  messages: RequestMessage[]
  /** The last question with what came of it. */
  last: { question: string; reasoning: string; trace: string | undefined; before: readonly RequestMessage[] } | undefined
}

type Options = Pick<Chat, 'effort' | 'budget' | 'maxTokens' | 'visibility' | 'view'> & {
  model: string | undefined
  session: string | undefined
  system: string | undefined
}

/** @throws {CliError} where no model is named and the gateway lists none */
export async function openChat(gateway: GatewayClient, { model, session, system, ...rest }: Options): Promise<Chat> {
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

/** Some providers have no list: then a name is asked for, and nothing is completed. */
async function modelsOf(gateway: GatewayClient, isNamed: boolean): Promise<string[]> {
  try {
    const { data } = await gateway.json<{ data?: { id?: unknown }[] }>('/v1/models')
    return (Array.isArray(data) ? data : []).flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
  } catch (error) {
    if (isNamed) return []
    throw error
  }
}

/** What is sent for a question. */
export const requestOf = (chat: Chat, question: string): GenerateRequest => ({
  model: chat.model,
  messages: [...chat.messages, { role: 'user', content: question }],
  session: chat.session,
  ...(chat.effort !== undefined && { effort: chat.effort }),
  ...(chat.budget !== undefined && { budget_tokens: chat.budget }),
  ...(chat.maxTokens !== undefined && { max_tokens: chat.maxTokens }),
  ...(chat.visibility !== undefined && { visibility: chat.visibility }),
})

/** The conversation goes on from an answer. A question without one is forgotten, so that none is asked twice. */
export function remember(chat: Chat, question: string, { reasoning, answer, final }: Answered, trace: string | undefined): void {
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
