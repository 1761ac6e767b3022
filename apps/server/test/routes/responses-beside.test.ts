import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { asObject, type Json } from '@reason/gateway/json'
import { problemOf } from '../support/answer-checks.ts'
import { startGateway } from '../support/gateway.ts'
import { keyFile } from '../support/key-file.ts'
import { rememberingUpstream } from '../support/remembering-upstream.ts'

const type = 'application/json'
const input = [{ role: 'user' as const, content: 'Q' }]
const compacted = {
  id: 'resp_1',
  object: 'response.compaction',
  created_at: 1,
  output: [
    { type: 'message', id: 'msg_1', role: 'user', content: [{ type: 'input_text', text: 'Q' }] },
    { type: 'compaction', id: 'cmp_1', encrypted_content: 'c2VhbGVk' },
  ],
  usage: { input_tokens: 5, output_tokens: 7, total_tokens: 12 },
}
const openai = (url: string, apiKey = 'sk-client'): OpenAI => new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 })
const answering = (body: unknown, status = 200) => rememberingUpstream({ status, type, body: JSON.stringify(body) })

describe('POST /v1/responses/compact', () => {
  const asked = { model: 'gpt-5.4', input, instructions: 'Be brief.', prompt_cache_key: 'k' }

  it('goes on to an upstream that speaks Responses, with the bytes of the client, and comes back as it is', async () => {
    const { origin, seen } = await answering(compacted)
    const { url } = await startGateway('--upstream', origin, '--upstream-format', 'openai-responses')
    expect(await openai(url).responses.compact(asked)).toMatchObject(compacted)
    expect(seen).toMatchObject([{ method: 'POST', url: '/v1/responses/compact', body: asked }])
    expect(seen[0]!.text).toBe(JSON.stringify(asked))
    expect(seen[0]!.headers['authorization']).toBe('Bearer sk-client')
  })

  it.each(['openai-chat', 'anthropic-messages', 'gemini'])('is refused before %s, with what to do', async (format) => {
    const { origin, seen } = await answering(compacted)
    const { url } = await startGateway('--upstream', origin, '--upstream-format', format)
    await expect(openai(url).responses.compact(asked)).rejects.toMatchObject({
      status: 501,
      code: 'not_supported',
      message: expect.stringContaining('text summary') as string,
    })
    expect(seen).toEqual([])
  })

  it('is refused where an upstream speaks Responses and has no such path', async () => {
    const { origin } = await answering({ detail: 'Not Found' }, 404)
    const { url } = await startGateway('--upstream', origin, '--upstream-format', 'openai-responses')
    await expect(openai(url).responses.compact(asked)).rejects.toMatchObject({ status: 501, code: 'not_supported' })
  })

  it.each([
    ['who may not see all', ['--visibility', 'summary'], 'compaction_not_visible'],
    ['where reasoning is delivered to no client', ['--delivery', 'off'], 'compaction_not_visible'],
  ])('is refused %s', async (_, flags, code) => {
    const { origin, seen } = await answering(compacted)
    const { url } = await startGateway('--upstream', origin, '--upstream-format', 'openai-responses', ...flags)
    await expect(openai(url).responses.compact(asked)).rejects.toMatchObject({ status: 403, code })
    expect(seen).toEqual([])
  })

  it('holds a key to its models, and needs one where keys are needed', async () => {
    const { origin, seen } = await answering(compacted)
    const keys = keyFile()
    const { text: key } = await keys.make({ visibility: 'full', models: ['gpt-4*'] })
    const flags = ['--upstream-format', 'openai-responses', '--keys', keys.path, '--require-keys']
    const { url } = await startGateway('--upstream', origin, ...flags)
    await expect(openai(url).responses.compact(asked)).rejects.toMatchObject({ status: 401 })
    await expect(openai(url, key).responses.compact(asked)).rejects.toMatchObject({ code: 'not_allowed' })
    expect(seen).toEqual([])
    expect(await openai(url, key).responses.compact({ ...asked, model: 'gpt-4.1' })).toMatchObject({ id: 'resp_1' })
    expect(seen[0]!.headers['authorization']).toBeUndefined()
  })

  const spent = {
    ...compacted,
    usage: { input_tokens: 500, output_tokens: 700, output_tokens_details: { reasoning_tokens: 600 }, total_tokens: 1200 },
  }

  it.each([
    ['a budget of its key', { budgets: { key: { tokens: 500 } } }, 'reasoning_budget_exceeded'],
    ['its rate of tokens', { rateLimits: { tokensPerMinute: 1000 } }, 'rate_limit_exceeded'],
  ])('counts against %s', async (_, limits, code) => {
    const { origin, seen } = await answering(spent)
    const keys = keyFile()
    const { text: key } = await keys.make({ visibility: 'full', ...limits })
    const { url } = await startGateway('--upstream', origin, '--upstream-format', 'openai-responses', '--keys', keys.path)
    expect(await openai(url, key).responses.compact(asked)).toMatchObject({ id: 'resp_1' })
    await expect(openai(url, key).responses.compact(asked)).rejects.toMatchObject({ status: 429, code })
    expect(seen).toHaveLength(1)
  })

  it('leaves a trace with its usage, and none of its text', async () => {
    const { origin } = await answering(spent)
    const flags = ['--upstream-format', 'openai-responses', '--traces', 'sqlite', '--require-traces']
    const { url } = await startGateway('--upstream', origin, ...flags)
    const { response } = await openai(url).responses.compact(asked).withResponse()
    const id = response.headers.get('x-reason-trace-id')
    await expect
      .poll(async () => (await fetch(`${url}/api/traces/${id}`)).json() as Promise<Json>)
      .toMatchObject({ model: 'gpt-5.4', answerChars: 0, usage: { output: { value: 700 }, reasoning: { value: 600 } } })
  })

  it('that fails uses nothing of a budget', async () => {
    const { origin, seen } = await answering({ error: { message: 'Overloaded', type: 'server_error' } }, 503)
    const keys = keyFile()
    const { text: key } = await keys.make({ visibility: 'full', rateLimits: { tokensPerMinute: 100 } })
    const { url } = await startGateway('--upstream', origin, '--upstream-format', 'openai-responses', '--keys', keys.path)
    for (const _ of [1, 2]) await expect(openai(url, key).responses.compact(asked)).rejects.toMatchObject({ status: 503 })
    expect(seen).toHaveLength(2)
  })

  it.each([
    ['a request that names an earlier response', { ...asked, previous_response_id: 'resp_0' }, 'unsupported_parameter'],
    ['one without a model', { input }, 'missing_required_parameter'],
  ])('%s is refused', async (_, body, code) => {
    const { origin } = await answering(compacted)
    const { url } = await startGateway('--upstream', origin, '--upstream-format', 'openai-responses')
    await expect(openai(url).responses.compact(body as typeof asked)).rejects.toMatchObject({ status: 400, code })
  })
})

