import { expect, it } from 'vitest'
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
