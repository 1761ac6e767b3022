import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import type OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { strictProviders, strictUpstream } from './strict-mock.ts'

type Message = ChatCompletionMessageParam & Readonly<Record<string, unknown>>

const tools = [{ type: 'function' as const, function: { name: 'look', parameters: { type: 'object' } } }]

/** The part of an answer that a client keeps for the next step. */
const clients: Readonly<Record<string, (client: OpenAI, model: string, messages: Message[]) => Promise<Message>>> = {
  'openai, whole': async (client, model, messages) =>
    (await client.chat.completions.create({ model, messages, tools })).choices[0]!.message as Message,

  'openai, streamed': async (client, model, messages) =>
    (await client.chat.completions.stream({ model, messages, tools }).finalMessage()) as unknown as Message,

  // As `@ai-sdk/openai-compatible` writes it.
  'texts, calls and reasoning_content': async (client, model, messages) => {
    const { content, tool_calls: calls, ...rest } = (await client.chat.completions.create({ model, messages, tools })).choices[0]!.message
    const { reasoning_content: reasoning } = rest as { reasoning_content?: string }
    return {
      role: 'assistant',
      content: content ?? '',
      ...(reasoning !== undefined && { reasoning_content: reasoning }),
      ...(calls !== undefined && { tool_calls: calls.map((call) => ({ id: call.id, type: call.type, ...pick(call, 'function') })) }),
    } as Message
  },
}

const pick = (holder: object, name: string): Readonly<Record<string, unknown>> => ({
  [name]: (holder as Readonly<Record<string, unknown>>)[name],
})

const cells = strictProviders.flatMap((strict) =>
  Object.keys(clients).flatMap((client) =>
    (['full', 'none'] as const).map((visibility) => [strict.provider, strict.model, client, visibility, strict] as const),
  ),
)

describe('three steps of a tool loop, before a provider that checks its messages', () => {
  it.each(cells)('%s %s: %s, at %s', async (provider, model, name, visibility, strict) => {
    const { url, refused } = await strictUpstream(strict)
    const { client } = await startGateway('--upstream', url, '--upstream-provider', provider, '--visibility', visibility)
    const messages: Message[] = [{ role: 'user', content: 'Look.' }]
    for (let step = 0; step < 2; step++) {
      const said = await clients[name]!(client, model, messages)
      const [call] = said.role === 'assistant' ? (said.tool_calls ?? []) : []
      messages.push(said, { role: 'tool', tool_call_id: call!.id, content: 'Seen.' })
    }
    const last = await clients[name]!(client, model, messages)
    expect([refused, last.content]).toEqual([[], 'Done.'])
  })
})
