import { describe, expect, it } from 'vitest'
import { rememberingUpstream } from '../../support/remembering-upstream.ts'
import { startGateway } from '../../support/gateway.ts'
import { keyFile } from '../../support/key-file.ts'
import { postJson } from '../../support/post.ts'

type Fields = Readonly<Record<string, unknown>>

/** The body that the upstream gets. */
async function sent(flags: readonly string[], path: string, body: Fields, headers: Readonly<Record<string, string>> = {}): Promise<Fields> {
  const { origin, seen } = await rememberingUpstream({ type: 'application/json', body: '{"error":{"message":"Seen."}}', status: 418 })
  const { url } = await startGateway('--upstream', origin, ...flags)
  await fetch(`${url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
  return seen[0]!.body
}

describe('--ask-reasoning, from Responses to Responses', () => {
  const flags = ['--upstream-format', 'openai-responses', '--upstream-provider', 'openai', '--ask-reasoning', 'summary']
  it.each<[reasoning: unknown, expected: unknown]>([
    [undefined, { summary: 'auto' }],
    [{ effort: 'high' }, { effort: 'high', summary: 'auto' }],
    [
      { effort: 'high', summary: 'detailed' },
      { effort: 'high', summary: 'detailed' },
    ],
    [{ effort: 'none' }, { effort: 'none' }],
  ])('asks where the client does not: %j', async (reasoning, expected) => {
    const input = [{ role: 'user', content: 'q' }]
    const body = await sent(flags, '/v1/responses', {
      model: 'gpt-5.2',
      input,
      temperature: 1,
      ...(reasoning !== undefined && { reasoning }),
    })
    expect(body).toEqual({ model: 'gpt-5.2', input, temperature: 1, reasoning: expected })
  })

  it('leaves a request as it came without it', async () => {
    const asked = { model: 'gpt-5.2', input: 'q' }
    expect(await sent(flags.slice(0, 4), '/v1/responses', asked)).toEqual(asked)
  })
})

describe('--ask-effort, before Claude', () => {
  const flags = ['--upstream-format', 'anthropic-messages', '--upstream-provider', 'anthropic', '--ask-effort', 'medium']
  const messages = [{ role: 'user', content: 'q' }]

  it.each<[what: string, path: string, body: Fields, thinking: unknown, effort: unknown]>([
    ['Chat Completions', '/v1/chat/completions', { messages }, { type: 'adaptive' }, 'medium'],
    ['Responses', '/v1/responses', { input: messages }, { type: 'adaptive' }, 'medium'],
    ['one that says its own', '/v1/chat/completions', { messages, reasoning_effort: 'low' }, { type: 'adaptive' }, 'low'],
    ['one that wants none', '/v1/chat/completions', { messages, reasoning_effort: 'none' }, { type: 'disabled' }, undefined],
    ['Messages, whose client knows its model', '/v1/messages', { messages, max_tokens: 100 }, undefined, undefined],
  ])('asks for a client of %s', async (_, path, body, thinking, effort) => {
    const got = await sent(flags, path, { model: 'claude-opus-4-8', ...body })
    expect([got['thinking'], (got['output_config'] as Fields | undefined)?.['effort']]).toEqual([thinking, effort])
  })

  it.each<[what: string, key: Parameters<ReturnType<typeof keyFile>['make']>[0], body: Fields, effort: unknown]>([
    ['of the key, before that of the gateway', { askEffort: 'high' }, {}, 'high'],
    ['of the gateway, where the key has none', {}, {}, 'medium'],
    ['of the request, before both', { askEffort: 'high' }, { reasoning_effort: 'low' }, 'low'],
  ])('is that %s', async (_, rights, body, effort) => {
    const keys = keyFile()
    const { text } = await keys.make(rights)
    const asked = { model: 'claude-opus-4-8', messages, ...body }
    const got = await sent([...flags, '--keys', keys.path, '--require-keys'], '/v1/chat/completions', asked, {
      authorization: `Bearer ${text}`,
    })
    expect(got).toMatchObject({ thinking: { type: 'adaptive' }, output_config: { effort } })
  })

  it('is that of an upstream, before that of the gateway', async () => {
    const { origin, seen } = await rememberingUpstream({ type: 'application/json', body: '{"error":{"message":"Seen."}}', status: 418 })
    const one = { format: 'anthropic-messages', provider: 'anthropic' }
    const upstreams = [
      { name: 'a', url: origin, models: ['claude-opus-4-8'], askEffort: 'max', ...one },
      { name: 'b', url: origin, models: ['claude-opus-4-7'], ...one },
    ]
    const { url } = await startGateway('--upstreams', JSON.stringify(upstreams), '--ask-effort', 'low')
    for (const model of ['claude-opus-4-8', 'claude-opus-4-7']) await postJson(`${url}/v1/chat/completions`, { model, messages })
    const answers = seen.filter(({ method }) => method === 'POST').map(({ body }) => body['output_config'])
    expect(answers).toEqual([{ effort: 'max' }, { effort: 'low' }])
  })

  it('is not asked for by default', async () => {
    expect(await sent(flags.slice(0, 4), '/v1/chat/completions', { model: 'claude-opus-4-8', messages })).not.toHaveProperty('thinking')
  })
})

describe('unsigned thinking that a client brings back', () => {
  const thinking = { type: 'thinking', thinking: 'R', signature: '' }
  const call = { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} }
  it.each([
    ['llamacpp', 'reasoning_content'],
    ['vllm', 'reasoning'],
    ['sglang', 'reasoning_content'],
    ['ollama', 'reasoning'],
    ['deepseek', 'reasoning_content'],
  ])('reaches %s as %s, and no text has it', async (provider, field) => {
    const messages = [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: [thinking, call] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'Seen.' }] },
    ]
    const tools = [{ name: 'f', input_schema: { type: 'object' } }]
    const body = await sent(['--upstream-provider', provider], '/v1/messages', { model: 'qwen3-8b', max_tokens: 100, tools, messages })
    const [, said] = body['messages'] as Fields[]
    expect(said).toMatchObject({ role: 'assistant', [field]: 'R', content: null })
  })
})
