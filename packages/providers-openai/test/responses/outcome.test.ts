import { describe, expect, test } from 'vitest'
import {
  added,
  body,
  codesOf,
  completed,
  created,
  done,
  incomplete,
  message,
  raw,
  read,
  readBody,
  readText,
  resultOf,
  summary,
  text,
} from './events.ts'

const usage = (reasoning: number) => ({
  input_tokens: 10,
  output_tokens: 20,
  total_tokens: 30,
  input_tokens_details: { cached_tokens: 4 },
  output_tokens_details: { reasoning_tokens: reasoning },
})
const thought = { type: 'reasoning', id: 'rs_1', summary: [] }
const call = { type: 'function_call', id: 'fc', call_id: 'c', name: 'f', arguments: '{}' }
const refusal = { ...message(''), content: [{ type: 'refusal', refusal: 'no' }] }

describe('how it ended', () => {
  test.each<[string, unknown, unknown]>([
    ['an answer', body([message('a')]), { reason: 'stop', native: 'completed' }],
    ['a call', body([message('a'), call]), { reason: 'tool-calls', native: 'completed' }],
    ['a computer that the client has to move', body([{ type: 'computer_call', id: 'cu' }]), { reason: 'tool-calls', native: 'completed' }],
    [
      'a search that the provider made',
      body([{ type: 'web_search_call', id: 'ws' }, message('a')]),
      { reason: 'stop', native: 'completed' },
    ],
    ['a refusal', body([refusal]), { reason: 'refusal', native: 'completed' }],
    [
      'the limit',
      incomplete('max_output_tokens', { output: [message('a')] }),
      { reason: 'length', native: 'incomplete:max_output_tokens' },
    ],
    [
      'an answer whose last event has another name',
      { type: 'response.done', response: { ...body([message('a')]), status: 'completed' } },
      { reason: 'stop', native: 'completed' },
    ],
    [
      'a limit whose last event has another name',
      {
        type: 'response.done',
        response: { ...body([message('a')]), status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
      },
      { reason: 'length', native: 'incomplete:max_output_tokens' },
    ],
    [
      'the limit in a thought',
      incomplete('max_output_tokens', { output: [thought] }),
      { reason: 'reasoning-exhausted', native: 'incomplete:max_output_tokens' },
    ],
    [
      'the limit in a thought that only usage knows of',
      incomplete('max_output_tokens', { usage: usage(20) }),
      { reason: 'reasoning-exhausted', native: 'incomplete:max_output_tokens' },
    ],
    [
      'the filter',
      incomplete('content_filter', { output: [message('a')] }),
      { reason: 'content-filter', native: 'incomplete:content_filter' },
    ],
    [
      'the limit of messages',
      incomplete('max_messages', { output: [message('a')] }),
      { reason: 'length', native: 'incomplete:max_messages' },
    ],
    ['an end by new input', incomplete('steered', { output: [message('a')] }), { reason: 'unknown', native: 'incomplete:steered' }],
    ['a reason of tomorrow', incomplete('tired'), { reason: 'unknown', native: 'incomplete:tired' }],
    ['cancelled', body([], { status: 'cancelled' }), { reason: 'aborted', native: 'cancelled' }],
    ['in the background', body([], { status: 'queued' }), { reason: 'unknown', native: 'queued' }],
    ['without a status', { output: [message('a')] }, { reason: 'unknown' }],
    [
      'an event that says it in its name',
      { type: 'response.completed', response: { output: [message('a')] } },
      { reason: 'stop', native: 'completed' },
    ],
  ])('%s', (_, value, finish) => expect(resultOf(readBody(value)).finish).toEqual(finish))

  const failure = { message: 'Upstream provider error 4711', type: 'server_error', code: 'upstream_error' }
  test.each<[string, Record<string, unknown>]>([
    [
      'beside a response that says only that it failed',
      { response: { id: 'r', status: 'failed', error: null, output: [] }, error: failure },
    ],
    ['beside a response that does not say it', { response: { id: 'r', output: [] }, error: failure }],
    ['in place of the response', { error: failure }],
    ['in the response', { response: { id: 'r', status: 'failed', error: failure } }],
    ['in both, of which the inner one counts', { response: { id: 'r', status: 'failed', error: failure }, error: { message: 'other' } }],
    ['as a text', { response: { id: 'r', status: 'failed' }, error: failure.message }],
  ])('the error of a failed response stands %s', (_, event) => {
    const errors = read([created, { type: 'response.failed', ...event }]).filter(({ type }) => type === 'error')
    expect(errors).toMatchObject([{ error: { message: failure.message } }])
  })

  test('a stream that was cut', () => {
    const parts = read([created, added(0, thought), raw(0, 'r')])
    expect(resultOf(parts)).toMatchObject({ reasoning: 'r', closed: false, finish: { reason: 'aborted' } })
    expect(codesOf(parts)).toEqual(['missing-finish'])
  })

  test('a thought that ran out of tokens was never closed', () => {
    const parts = read([created, added(0, thought), summary(0, 0, 'r'), incomplete('max_output_tokens')])
    expect(resultOf(parts)).toMatchObject({ closed: false, finish: { reason: 'reasoning-exhausted' } })
  })

  test('text after the end is kept', () => {
    const parts = read([created, completed(), text(0, 'late')])
    expect(resultOf(parts)).toMatchObject({ answer: 'late', finish: { reason: 'stop' } })
    expect(codesOf(parts)).toEqual(['late-part'])
  })
})

describe('identity', () => {
  test('is that of the first response object, and what changes by the end is kept', () => {
    const parts = read([
      { ...created, response: { ...created.response, service_tier: 'auto', temperature: 1, instructions: null } },
      { ...created, type: 'response.in_progress' },
      completed({ service_tier: 'default', temperature: 1, secrets: 'x' }),
    ])
    expect(parts.filter(({ type }) => type === 'start')).toEqual([
      { type: 'start', id: 'resp_1', model: 'm', created: 1_700_000_000, native: { service_tier: 'auto', temperature: 1 } },
    ])
    expect(parts.filter(({ type }) => type === 'native')).toEqual([
      { type: 'native', wire: 'openai-responses', event: 'response', value: { service_tier: 'default' } },
      { type: 'native', wire: 'openai-responses', event: 'response/secrets', channel: 'reasoning', value: 'x' },
    ])
  })

  test('may come as late as the end', () => {
    expect(resultOf(read([text(0, 'a'), completed()]))).toMatchObject({ id: 'resp_1', model: 'm', created: 1_700_000_000, answer: 'a' })
  })
})

describe('usage', () => {
  test('counts reasoning within the output', () => {
    expect(resultOf(readBody(body([message('a')], { usage: usage(12) }))).usage).toEqual({
      input: { value: 10, source: 'reported' },
      output: { value: 20, source: 'reported' },
      reasoning: { value: 12, source: 'reported' },
      cached: { value: 4, source: 'reported' },
      total: { value: 30, source: 'reported' },
      raw: usage(12),
    })
  })

  const withSummary = { ...thought, summary: [{ type: 'summary_text', text: 's' }] }
  const withRaw = { ...thought, content: [{ type: 'reasoning_text', text: 'r' }] }
  test.each<[string, number, unknown, string]>([
    ['0 beside a summary may be true', 0, withSummary, 'reported'],
    ['0 beside raw reasoning cannot be', 0, withRaw, 'implausible'],
    ['more than the whole cannot be', 21, withSummary, 'implausible'],
  ])('%s', (_, count, item, source) => {
    const parts = readBody(body([item], { usage: usage(count) }))
    expect(resultOf(parts).usage?.reasoning).toEqual({ value: count, source })
    expect(codesOf(parts)).toEqual(source === 'implausible' ? ['implausible-usage'] : [])
  })

  test('is there for a response that failed, too', () => {
    expect(
      resultOf(read([created, { type: 'response.failed', response: { ...created.response, status: 'failed', usage: usage(1) } }])).usage
        ?.output?.value,
    ).toBe(20)
  })
})

describe('errors', () => {
  const error = { code: 'server_error', message: 'broke' }
  const failed = { type: 'response.failed', response: { ...created.response, status: 'failed', error } }

  test.each([
    ['context_length_exceeded', 400],
    ['rate_limit_exceeded', 429],
    ['server_is_overloaded', 503],
  ])('have the status that OpenAI says %s with', (code, status) => {
    const events = [
      created,
      { type: 'response.failed', response: { ...created.response, status: 'failed', error: { code, message: 'no' } } },
    ]
    expect(resultOf(read(events)).errors).toMatchObject([{ code, status }])
  })

  test.each<[string, unknown[]]>([
    ['flat', [{ type: 'error', ...error, param: null, sequence_number: 4 }, failed]],
    ['nested', [{ type: 'error', error: { type: 'server_error', ...error } }, failed]],
    ['without an event', [failed]],
    ['without a response', [{ type: 'error', ...error }]],
    ['of another type, as some gateways send it', [{ error }]],
  ])('in a stream that began well: %s', (_, events) => {
    const result = resultOf(read([created, added(0, message('', { content: [] })), text(0, 'a'), ...events]))
    expect(result).toMatchObject({ answer: 'a', errors: [{ code: 'server_error', message: 'broke' }], finish: { reason: 'error' } })
    expect(result.errors).toHaveLength(1)
  })

  test.each<[string, unknown, unknown]>([
    [
      'OpenAI',
      { error: { message: 'no', type: 'invalid_request_error', param: 'input', code: null } },
      { message: 'no', code: 'invalid_request_error' },
    ],
    ['llama-server', { error: { code: 400, message: 'no', type: 'invalid_request_error' } }, { message: 'no', code: 400, status: 400 }],
    ['a framework', { detail: 'no' }, { message: 'no' }],
    ['a response', body([], { status: 'failed', error }), { message: 'broke', code: 'server_error' }],
    [
      'a filter of Azure, with status 200',
      { error: { code: 'content_filter', message: 'no', status: 400 } },
      { message: 'no', code: 'content_filter', status: 400 },
    ],
  ])('as a body: %s', (_, value, expected) => {
    expect(resultOf(readBody(value))).toMatchObject({ errors: [expected], finish: { reason: 'error' } })
  })

  test('in a frame that is named so, JSON or not', () => {
    expect(resultOf(readText('event: error\ndata: {"message":"no","code":"x"}\n\n')).errors).toMatchObject([{ message: 'no', code: 'x' }])
    expect(resultOf(readText('event: error\ndata: upstream gone\n\n'))).toMatchObject({
      errors: [{ message: 'upstream gone' }],
      finish: { reason: 'error' },
    })
  })

  test('a completed response has none, though the field is there', () => {
    expect(resultOf(readBody(body([message('a')], { error: null }))).errors).toEqual([])
  })
})

test('a stream whose frames have their type in the event name alone', () => {
  const frames = [
    ['response.created', { response: created.response }],
    ['response.output_text.delta', { output_index: 0, delta: 'a' }],
    ['response.completed', { response: { status: 'completed' } }],
  ].map(([name, value]) => `event: ${name as string}\ndata: ${JSON.stringify(value)}\n\n`)
  expect(resultOf(readText(frames.join('')))).toMatchObject({ answer: 'a', finish: { reason: 'stop' } })
})

test('[DONE] and keep-alives are nothing', () => {
  const parts = read([{ type: 'keepalive' }, created, { type: 'ping' }, done(0, message('a')), completed(), '[DONE]'])
  expect(resultOf(parts).answer).toBe('a')
  expect(codesOf(parts)).toEqual([])
})
