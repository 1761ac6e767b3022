import { describe, expect, it } from 'vitest'
import { wireOf } from '../support/apis.ts'

const clients = {
  'openai-chat': { messages: [{ role: 'user', content: 'q' }], tools: [{ type: 'function', function: { name: 'f', parameters: null } }] },
  'openai-responses': { input: 'q', tools: [{ type: 'function', name: 'f', parameters: null }] },
} as const
const upstreams = ['anthropic-messages', 'bedrock-converse', 'cohere', 'gemini', 'gemini-interactions', 'ollama'] as const

describe.each(Object.entries(clients))('a tool whose parameters are null, of %s', (wire, fields) => {
  const client = wireOf(wire as keyof typeof clients)
  const written = (to: Parameters<typeof wireOf>[0]): string =>
    JSON.stringify(wireOf(to).writeRequest(client.readRequest({ model: 'm', ...fields }), { wire: to, model: 'm' }).body)

  it.each(upstreams)('has none before %s', (to) => {
    expect(written(to)).toContain('"f"')
    expect(written(to)).not.toContain('null')
  })

  it('stays as it was in its own format', () => {
    expect(written(wire as keyof typeof clients)).toContain('"parameters":null')
  })
})
