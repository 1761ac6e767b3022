import Anthropic from '@anthropic-ai/sdk'
import { expect, it } from 'vitest'
import { estimateInput } from '@reason/gateway/client-apis'
import { problemOf } from '../support/answer-checks.ts'
import { startGateway } from '../support/gateway.ts'
import { rememberingUpstream } from '../support/remembering-upstream.ts'

const asked = { model: 'claude-sonnet-4-5', system: 'Be brief.', messages: [{ role: 'user' as const, content: 'How many?' }] }
const anthropic = (url: string, apiKey = 'sk-client'): Anthropic => new Anthropic({ baseURL: url, apiKey, maxRetries: 0 })

it('tokens are counted by an upstream that can, with the bytes of the client', async () => {
  const { origin, seen } = await rememberingUpstream({ type: 'application/json', body: '{"input_tokens":14}' })
  const { url } = await startGateway('--upstream', origin, '--upstream-format', 'anthropic-messages')
  expect(await anthropic(url).messages.countTokens(asked)).toEqual({ input_tokens: 14 })
  expect(seen).toMatchObject([{ method: 'POST', url: '/v1/messages/count_tokens', body: asked }])
  expect(seen[0]!.headers['x-api-key']).toBe('sk-client')
  expect(Object.keys(seen[0]!.body)).toEqual(Object.keys(asked))
})

it('who may not see all reasoning gets counts, and nothing else that an upstream says beside them', async () => {
  const counts = { input_tokens: 14, context_management: { original_input_tokens: 20 } }
  const repeated = {
    prompt: 'He thought: zebra',
    'zebra quartz': 1,
    messages: [{ thinking: 'zebra' }],
    context_management: { was: 'zebra' },
  }
  const body = JSON.stringify({
    ...repeated,
    ...counts,
    context_management: { ...repeated.context_management, ...counts.context_management },
  })
  const { origin } = await rememberingUpstream({ type: 'application/json', body })
  for (const visibility of ['none', 'label', 'summary']) {
    const { url } = await startGateway('--upstream', origin, '--upstream-format', 'anthropic-messages', '--visibility', visibility)
    expect(await anthropic(url).messages.countTokens(asked)).toEqual(counts)
    const { url: open } = await startGateway('--upstream', origin, '--upstream-format', 'anthropic-messages')
    const headers = { 'x-reason-visibility': visibility }
    expect(await anthropic(open).messages.countTokens(asked, { headers })).toEqual(counts)
    await expect(anthropic(open).messages.countTokens(asked, { headers: { 'x-reason-visibility': 'some' } })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('x-reason-visibility') as string,
    })
  }
  const { origin: other } = await rememberingUpstream({ type: 'application/json', body: '"zebra"' })
  const { url } = await startGateway('--upstream', other, '--upstream-format', 'anthropic-messages', '--visibility', 'none')
  await expect(anthropic(url).messages.countTokens(asked)).rejects.toMatchObject({
    status: 502,
    message: expect.not.stringContaining('zebra') as string,
  })
})

it('keys of ours are checked, and stay here', async () => {
  const { origin, seen } = await rememberingUpstream({ type: 'application/json', body: '{"input_tokens":14}' })
  const { url } = await startGateway('--upstream', origin, '--upstream-format', 'anthropic-messages')
  const failed = anthropic(url, 'rsk_0123456789').messages.countTokens(asked)
  await expect(failed).rejects.toBeInstanceOf(Anthropic.AuthenticationError)
  const guarded = await startGateway('--upstream', origin, '--upstream-format', 'anthropic-messages', '--require-keys')
  await expect(anthropic(guarded.url).messages.countTokens(asked)).rejects.toBeInstanceOf(Anthropic.AuthenticationError)
  expect(seen).toEqual([])
})

it('before an upstream that cannot count, the number is an estimate and marked as one', async () => {
  const { origin, seen } = await rememberingUpstream({ type: 'application/json', body: '{}' })
  const { url } = await startGateway('--upstream', origin, '--upstream-format', 'openai-chat')
  const text = 'word '.repeat(800)
  const { data, response } = await anthropic(url)
    .messages.countTokens({ ...asked, messages: [{ role: 'user', content: text }] })
    .withResponse()
  expect(data).toMatchObject({ input_tokens: 1008, estimated: true })
  expect(problemOf('InputTokens', JSON.stringify(data))).toBeUndefined()
  expect(response.headers.get('x-reason-estimate')).toBe('input_tokens')
  expect(seen).toEqual([])
  await expect(anthropic(url).messages.countTokens({ ...asked, model: '' })).rejects.toMatchObject({ status: 400 })
})