it('what travelled sealed is in its place in what is compacted and counted', async () => {
  const thinking = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'cHJvdmlkZXI' }
  const call = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'look', arguments: '{}', status: 'completed' }
  const response = { ...compacted, object: 'response', status: 'completed', model: 'gpt-5.4', output: [thinking, call], input_tokens: 9 }
  const { origin, seen } = await answering(response)
  const open = await startGateway('--upstream', origin, '--upstream-format', 'openai-responses')
  const headers = { 'x-reason-visibility': 'none' }
  const tools = [{ type: 'function' as const, name: 'look', parameters: {}, strict: false }]
  const first = await openai(open.url).responses.create({ model: 'gpt-5.4', input, tools, store: false }, { headers })
  expect(JSON.stringify(first)).not.toContain('cHJvdmlkZXI')
  const again = [...input, ...first.output, { type: 'function_call_output' as const, call_id: 'call_1', output: 'Seen.' }]
  await openai(open.url).responses.compact({ model: 'gpt-5.4', input: again as OpenAI.Responses.ResponseInputItem[] })
  await openai(open.url).responses.inputTokens.count({ model: 'gpt-5.4', input: again as OpenAI.Responses.ResponseInputItem[], tools })
  for (const { text, body } of seen.slice(1)) {
    expect((body['input'] as Json[]).map((item) => asObject(item)['encrypted_content'])).toContain('cHJvdmlkZXI')
    expect(text).not.toContain('rsn1.')
    expect(Object.keys(body).filter((field) => !['model', 'input', 'tools', 'reasoning'].includes(field))).toEqual([])
  }
})

describe('POST /v1/responses/input_tokens', () => {
  const asked = { model: 'gpt-5.4', input: 'word '.repeat(800) }

  it('counts where an upstream speaks Responses', async () => {
    const { origin, seen } = await answering({ object: 'response.input_tokens', input_tokens: 14, planted: 'zebra' })
    for (const [visibility, more] of [
      ['full', { planted: 'zebra' }],
      ['none', {}],
    ] as const) {
      const { url } = await startGateway('--upstream', origin, '--upstream-format', 'openai-responses', '--visibility', visibility)
      expect(await openai(url).responses.inputTokens.count(asked)).toEqual({ object: 'response.input_tokens', input_tokens: 14, ...more })
    }
    expect(seen[0]).toMatchObject({ url: '/v1/responses/input_tokens', body: asked })
  })

  it('is an estimate before others', async () => {
    const { origin, seen } = await answering({})
    const { url } = await startGateway('--upstream', origin, '--upstream-format', 'anthropic-messages')
    const { data, response } = await openai(url).responses.inputTokens.count(asked).withResponse()
    expect(data).toMatchObject({ object: 'response.input_tokens', estimated: true })
    expect(problemOf('ResponseInputTokens', JSON.stringify(data))).toBeUndefined()
    expect(data.input_tokens).toBeGreaterThanOrEqual(1000)
    expect(response.headers.get('x-reason-estimate')).toBe('input_tokens')
    const image = { type: 'input_image' as const, detail: 'auto' as const, image_url: `data:image/png;base64,${'A'.repeat(100_000)}` }
    const thought = { type: 'reasoning' as const, id: 'rs_1', summary: [], encrypted_content: 'A'.repeat(100_000) }
    const pictured = await openai(url).responses.inputTokens.count({ ...asked, input: [{ role: 'user', content: [image] }, thought] })
    expect(pictured.input_tokens).toBeGreaterThanOrEqual(1600)
    expect(pictured.input_tokens).toBeLessThan(1700)
    expect(seen).toEqual([])
  })
})
