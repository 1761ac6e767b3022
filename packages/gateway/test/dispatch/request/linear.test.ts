import { describe, expect, it } from 'vitest'
import type { FullWireFormat, RequestBody } from '@reason/core/wire'
import type { AssistantMessage, Conversation, Message, ToolMessage } from '@reason/core/conversation'
import type { ToolCall } from '@reason/core/result'
import { anthropicMessages } from '@reason/providers-anthropic'
import { bedrockConverse } from '@reason/providers-bedrock'
import { cohere } from '@reason/providers-cohere'
import { gemini, geminiInteractions } from '@reason/providers-google'
import { ollama } from '@reason/providers-ollama'
import { openaiChat, openaiResponses } from '@reason/providers-openai'
import { sample } from '@reason/testkit/sampling'
import { withPairedResults } from '../../../src/dispatch/request/paired-results.ts'
import { withPlainTools } from '../../../src/dispatch/request/plain-tools.ts'

const formats: readonly FullWireFormat[] = [
  openaiChat(),
  openaiResponses(),
  anthropicMessages(),
  gemini(),
  geminiInteractions(),
  bedrockConverse(),
  cohere(),
  ollama(),
]

const user: Message = { role: 'user', content: [{ type: 'text', text: 'q' }] }
const call = (id: string, name = 'f'): ToolCall => ({ type: 'tool-call', id, name, arguments: '{}', boundary: 'wire' })
const says = (...items: AssistantMessage['items']): Message => ({ role: 'assistant', items })
const result = (id: string): ToolMessage => ({ role: 'tool', call: id, content: [{ type: 'text', text: 'r' }] })
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index))

const many = 20_000
/** More than the body of a request may have, so that what takes quadratic time takes ten seconds. */
const shapes: Readonly<Record<string, () => Pick<Conversation, 'messages' | 'tools'>>> = {
  'calls of one message': () => ({
    messages: [user, says(...times(many, (at) => call(`c${at}`))), ...times(many, (at) => result(`c${at}`)), user],
  }),
  'calls of one id': () => ({ messages: [user, says(...times(many, () => call('c'))), ...times(many, () => result('c')), user] }),
  'calls whose results come in reverse': () => ({
    messages: [user, says(...times(many, (at) => call(`c${at}`))), ...times(many, (at) => result(`c${many - 1 - at}`)), user],
  }),
  'calls without results': () => ({ messages: [user, says(...times(many, (at) => call(`c${at}`))), user] }),
  'results without calls': () => ({ messages: [user, ...times(many, (at) => result(`c${at}`)), user] }),
  'messages of the user after a result': () => ({ messages: [user, says(call('c')), result('c'), ...times(many, () => user)] }),
  'messages of the assistant': () => ({
    messages: [user, ...times(3 * many, () => says({ type: 'block', channel: 'answer', text: 'a', boundary: 'wire' })), user],
  }),
  'calls of tools that the request does not offer, beside many tools': () => ({
    messages: [user, ...times(3000, (at) => [says(call(`c${at}`, `Unknown.tool-${at}`)), result(`c${at}`)]).flat(), user],
    tools: times(4000, (at) => ({ type: 'function', name: `tool_name_${at}` })),
  }),
}

const writers = formats.map((format) => [format.id, format] as const)

/** In seconds of CPU, of which each shape takes less than one. */
const most = 4

/** In seconds of CPU. */
function secondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

describe.each(Object.entries(shapes))('%s', (_, shape) => {
  const conversation: Conversation = { model: 'm', ...shape() }

  it.each(sample(writers, 3))('are written for %s in linear time', (_, format) => {
    const before = process.cpuUsage()
    const { messages } = withPairedResults(conversation.messages)
    expect(format.writeRequest({ ...conversation, messages }, { wire: format.id, model: 'm' }).body).toBeTypeOf('object')
    expect(secondsSince(before)).toBeLessThan(most)
  })
})

it('results that one message of Messages has are read in linear time', () => {
  const content = times(3 * many, (at) => ({ type: 'tool_result', tool_use_id: `c${at}`, content: 'r' }))
  const before = process.cpuUsage()
  const { messages } = anthropicMessages().readRequest({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content }] })
  expect(messages).toHaveLength(3 * many)
  expect(secondsSince(before)).toBeLessThan(most)
})

