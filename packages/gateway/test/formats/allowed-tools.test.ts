import { describe, expect, it } from 'vitest'
import { wireOf } from '../support/apis.ts'

const named = (name: string) => ({ type: 'function', name, parameters: { type: 'object', properties: {} } })
const inner = (name: string) => ({ type: 'function', function: { name, parameters: { type: 'object', properties: {} } } })

const requests = {
  'openai-responses': {
    model: 'm',
    input: 'q',
    tools: ['f', 'g', 'h'].map(named),
    tool_choice: { type: 'allowed_tools', mode: 'required', tools: ['f', 'h'].map((name) => ({ type: 'function', name })) },
  },
  'openai-chat': {
    model: 'm',
    messages: [{ role: 'user', content: 'q' }],
    tools: ['f', 'g', 'h'].map(inner),
    tool_choice: {
      type: 'allowed_tools',
      allowed_tools: { mode: 'required', tools: ['f', 'h'].map((name) => ({ type: 'function', function: { name } })) },
    },
  },
} as const

type Api = keyof typeof requests

const read = (api: Api, changes: object = {}) => wireOf(api).readRequest({ ...requests[api], ...changes })

const targets = ['anthropic-messages', 'bedrock-converse', 'gemini', 'cohere', 'ollama', 'openai-chat', 'openai-responses'] as const
const pairs = (Object.keys(requests) as Api[]).flatMap((from) => targets.filter((to) => to !== from).map((to) => [from, to] as const))

/** Names of the tools, wherever a format has them. */
const namesIn = (body: unknown): string[] =>
  [
    ...JSON.stringify((body as { tools?: unknown; toolConfig?: unknown }).tools ?? (body as { toolConfig?: unknown }).toolConfig).matchAll(
      /"name":"(\w)"/g,
    ),
  ].map(([, name]) => name!)

describe('a selection among the tools', () => {
  it.each(pairs)('goes from %s to %s as the tools that may be called', (from, to) => {
    const { body, notCarried } = wireOf(to).writeRequest(read(from), { wire: to, model: 'claude-sonnet-4-5' })
    expect(namesIn(body)).toEqual(['f', 'h'])
    expect(notCarried.filter((what) => what.includes('allowed_tools'))).toEqual([])
  })

  it.each(Object.keys(requests) as Api[])('stays as it was written in %s', (api) => {
    expect(wireOf(api).writeRequest(read(api), { wire: api, provider: 'openai', model: 'm' }).body).toMatchObject(requests[api])
  })

  it('of tools that there are not leaves those that there are, and is said to be lost', () => {
    const choice = { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'other' }] }
    const conversation = read('openai-responses', { tool_choice: choice })
    const { body, notCarried } = wireOf('anthropic-messages').writeRequest(conversation, {
      wire: 'anthropic-messages',
      model: 'claude-sonnet-4-5',
    })
    expect(namesIn(body)).toEqual(['f', 'g', 'h'])
    expect(notCarried).toContain('the setting tool_choice.allowed_tools')
  })
})
