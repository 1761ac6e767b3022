import type { Part } from '@reason/core'
import type { Seal } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import { block } from '@reason/exchanges/parts'
import { describe, expect, test } from 'vitest'
import { wire, write as framesOf } from './events.ts'

const start: Part = { type: 'start' }
const own = (kind: Seal['kind'], value: string): Seal => ({ kind, value, issuer: { wire: 'bedrock-converse' } })
const foreign: Seal = { kind: 'signature', value: 'F', issuer: { wire: 'anthropic-messages' } }
const callStart = (call: number, name = 'f', rest: object = {}): Part => ({
  type: 'tool-call-start',
  call,
  id: `tooluse_${call}`,
  name,
  ...rest,
})
const callText = (call: number, text: string): Part => ({ type: 'tool-call-delta', call, text })
const callEnd = (call: number): Part => ({ type: 'tool-call-end', call })
const done = (reason: 'stop' | 'tool-calls' = 'stop'): Part[] => [{ type: 'finish', reason }, { type: 'end' }]

const eventsOf = (parts: readonly Part[], options: WriterOptions = {}) =>
  framesOf(parts, options).map(({ event, data }) => [event, JSON.parse(data) as unknown])

const contentOf = (parts: readonly Part[], options: WriterOptions = {}) =>
  (wire.writeResponse(parts, options) as { output: { message: { content: unknown[] } } }).output.message.content

function lossesOf(parts: readonly Part[], options: WriterOptions = {}): string[] {
  const said: string[] = []
  framesOf(parts, { ...options, onWarning: ({ code, message }) => said.push(`${code}: ${message}`) })
  return said
}

test('a response, event by event', () => {
  const parts: Part[] = [
    start,
    ...block(0, 'reasoning', ['2 +', ' 2'], [own('signature', 'Sig')]),
    ...block(1, 'reasoning', [], [own('redacted', 'Uk9O')]),
    ...block(2, 'answer', ['It is 4.']),
    callStart(0, 'add'),
    callText(0, '{"a":1}'),
    callEnd(0),
    { type: 'finish', reason: 'tool-calls' },
    { type: 'usage', usage: { output: { value: 2, source: 'reported' }, raw: { inputTokens: 1, outputTokens: 2, totalTokens: 3 } } },
    { type: 'end' },
  ]
  expect(eventsOf(parts)).toEqual([
    ['messageStart', { role: 'assistant' }],
    ['contentBlockDelta', { contentBlockIndex: 0, delta: { reasoningContent: { text: '2 +' } } }],
    ['contentBlockDelta', { contentBlockIndex: 0, delta: { reasoningContent: { text: ' 2' } } }],
    ['contentBlockDelta', { contentBlockIndex: 0, delta: { reasoningContent: { signature: 'Sig' } } }],
    ['contentBlockStop', { contentBlockIndex: 0 }],
    ['contentBlockDelta', { contentBlockIndex: 1, delta: { reasoningContent: { redactedContent: 'Uk9O' } } }],
    ['contentBlockStop', { contentBlockIndex: 1 }],
    ['contentBlockDelta', { contentBlockIndex: 2, delta: { text: 'It is 4.' } }],
    ['contentBlockStop', { contentBlockIndex: 2 }],
    ['contentBlockStart', { contentBlockIndex: 3, start: { toolUse: { toolUseId: 'tooluse_0', name: 'add' } } }],
    ['contentBlockDelta', { contentBlockIndex: 3, delta: { toolUse: { input: '{"a":1}' } } }],
    ['contentBlockStop', { contentBlockIndex: 3 }],
    ['messageStop', { stopReason: 'tool_use' }],
    ['metadata', { usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 } }],
  ])
  expect(wire.writeResponse(parts)).toEqual({
    output: {
      message: {
        role: 'assistant',
        content: [
          { reasoningContent: { reasoningText: { text: '2 + 2', signature: 'Sig' } } },
          { reasoningContent: { redactedContent: 'Uk9O' } },
          { text: 'It is 4.' },
          { toolUse: { toolUseId: 'tooluse_0', name: 'add', input: { a: 1 } } },
        ],
      },
    },
    stopReason: 'tool_use',
    usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 },
  })
})

