import type { AssistantMessage, Conversation, Message } from '@reason/core/conversation'
import { anthropicMessages } from '@reason/providers-anthropic'
import { bedrockConverse } from '@reason/providers-bedrock'
import { cohere } from '@reason/providers-cohere'
import { gemini, geminiInteractions } from '@reason/providers-google'
import { ollama } from '@reason/providers-ollama'
import { openaiChat, openaiResponses } from '@reason/providers-openai'
import { describe, expect, it } from 'vitest'
import { requestOf, type ClientRequest } from '../../../src/client-apis/client-request.ts'
import { openaiChat as client } from '../../../src/client-apis/chat-completions/chat-completions.ts'
import { createRequestWriter } from '../../../src/dispatch/request/request-writer.ts'
import { apis } from '../../support/apis.ts'

const formats = [
  openaiChat(),
  openaiResponses(),
  anthropicMessages(),
  gemini(),
  geminiInteractions(),
  bedrockConverse(),
  cohere(),
  ollama(),
].map((format) => [format.id, format] as const)

const user: Message = { role: 'user', content: [{ type: 'text', text: 'q' }] }
const turn = (at: number): Message[] => {
  const items: AssistantMessage['items'] = [
    { type: 'block', channel: 'reasoning', text: `thought ${at}`, boundary: 'wire' },
    { type: 'tool-call', id: `c${at}`, name: 'f', arguments: '{}', boundary: 'wire' },
  ]
  return [
    { role: 'assistant', items },
    { role: 'tool', call: `c${at}`, content: [{ type: 'text', text: `result ${at}` }] },
  ]
}
const conversation = (turns: number): Conversation => ({
  messages: [user, ...Array.from({ length: turns }, (_, at) => turn(at)).flat(), user],
  tools: [{ type: 'function', name: 'f' }],
})

/** Runs steps to their end. */
function walked<Result>(steps: Generator<void, Result>): { result: Result; count: number } {
  for (let count = 1; ; count++) {
    const { done, value } = steps.next()
    if (done === true) return { result: value, count }
  }
}

describe.each(formats)('%s', (_, format) => {
  const target = { wire: format.id, model: 'm' }

  it('plans and writes a conversation in steps of a thousand messages, with the result of one step', () => {
    const long = conversation(1800)
    const { result, count } = walked(format.writeInSteps!(long, target))
    expect(count).toBeGreaterThanOrEqual(5)
    expect(result).toEqual(format.writeRequest(long, target))
  })

  it('plans and writes a short conversation in a few steps', () => {
    const { result, count } = walked(format.writeInSteps!(conversation(2), target))
    expect(count).toBeLessThanOrEqual(5)
    expect(result).toEqual(format.writeRequest(conversation(2), target))
  })
})

it('a request for another API is written in the steps of its format', () => {
  const messages = [
    { role: 'user', content: 'q' },
    ...Array.from({ length: 1800 }, (_, at) => [
      { role: 'assistant', content: null, tool_calls: [{ id: `c${at}`, type: 'function', function: { name: 'f', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: `c${at}`, content: 'r' },
    ]).flat(),
  ]
  const body = { model: 'm', messages }
  const writer = createRequestWriter(
    openaiChat(),
    anthropicMessages(),
    { address: 'h', provider: undefined, api: apis['anthropic-messages'] },
    { askUsage: true },
  )
  const request: ClientRequest = { ...(requestOf(client, body) as ClientRequest), isLong: true }
  const bytes = Buffer.from(JSON.stringify(body))
  const { result, count } = walked(writer.writeInSteps(request, bytes))
  expect(count).toBeGreaterThanOrEqual(5)
  expect(result).toEqual(writer.write(request, bytes))
})
