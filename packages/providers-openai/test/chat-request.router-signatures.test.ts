import { describe, expect, it } from 'vitest'
import { openaiChat } from '@reason/providers-openai'

const wire = openaiChat()
const routed = { role: 'assistant', content: 'Seen.', provider_specific_fields: { thought_signatures: ['s'], other: 1 } }
const body = { model: 'gemini-3-pro', messages: [{ role: 'user', content: 'q' }, routed, { role: 'user', content: 'r' }] }
const read = () => wire.readRequest!(body, { model: 'gemini-3-pro' })

it('reads the signature that LiteLLM has on a message, and writes it there', () => {
  const [, message] = read().messages
  expect(message).toMatchObject({ seals: [{ kind: 'thought-signature', value: 's' }] })
  expect(wire.writeRequest!(read(), { wire: 'openai-chat', model: 'gemini-3-pro' }).body.messages).toEqual(body.messages)
})

it('sends no copy of the signature to another model', () => {
  expect(JSON.stringify(wire.writeRequest!(read(), { wire: 'openai-chat', model: 'other', provider: 'groq' }).body)).not.toContain('"s"')
})

const head = { id: 'c', type: 'function' }
const called = { name: 'f', arguments: '{}' }
const rewritten = (message: object, provider?: string) => {
  const messages = [{ role: 'user', content: 'q' }, message, { role: 'tool', tool_call_id: 'c', content: 'r' }]
  const read = wire.readRequest!({ model: 'gemini-3-pro', messages }, { model: 'gemini-3-pro' })
  const { body, notCarried } = wire.writeRequest!(read, {
    wire: 'openai-chat',
    model: 'gemini-3-pro',
    ...(provider !== undefined && { provider }),
  })
  return { messages: body.messages as Record<string, unknown>[], notCarried }
}

describe.each([
  ['the call', { ...head, function: called, provider_specific_fields: { thought_signature: 's' } }],
  ['a list of the call', { ...head, function: called, provider_specific_fields: { thought_signatures: ['s'] } }],
  ['the function', { ...head, function: { ...called, provider_specific_fields: { thought_signature: 's' } } }],
])('a signature on %s', (_, call) => {
  const callFor = (provider?: string): unknown => {
    const [, message] = rewritten({ role: 'assistant', content: null, tool_calls: [call] }, provider).messages
    return (message!['tool_calls'] as unknown[])[0]
  }

  it('goes back to LiteLLM on the call', () =>
    expect(callFor()).toEqual({ ...head, function: called, provider_specific_fields: { thought_signature: 's' } }))
  it("goes to Google in Google's own field, once", () =>
    expect(callFor('google')).toEqual({ ...head, function: called, extra_content: { google: { thought_signature: 's' } } }))
  it('goes to no strict provider', () => expect(callFor('groq')).toEqual({ ...head, function: called }))
})

it('leaves an answer out of which a strict provider reads nothing, and keeps an empty one', () => {
  const roles = (message: object) => rewritten(message, 'groq').messages.map(({ role }) => role)
  expect(roles({ role: 'assistant', audio: { id: 'a' } })).toEqual(['user', 'tool'])
  expect(rewritten({ role: 'assistant', audio: { id: 'a' } }, 'groq').notCarried).toContain('messages without content')
  expect(roles({ role: 'assistant', content: '' })).toEqual(['user', 'assistant', 'tool'])
})
