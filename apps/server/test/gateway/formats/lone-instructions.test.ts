import { describe, expect, it } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { messagesAnswer } from '../../support/upstream.ts'
import { rememberingUpstream } from '../../support/remembering-upstream.ts'
import { postJson } from '../../support/post.ts'

const [first, last] = ['Be brief.', 'Say hello.']

/** Requests of each API that hold instructions alone. */
const requests: Record<string, object> = {
  '/v1/chat/completions': {
    messages: [
      { role: 'system', content: first },
      { role: 'developer', content: last },
    ],
  },
  '/v1/responses': { instructions: first, input: [{ role: 'developer', content: last }] },
  '/v1/generate': {
    messages: [
      { role: 'system', content: first },
      { role: 'system', content: last },
    ],
  },
}

/** The user's message there, and the instructions. */
const places: Record<string, (body: Record<string, never>) => unknown> = {
  'anthropic-messages': ({ messages, system }) => [messages, system],
  'bedrock-converse': ({ messages, system }) => [messages, system],
  gemini: ({ contents, systemInstruction }) => [contents, systemInstruction],
}

describe.each(Object.entries(places))('before %s', (format, read) => {
  it.each(Object.entries(requests))('the last of instructions alone is what the user says: %s', async (path, body) => {
    const { origin, seen } = await rememberingUpstream({ type: 'application/json', body: messagesAnswer('Hello.') })
    const { url } = await startGateway('--upstream', origin, '--upstream-format', format)
    const response = await postJson(url + path, { model: 'm', ...body })
    expect(response.status === 200 ? response.headers.get('x-reason-notes') : '1').toMatch(/^[12]$/)
    const [said, instructions] = read(seen[0]!.body as Record<string, never>) as [unknown[], unknown]
    expect(said).toHaveLength(1)
    expect(said[0]).toMatchObject({ role: 'user' })
    expect(JSON.stringify(said)).toContain(last)
    expect(JSON.stringify(instructions)).toContain(first)
    expect(JSON.stringify(instructions)).not.toContain(last)
  })
})

it('a conversation without any message is refused as before', async () => {
  const { origin, seen } = await rememberingUpstream({ type: 'application/json', body: '{}' })
  const { chat } = await startGateway('--upstream', origin, '--upstream-format', 'gemini')
  expect((await chat({ model: 'm', messages: [] })).status).toBe(400)
  expect(seen).toEqual([])
})