it.each([404, 405, 501])('so it is where one speaks the API and has no such path (%i)', async (status) => {
  const { origin } = await rememberingUpstream({ status, type: 'application/json', body: '{"detail":"Not Found"}' })
  const { url } = await startGateway('--upstream', origin, '--upstream-format', 'anthropic-messages')
  expect(await anthropic(url).messages.countTokens(asked)).toMatchObject({ estimated: true })
})

it('an estimate knows what is text, and takes time that grows with the request alone', () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(100_000) } }
  const of = (content: unknown, more: object = {}): number => estimateInput({ messages: [{ role: 'user', content }], ...more })
  const empty = of('')
  expect(of([image]) - empty).toBeLessThan(1700)
  expect(of([image]) - empty).toBeGreaterThan(1500)
  expect(of('a'.repeat(400)) - empty).toBe(100)
  expect(of([{ type: 'thinking', thinking: '', signature: 'A'.repeat(4000) }]) - empty).toBeLessThan(10)
  expect(of([{ type: 'redacted_thinking', data: 'A'.repeat(4000) }]) - empty).toBeLessThan(10)
  expect(of('', { tools: [{ name: 'f', description: 'a'.repeat(400), input_schema: {} }] }) - empty).toBeGreaterThan(100)
  let deep: unknown = 'a'.repeat(400)
  for (let depth = 0; depth < 100_000; depth++) deep = [deep]
  expect(of(deep) - empty).toBe(100)
})

it('the upstream’s own error comes back', async () => {
  const body = JSON.stringify({ type: 'error', error: { type: 'not_found_error', message: 'model: claude-x' } })
  const { origin } = await rememberingUpstream({ status: 404, type: 'application/json', body })
  const { url } = await startGateway('--upstream', origin, '--upstream-format', 'anthropic-messages')
  const failed: unknown = await anthropic(url)
    .messages.countTokens(asked)
    .catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(Anthropic.NotFoundError)
  expect(failed).toMatchObject({ error: { type: 'error', error: { type: 'not_found_error', message: 'model: claude-x' } } })
})

it('what travelled sealed is counted as what it is', async () => {
  const signature = 'c2lnbmF0dXJlLW9mLXRoZS10aG91Z2h0'
  const answer = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: asked.model,
    content: [
      { type: 'thinking', thinking: 'I need the weather.', signature },
      { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Paris' } },
    ],
    stop_reason: 'tool_use',
    usage: { input_tokens: 5, output_tokens: 20 },
    // The upstream gives both requests the same answer.
    input_tokens: 25,
  }
  const { origin, seen } = await rememberingUpstream({ type: 'application/json', body: JSON.stringify(answer) })
  const { url } = await startGateway('--upstream', origin, '--upstream-format', 'anthropic-messages', '--visibility', 'none')
  const tools = [{ name: 'weather', input_schema: { type: 'object' as const } }]
  const thinking = { type: 'enabled' as const, budget_tokens: 2000 }
  const first = await anthropic(url).messages.create({ ...asked, tools, thinking, max_tokens: 4000 })
  expect(JSON.stringify(first)).not.toContain(signature)
  const result = { type: 'tool_result' as const, tool_use_id: 'toolu_1', content: 'Sunny.' }
  const messages = [...asked.messages, { role: 'assistant' as const, content: first.content }, { role: 'user' as const, content: [result] }]
  expect(await anthropic(url).messages.countTokens({ ...asked, tools, thinking, messages })).toMatchObject({ input_tokens: 25 })
  const { body } = seen[1]!
  expect((body['messages'] as { content: unknown }[])[1]).toMatchObject({
    content: [{ type: 'thinking', thinking: 'I need the weather.', signature }, { type: 'tool_use' }],
  })
  expect(body).not.toHaveProperty('max_tokens')
  expect(JSON.stringify(body)).not.toContain('rsn1.')
})