test('the first event is there as soon as anything is known', () => {
  expect(wire.createWriter().push(start)).toEqual([{ event: 'messageStart', data: '{"role":"assistant"}' }])
})

test('seals of another issuer are never written', () => {
  const parts = [start, ...block(0, 'reasoning', ['a'], [foreign]), ...block(1, 'reasoning', [], [foreign]), ...done()]
  expect(contentOf(parts)).toEqual([{ reasoningContent: { reasoningText: { text: 'a' } } }])
  expect(JSON.stringify(framesOf(parts))).not.toContain('\\"F\\"')
  expect(lossesOf(parts)).toEqual([
    'not-carried: Left out: seals of other issuers. Converse has no field for this.',
    'not-carried: Left out: reasoning blocks without text. Converse has no field for this.',
  ])
})

describe('commentary', () => {
  const parts = [start, ...block(0, 'commentary', ['c']), ...block(1, 'answer', ['x']), ...done()]
  test('is hidden with the reasoning, or goes where asked', () => {
    expect(contentOf(parts)).toEqual([{ reasoningContent: { reasoningText: { text: 'c' } } }, { text: 'x' }])
    expect(contentOf(parts, { commentary: 'answer' })).toEqual([{ text: 'c' }, { text: 'x' }])
    expect(contentOf(parts, { commentary: 'drop' })).toEqual([{ text: 'x' }])
  })
})

describe('calls', () => {
  test('names are those that the client offered, and ids are made up where there are none', () => {
    const parts: Part[] = [
      start,
      { type: 'tool-call-start', call: 0, name: 'functions.get-weather' },
      callText(0, '{}'),
      callEnd(0),
      ...done('tool-calls'),
    ]
    expect(contentOf(parts, { tools: ['get_weather'] })).toEqual([
      { toolUse: { toolUseId: 'tooluse_response_0', name: 'get_weather', input: {} } },
    ])
    expect(contentOf(parts, { id: 'r' })).toMatchObject([{ toolUse: { toolUseId: 'tooluse_r_0', name: 'get-weather' } }])
  })

  test('free text, and arguments that are no JSON, go into an object', () => {
    const call = (text: string, rest: object = {}) =>
      contentOf([start, callStart(0, 'run', rest), callText(0, text), callEnd(0), ...done('tool-calls')])
    expect(call('1 + 1', { contentType: 'custom' })).toMatchObject([{ toolUse: { input: { input: '1 + 1' } } }])
    expect(call('{"a')).toMatchObject([{ toolUse: { input: { input: '{"a' } } }])
  })

  test('that end together are closed one after the other', () => {
    const parts = [start, callStart(0), callText(0, '{}'), callStart(1), callText(1, '{}'), callEnd(0), callEnd(1), ...done('tool-calls')]
    expect(eventsOf(parts).map(([name]) => name)).toEqual([
      'messageStart',
      'contentBlockStart',
      'contentBlockDelta',
      'contentBlockStop',
      'contentBlockStart',
      'contentBlockDelta',
      'contentBlockStop',
      'messageStop',
      'metadata',
    ])
  })
})

describe('stop reasons', () => {
  const rows: [finish: Part, word: string][] = [
    [{ type: 'finish', reason: 'stop' }, 'end_turn'],
    [{ type: 'finish', reason: 'stop', native: 'stop_sequence' }, 'stop_sequence'],
    [{ type: 'finish', reason: 'stop', native: 'pause_turn' }, 'end_turn'],
    [{ type: 'finish', reason: 'length' }, 'max_tokens'],
    [{ type: 'finish', reason: 'reasoning-exhausted', native: 'max_tokens' }, 'max_tokens'],
    [{ type: 'finish', reason: 'content-filter' }, 'content_filtered'],
    [{ type: 'finish', reason: 'content-filter', native: 'guardrail_intervened' }, 'guardrail_intervened'],
    [{ type: 'finish', reason: 'refusal' }, 'content_filtered'],
    [{ type: 'finish', reason: 'error', native: 'malformed_tool_use' }, 'malformed_tool_use'],
    [{ type: 'finish', reason: 'unknown' }, 'end_turn'],
  ]
  test.each(rows)('%o is %s', (finish, word) => {
    expect(wire.writeResponse([start, ...block(0, 'answer', ['x']), finish, { type: 'end' }])).toMatchObject({ stopReason: word })
  })
  test('a call is never overlooked', () => {
    expect(wire.writeResponse([start, callStart(0), callEnd(0), { type: 'finish', reason: 'stop' }])).toMatchObject({
      stopReason: 'tool_use',
    })
  })
})