it('blocks of a document of Messages are read in linear time', () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } }
  const document = { type: 'document', source: { type: 'content', content: times(3 * many, () => image) } }
  const before = process.cpuUsage()
  const body = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: [document] }] }
  const [message] = anthropicMessages().translation!.read(body, false).messages
  expect(message).toMatchObject({ role: 'user', content: { length: 3 * many } })
  expect(secondsSince(before)).toBeLessThan(most)
})

/** A list of a request in the upstream's own format, which is read, and written from the records of its reading. */
const lists: Readonly<Record<string, [FullWireFormat, RequestBody]>> = {
  'calls of Chat': [
    openaiChat(),
    {
      messages: [
        {
          role: 'assistant',
          content: null,
          tool_calls: times(many, (at) => ({ id: `c${at}`, type: 'function', function: { name: 'f', arguments: '{}' } })),
        },
        ...times(many, (at) => ({ role: 'tool', tool_call_id: `c${at}`, content: 'r' })),
      ],
    },
  ],
  'parts of a message of Chat': [
    openaiChat(),
    { messages: [{ role: 'assistant', content: times(many, (at) => ({ type: at % 2 ? 'text' : 'refusal', text: 'a', refusal: 'r' })) }] },
  ],
  'details of reasoning': [
    openaiChat(),
    {
      messages: [
        { role: 'assistant', content: 'a', reasoning_details: times(many, () => ({ type: 'reasoning.encrypted', index: 0, data: 'd' })) },
      ],
    },
  ],
  'calls of Cohere': [
    cohere(),
    {
      messages: [
        {
          role: 'assistant',
          tool_calls: times(many, (at) => ({ id: `c${at}`, type: 'function', function: { name: 'f', arguments: '{}' } })),
        },
        ...times(many, (at) => ({ role: 'tool', tool_call_id: `c${at}`, content: 'r' })),
      ],
    },
  ],
  'parts of a message of Cohere': [
    cohere(),
    { messages: [{ role: 'assistant', content: times(many, (at) => ({ type: at % 2 ? 'text' : 'thinking', text: 'a', thinking: 't' })) }] },
  ],
  'calls of Gemini': [
    gemini(),
    {
      contents: [
        { role: 'user', parts: [{ text: 'q' }] },
        { role: 'model', parts: times(many, () => ({ functionCall: { name: 'f', args: {} } })) },
        { role: 'user', parts: times(many, () => ({ functionResponse: { name: 'f', response: { r: 1 } } })) },
      ],
    },
  ],
  'steps of interactions': [
    geminiInteractions(),
    { input: times(many, (at) => ({ type: 'function_call', id: `c${at}`, name: 'f', arguments: {} })) },
  ],
  'calls of Ollama': [
    ollama(),
    { messages: [{ role: 'assistant', content: '', tool_calls: times(many, () => ({ function: { name: 'f', arguments: {} } })) }] },
  ],
}

it.each(Object.entries(lists))('%s are written back in linear time', (_, [format, body]) => {
  const before = process.cpuUsage()
  const conversation = format.readRequest({ model: 'm', ...body })
  const { messages } = withPairedResults(conversation.messages)
  expect(format.writeRequest({ ...conversation, messages }, { wire: format.id, model: 'm' }).body).toBeTypeOf('object')
  expect(secondsSince(before)).toBeLessThan(most)
})

it('documents without names get names in linear time', () => {
  const file = { type: 'file', file: { file_data: 'data:application/pdf;base64,JVBERi0=' } }
  const { messages } = openaiChat().readRequest({
    model: 'm',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'q' }, ...times(many, () => file)] }],
  })
  const before = process.cpuUsage()
  const { body } = bedrockConverse().writeRequest({ model: 'm', messages }, { wire: 'bedrock-converse', model: 'm' })
  expect(JSON.stringify(body)).toContain(`document ${many}`)
  expect(secondsSince(before)).toBeLessThan(most)
})

it('alternatives in the parameters of a tool are joined in linear time', () => {
  const anyOf = times(many, (at) => ({
    type: 'object',
    properties: { [`p${at}`]: { type: 'string' }, shared: { const: at } },
    required: ['shared', `p${at}`],
  }))
  const before = process.cpuUsage()
  const { conversation } = withPlainTools(
    { model: 'm', messages: [user], tools: [{ type: 'function', name: 'f', parameters: { anyOf } }] },
    'openai-chat',
  )
  expect(conversation.tools).toMatchObject([
    { parameters: { type: 'object', required: ['shared'], properties: { shared: { anyOf: { length: many } } } } },
  ])
  expect(secondsSince(before)).toBeLessThan(most)
})
