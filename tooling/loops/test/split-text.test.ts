import type { Part } from '@reason/core'
import { thinkTags } from '@reason/think-tags'
import { describe, expect, test } from 'vitest'
import { clientFormats, createApplication } from './clients.ts'
import { createGateway } from './gateway.ts'

/** MiniMax thinks in its text, and wants all of it back between tool calls. */
const thought = 'They ask for Rome, and so shall I.'
const text = `<think>${thought}</think>\n\nI look.`
const parts: Part[] = [
  { type: 'start', id: 'r1', model: 'MiniMax-M2' },
  { type: 'block-start', block: 0, channel: 'answer' },
  { type: 'delta', block: 0, channel: 'answer', text },
  { type: 'block-end', block: 0, channel: 'answer', boundary: 'wire' },
  { type: 'tool-call-start', call: 0, id: 'call_1', name: 'weather' },
  { type: 'tool-call-delta', call: 0, text: '{"city":"Rome"}' },
  { type: 'tool-call-end', call: 0, boundary: 'wire' },
  { type: 'finish', reason: 'tool-calls' },
  { type: 'end' },
]
const target = { provider: 'minimax', wire: 'openai-chat', model: 'MiniMax-M2' }

describe.each(clientFormats)('%s: reasoning that was split off the text goes back in it', (client) => {
  test.each(['none', 'full'] as const)('%s', async (visibility) => {
    const gateway = createGateway({ client, target, visibility, parts, adapter: thinkTags(), when: 'always' })
    const application = createApplication(client, gateway.send, { tools: ['weather'], stream: true })
    for (let step = 0; step < 4; step++) application.reply((await application.ask()).calls)
    const { messages } = gateway.last().body() as { messages: { role: string; content: unknown }[] }
    expect(messages.filter(({ role }) => role === 'assistant').map(({ content }) => content)).toEqual([text, text, text])
    if (visibility === 'none') expect(gateway.sent.join('')).not.toMatch(/They|ask for|and so|shall I/)
  })
})