describe('usage', () => {
  const count = (value: number) => ({ value, source: 'reported' as const })
  const usageOf = (usage: Part) => (wire.writeResponse([start, usage, ...done()]) as { usage: unknown }).usage
  test('of this format goes back as it was; of another one what was cached is no input', () => {
    const raw = { inputTokens: 1, outputTokens: 2, totalTokens: 23, cacheReadInputTokens: 20, serverToolUsage: {} }
    expect(usageOf({ type: 'usage', usage: { raw } })).toEqual(raw)
    expect(usageOf({ type: 'usage', usage: { input: count(100), cached: count(40), output: count(9), raw: {} } })).toEqual({
      inputTokens: 60,
      outputTokens: 9,
      totalTokens: 109,
      cacheReadInputTokens: 40,
    })
  })
  const anthropic = { input_tokens: 6, cache_read_input_tokens: 100, cache_creation_input_tokens: 50, output_tokens: 9 }
  const attempts = [
    { inputTokens: 4, cacheReadInputTokens: 60, outputTokens: 1, totalTokens: 65 },
    { inputTokens: 2, cacheReadInputTokens: 40, cacheWriteInputTokens: 50, outputTokens: 8, totalTokens: 100 },
  ]
  test.each([
    ['Anthropic', anthropic],
    ['several attempts of this one', attempts],
  ])('what stood beside the input still does: of %s', (_, raw) => {
    expect(usageOf({ type: 'usage', usage: { input: count(6), cached: count(100), output: count(9), raw } })).toEqual({
      inputTokens: 6,
      outputTokens: 9,
      totalTokens: 165,
      cacheReadInputTokens: 100,
      cacheWriteInputTokens: 50,
    })
  })
  test('is 0 without a report; a count of reasoning has no place', () => {
    expect(wire.writeResponse([start, ...done()])).toMatchObject({ usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 } })
    expect(lossesOf([start, { type: 'usage', usage: { output: count(9), reasoning: count(5), raw: {} } }, ...done()])).toHaveLength(1)
  })
})

describe('errors', () => {
  const failing = (error: Extract<Part, { type: 'error' }>['error']): Part[] => [
    start,
    ...block(0, 'answer', ['x']),
    { type: 'error', error },
    ...block(1, 'answer', ['y']),
    { type: 'finish', reason: 'error' },
    { type: 'end' },
  ]
  const rows: [error: Extract<Part, { type: 'error' }>['error'], name: string, type: string][] = [
    [{ message: 'm', code: 'throttlingException' }, 'throttlingException', 'ThrottlingException'],
    [{ message: 'm', status: 429 }, 'throttlingException', 'ThrottlingException'],
    [{ message: 'm', status: 503 }, 'serviceUnavailableException', 'ServiceUnavailableException'],
    [{ message: 'm', status: 529, code: 'overloaded_error' }, 'serviceUnavailableException', 'ServiceUnavailableException'],
    [{ message: 'm', code: 'accessDeniedException', status: 403 }, 'validationException', 'AccessDeniedException'],
    [{ message: 'm', status: 500 }, 'internalServerException', 'InternalServerException'],
    [{ message: 'm' }, 'internalServerException', 'InternalServerException'],
  ]
  test.each(rows)('%o is a %s, and the last event', (error, name, __type) => {
    expect(framesOf(failing(error)).at(-1)).toEqual({ event: name, data: '{"message":"m"}' })
    expect(wire.writeResponse(failing(error))).toEqual({
      output: { message: { role: 'assistant', content: [{ text: 'x' }] } },
      __type,
      message: 'm',
    })
    expect(
      wire.writeResponse([
        { type: 'error', error },
        { type: 'finish', reason: 'error' },
      ]),
    ).toEqual({ __type, message: 'm' })
  })

  test('an unexpected ending is never a success', () => {
    const cut: Part[] = [start, ...block(0, 'answer', ['x'])]
    for (const parts of [
      cut,
      [...cut, { type: 'finish', reason: 'aborted' } as Part],
      [...cut, { type: 'finish', reason: 'error' } as Part],
      [],
    ]) {
      expect(framesOf(parts).at(-1)).toMatchObject({ event: 'internalServerException' })
    }
  })
})

