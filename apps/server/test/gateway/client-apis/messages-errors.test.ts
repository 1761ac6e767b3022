import Anthropic from '@anthropic-ai/sdk'
import { describe, expect, it } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { rememberingUpstream } from '../../support/remembering-upstream.ts'
import { chunk } from '../../support/upstream.ts'

const question = { model: 'm', max_tokens: 100, messages: [{ role: 'user' as const, content: 'Q' }] }

/** The official client's error for a failure. */
async function failureOf(format: string, answer: { status?: number; type: string; body: string }, visibility: string) {
  const { origin } = await rememberingUpstream(answer)
  const { url } = await startGateway('--upstream', origin, '--upstream-format', format, '--visibility', visibility, '--adapter', 'plain')
  const client = new Anthropic({ baseURL: url, apiKey: 'unused', maxRetries: 0 })
  const failure: unknown = await client.messages
    .stream(question)
    .finalMessage()
    .catch((error: unknown) => error)
  if (!(failure instanceof Anthropic.APIError)) throw new Error(`No error of the API: ${String(failure)}`)
  const { errorCode, type, error } = failure
  return { code: (error as { error: { code?: unknown } }).error.code, errorCode, type, text: JSON.stringify(error) }
}

const openai = (code: unknown, type = 'invalid_request_error') =>
  JSON.stringify({ error: { message: 'It said zebra.', type, param: null, code } })
const anthropic = (code: string | undefined, type: string) =>
  JSON.stringify({
    type: 'error',
    error: { type, message: 'It said zebra.', ...(code !== undefined && { details: { error_code: code } }) },
  })
const json = 'application/json'

describe.each(['full', 'none'])('a failure of the upstream, for a client of Messages at %s', (visibility) => {
  it.each([
    ['openai-chat', 400, openai('context_length_exceeded'), 'context_length_exceeded', 'invalid_request_error'],
    ['openai-chat', 429, openai('insufficient_quota', 'insufficient_quota'), 'insufficient_quota', 'rate_limit_error'],
    ['openai-chat', 429, openai('billing_hard_limit_reached', 'billing'), 'billing_hard_limit_reached', 'rate_limit_error'],
    ['openai-chat', 500, openai(null), null, 'api_error'],
    ['openai-responses', 400, openai('model_not_found'), 'model_not_found', 'invalid_request_error'],
    [
      'anthropic-messages',
      400,
      anthropic('organization_on_hold', 'invalid_request_error'),
      'organization_on_hold',
      'invalid_request_error',
    ],
    ['anthropic-messages', 529, anthropic(undefined, 'overloaded_error'), null, 'overloaded_error'],
  ])('%s, HTTP %i %s: has the code as %s', async (format, status, body, code, type) => {
    const failure = await failureOf(format, { status, type: json, body }, visibility)
    expect(failure).toMatchObject({ errorCode: code, type })
    expect(failure.code).toBe(code ?? undefined)
    if (visibility === 'none' && status !== 429 && status !== 529) expect(failure.text).not.toContain('zebra')
  })

  it('and of a thread that nothing keeps, Anthropic’s own, by which its tool runner goes on without', async () => {
    const { origin } = await rememberingUpstream({ type: json, body: '{}' })
    const { url } = await startGateway('--upstream', origin, '--visibility', visibility)
    const client = new Anthropic({ baseURL: url, apiKey: 'unused', maxRetries: 0 })
    const asked = { ...question, stream: false, thread: { type: 'create' } } as const
    const failure: unknown = await client.messages.create(asked).catch((error: unknown) => error)
    expect(failure).toMatchObject({ errorCode: 'thread_unsupported_request', type: 'invalid_request_error' })
  })

  it('inside a stream that has begun, too', async () => {
    const body = `${chunk({ content: 'Well' })}data: ${openai('context_length_exceeded')}\n\n`
    const failure = await failureOf('openai-chat', { type: 'text/event-stream', body }, visibility)
    expect(failure).toMatchObject({ code: 'context_length_exceeded', errorCode: 'context_length_exceeded' })
  })
})

it.each([400, 500])('below full, a code that may be made of what was said is none (HTTP %i)', async (status) => {
  const failure = await failureOf('openai-chat', { status, type: json, body: openai('zebra_quartz') }, 'none')
  expect(failure).toMatchObject({ code: undefined, errorCode: null })
})

it('a fault that the gateway finds has its code, too', async () => {
  const { origin } = await rememberingUpstream({ type: json, body: '{}' })
  const { url } = await startGateway('--upstream', origin)
  const client = new Anthropic({ baseURL: url, apiKey: 'unused', maxRetries: 0 })
  await expect(client.messages.create(question)).rejects.toMatchObject({ errorCode: 'upstream_unusable', status: 502 })
})
