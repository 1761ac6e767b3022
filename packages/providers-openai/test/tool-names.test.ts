import { fitToolName, resolveToolName } from '@reason/wire-kit'
import type { Conversation } from '@reason/core/conversation'
import { describe, expect, it } from 'vitest'
import { openaiChat, openaiResponses } from '../src/index.ts'

const long = `mcp__${'server_'.repeat(10)}__read`
const other = `mcp__${'server_'.repeat(10)}__write`
const odd = 'files/read:all'
const conversation: Conversation = {
  tools: [long, other, odd].map((name) => ({ type: 'function', name, parameters: { type: 'object' } })),
  toolChoice: { name: other },
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'q' }] },
    { role: 'assistant', items: [{ type: 'tool-call', id: 'call_1', name: long, arguments: '{}' }] },
    { role: 'tool', call: 'call_1', name: long, content: [{ type: 'text', text: 'r' }] },
  ],
}
const formats = [openaiChat(), openaiResponses()].map((wire) => [wire.id, wire] as const)

/** Whatever is called a name of a tool, anywhere in a body. */
const namesIn = (body: unknown): string[] => [...JSON.stringify(body).matchAll(/"name":"([^"]*)"/g)].map(([, name]) => name!)

it.each(['cerebras', 'dashscope', 'deepseek', 'groq', 'mistral', 'openrouter'])('names of tools fit %s', (provider) => {
  const { body } = openaiChat().writeRequest!(conversation, { provider, wire: 'openai-chat', model: 'm' })
  const names = namesIn(body)
  expect(names.filter((name) => name === fitToolName(long, 64)).length).toBeGreaterThan(1)
  expect(names.every((name) => /^[A-Za-z0-9_-]{1,64}$/.test(name))).toBe(true)
})

describe.each(formats)('names of tools in %s', (id, wire) => {
  const write = (provider: string) => wire.writeRequest!(conversation, { provider, wire: id, model: 'gpt-5' }).body

  it.each(['openai', 'azure'])('fit %s, and are the same ones everywhere', (provider) => {
    const names = namesIn(write(provider))
    expect(names.every((name) => /^[A-Za-z0-9_-]{1,64}$/.test(name))).toBe(true)
    const [first, second, third] = [long, other, odd].map((name) => fitToolName(name, 64))
    expect(new Set(names)).toEqual(new Set([first, second, third]))
    // The tool, and the call of it.
    expect(names.filter((name) => name === first).length).toBeGreaterThan(1)
    // The tool, and the choice of it.
    expect(names.filter((name) => name === second)).toHaveLength(2)
    const offered = [long, other, odd]
    expect([first, second, third].map((name) => resolveToolName(name!, offered))).toEqual(offered)
  })

  it('stay as they are for servers that take any', () => {
    expect(new Set(namesIn(write('vllm')))).toEqual(new Set([long, other, odd]))
  })
})