describe('native parts', () => {
  const native = (event: string, value: unknown, rest: object = {}): Part => ({
    type: 'native',
    wire: 'bedrock-converse',
    event,
    value,
    ...rest,
  })
  const use = { toolUse: { toolUseId: 's', name: 'n', type: 'server_tool_use', input: { a: 1 } } }
  const result = { toolResult: { toolUseId: 's', status: 'success', content: [{ text: 'one' }] } }

  test('server tools, their results and citations go back in their places', () => {
    const [opening, delta, closing] = block(0, 'answer', ['x']) as [Part, Part, Part]
    const parts = [
      start,
      native('toolUse', use),
      native('toolResult', result),
      opening,
      delta,
      native('citation', { title: 't' }),
      closing,
      native('image', { image: { format: 'png' } }),
      native('metrics', { latencyMs: 5 }),
      ...done(),
    ]
    expect(wire.writeResponse(parts)).toMatchObject({
      output: {
        message: {
          content: [
            use,
            result,
            { citationsContent: { content: [{ text: 'x' }], citations: [{ title: 't' }] } },
            { image: { format: 'png' } },
          ],
        },
      },
      metrics: { latencyMs: 5 },
    })
    expect(eventsOf(parts).slice(1, -2)).toEqual([
      ['contentBlockStart', { contentBlockIndex: 0, start: { toolUse: { toolUseId: 's', name: 'n', type: 'server_tool_use' } } }],
      ['contentBlockDelta', { contentBlockIndex: 0, delta: { toolUse: { input: '{"a":1}' } } }],
      ['contentBlockStop', { contentBlockIndex: 0 }],
      ['contentBlockStart', { contentBlockIndex: 1, start: { toolResult: { toolUseId: 's', status: 'success' } } }],
      ['contentBlockDelta', { contentBlockIndex: 1, delta: { toolResult: [{ text: 'one' }] } }],
      ['contentBlockStop', { contentBlockIndex: 1 }],
      ['contentBlockDelta', { contentBlockIndex: 2, delta: { text: 'x' } }],
      ['contentBlockDelta', { contentBlockIndex: 2, delta: { citation: { title: 't' } } }],
      ['contentBlockStop', { contentBlockIndex: 2 }],
      ['contentBlockDelta', { contentBlockIndex: 3, delta: { image: { format: 'png' } } }],
      ['contentBlockStop', { contentBlockIndex: 3 }],
    ])
  })

  test('what may show reasoning, and what is of another format, only where asked', () => {
    const parts = [
      start,
      native('trace', { a: 1 }, { channel: 'reasoning' }),
      { ...native('toolUse', use), wire: 'anthropic-messages' } as Part,
      ...done(),
    ]
    expect(wire.writeResponse(parts)).not.toHaveProperty('trace')
    expect(contentOf(parts)).toEqual([])
    expect(lossesOf(parts)).toHaveLength(1)
    expect(wire.writeResponse(parts, { native: 'all' })).toMatchObject({ trace: { a: 1 } })
    expect(contentOf([start, native('toolUse', use), ...done()], { native: 'none' })).toEqual([])
  })
})
