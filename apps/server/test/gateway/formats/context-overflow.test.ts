import { describe, expect, it } from 'vitest'
import { asObject } from '@reason/gateway/json'
import { startGateway } from '../../support/gateway.ts'
import { startUpstream } from '../../support/upstream.ts'

/** Agents shorten a conversation that is too long if the error says so as their API does: Codex by the code, Claude Code by the words. */
const said: readonly (readonly [format: string, status: number, body: object])[] = [
  [
    'anthropic-messages',
    400,
    { type: 'error', error: { type: 'invalid_request_error', message: 'prompt is too long: 9 tokens > 8 maximum' } },
  ],
  [
    'gemini',
    400,
    { error: { code: 400, message: 'The input token count (9) exceeds the maximum number of tokens allowed (8).', status: 'X' } },
  ],
  ['bedrock-converse', 400, { message: 'Input is too long for requested model.' }],
  [
    'openai-chat',
    400,
    { error: { code: 400, message: 'the request exceeds the available context size (8 tokens)', type: 'exceed_context_size_error' } },
  ],
  [
    'openai-chat',
    400,
    { object: 'error', message: "This model's maximum context length is 8 tokens.", type: 'BadRequestError', code: 400 },
  ],
  [
    'openai-chat',
    400,
    { error: { message: "This model's maximum context length is 8 tokens.", code: 'context_length_exceeded', type: 'x' } },
  ],
  [
    'openai-responses',
    400,
    { error: { message: 'Your input exceeds the context window of this model.', type: 'invalid_request_error', code: null } },
  ],
]
const clients = {
  '/v1/chat/completions': { messages: [{ role: 'user', content: 'x' }] },
  '/v1/responses': { input: 'x' },
  '/v1/messages': { max_tokens: 9, messages: [{ role: 'user', content: 'x' }] },
}

async function errorsOf(format: string, status: number, body: object, visibility: string): Promise<unknown[]> {
  const upstream = await startUpstream((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const { url } = await startGateway('--upstream', upstream, '--upstream-format', format, '--visibility', visibility)
  const errors = Object.entries(clients).map(async ([path, request]) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ model: 'm', ...request }) }
    const { code, message } = asObject(asObject(await (await fetch(url + path, init)).json())['error'])
    return [code, /prompt is too long/i.test(String(message))]
  })
  return Promise.all(errors)
}

describe.each(['full', 'none'])('at %s, a conversation that is too long is said in each API’s way', (visibility) => {
  it.each(said)('by %s (%i): %j', async (format, status, body) => {
    const isAnthropics = format === 'anthropic-messages'
    expect(await errorsOf(format, status, body, visibility)).toEqual([
      ['context_length_exceeded', isAnthropics],
      ['context_length_exceeded', isAnthropics],
      ['context_length_exceeded', true],
    ])
  })

  it('and nothing else is', async () => {
    const body = { error: { message: 'The context length field is unknown.', type: 'invalid_request_error', code: null } }
    expect(await errorsOf('openai-chat', 400, body, visibility)).toMatchObject([
      [null, false],
      [null, false],
      [undefined, false],
    ])
  })
})
