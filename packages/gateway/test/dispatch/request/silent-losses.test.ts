import { expect, it } from 'vitest'
import type { Conversation } from '@reason/core/conversation'
import { parseRequest, type ClientRequest } from '../../../src/client-apis/client-request.ts'
import { openaiChat as chatClient } from '../../../src/client-apis/chat-completions/chat-completions.ts'
import { anthropicMessages as messagesClient } from '../../../src/client-apis/messages/messages.ts'
import { createRequestWriter } from '../../../src/dispatch/request/request-writer.ts'
import { apis } from '../../support/apis.ts'
import { createWires, ourWires, type OurWire } from '../../../src/wires.ts'

const wires = createWires({ reasoningField: 'reasoning_content' })
const user = { role: 'user' as const, content: [{ type: 'text' as const, text: 'q' }] }
const parameters = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }

const write = (wire: OurWire, conversation: Conversation, model = 'm') => {
  const { body, notCarried } = wires(wire).writeRequest(conversation, { wire, model })
  return { body, notes: notCarried ?? [] }
}

it.each(ourWires)('%s gets strict arguments of tools, or the loss is noted', (wire) => {
  const asked = (strict: boolean) => write(wire, { messages: [user], tools: [{ type: 'function', name: 'f', parameters, strict }] })
  const { body, notes } = asked(true)
  expect(JSON.stringify(body).includes('"strict":true')).toBe(!notes.includes('strict arguments of tools'))
  expect(asked(false).notes).toEqual([])
})

/** A request of a Chat client between two questions, as the upstream gets it. */
async function written(wire: OurWire, provider: string | undefined, ...messages: object[]) {
  const asked = { role: 'user', content: 'q' }
  const bytes = Buffer.from(JSON.stringify({ model: 'm', messages: [asked, ...messages, asked] }))
  const upstream = { address: 'http://h', provider, api: apis[wire] }
  const { write } = createRequestWriter(wires('openai-chat'), wires(wire), upstream, { askUsage: true })
  const result = write((await parseRequest(chatClient, bytes)) as ClientRequest, bytes)
  if ('status' in result) throw new Error(result.message)
  return { body: JSON.parse(result.body.toString()) as { messages: object[] }, notes: result.notes }
}

const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }
const providers = ['groq', 'cerebras', 'mistral'] as const
const targets = [
  ...providers.map((provider) => ['openai-chat', provider] as const),
  ...ourWires.slice(1).map((wire) => [wire, undefined] as const),
]

it.each(
  targets.flatMap(([wire, provider]) =>
    [
      { audio: { id: 'a1' } },
      { content: null, audio: { id: 'a1' } },
      // Gemini's own form has a place for what a model has drawn.
      ...(wire === 'gemini' ? [] : [{ content: '', images: [image] }]),
    ].map((fields) => ({
      wire,
      provider,
      fields,
    })),
  ),
)('$wire $provider gets no empty message for $fields, and the loss is noted', async ({ wire, provider, fields }) => {
  const [with_, without] = [await written(wire, provider, { role: 'assistant', ...fields }), await written(wire, provider)]
  expect(with_.body).toEqual(without.body)
  expect(with_.notes.length).toBeGreaterThan(without.notes.length)
})

it('an answer that said nothing stays as empty as it was', async () => {
  const { body, notes } = await written('openai-chat', 'groq', { role: 'assistant', content: '', audio: null })
  expect(body.messages[1]).toEqual({ role: 'assistant', content: '' })
  expect(notes).toEqual([])
})

it.each(ourWires)('%s gets the citations that a document asks for, or the loss is noted', async (wire) => {
  const notesOf = async (enabled: boolean): Promise<readonly string[]> => {
    const source = { type: 'text', media_type: 'text/plain', data: 'Four.' }
    const content = [
      { type: 'document', source, citations: { enabled } },
      { type: 'text', text: 'q' },
    ]
    const bytes = Buffer.from(JSON.stringify({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content }] }))
    const upstream = { name: 'http://h', address: 'http://h', provider: undefined, api: apis[wire] }
    const { write } = createRequestWriter(wires('anthropic-messages'), wires(wire), upstream, { askUsage: true })
    const result = write((await parseRequest(messagesClient, bytes)) as ClientRequest, bytes)
    if ('status' in result) throw new Error(result.message)
    return result.notes
  }
  const lost = 'left out: citations of documents'
  expect((await notesOf(true)).includes(lost)).toBe(wire !== 'anthropic-messages')
  expect(await notesOf(false)).not.toContain(lost)
})
