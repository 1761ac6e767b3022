import type { Part } from '@reason/core'
import type { Channel, Seal } from '@reason/core/parts'
import { block, call } from '@reason/exchanges/parts'
import { anyCharacter } from '@reason/testkit/any-character'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  callDelta,
  callEnd,
  callStart,
  cite,
  content,
  contentEnd,
  contentStart,
  end,
  outline,
  plan,
  read,
  readBody,
  readText,
  resultOf,
  start as started,
  wire,
  writeEvents,
  writeText,
} from './events.ts'

const seals: Seal[] = [{ kind: 'signature', value: 'S', issuer: { wire: 'cohere' } }]
const start: Part = { type: 'start', id: 'm1' }
const stop: Part[] = [{ type: 'finish', reason: 'stop' }, { type: 'end' }]

test('what was cached is a part of the input, also where it was counted beside', () => {
  const raw = { input_tokens: 6, cache_read_input_tokens: 100, cache_creation_input_tokens: 50, output_tokens: 9 }
  const count = (value: number) => ({ value, source: 'reported' as const })
  const usage: Part = { type: 'usage', usage: { input: count(6), cached: count(100), output: count(9), raw } }
  expect(wire.writeResponse([start, usage, ...stop])).toMatchObject({
    usage: { tokens: { input_tokens: 156, output_tokens: 9 }, cached_tokens: 100 },
  })
})

test('counts of Cohere are written as they were', () => {
  const raw = { billed_units: { input_tokens: 5, output_tokens: 2 }, tokens: { input_tokens: 71, output_tokens: 9 }, cached_tokens: 3 }
  const parts = readBody({ id: 'm1', message: { role: 'assistant', content: [] }, finish_reason: 'COMPLETE', usage: raw })
  expect(wire.writeResponse(parts)).toMatchObject({ usage: raw })
})

test('an error ends what is open, as a client waits for it', () => {
  const [begin, delta] = block(0, 'answer', ['a'])
  const events = writeEvents([start, begin!, delta!, { type: 'error', error: { message: 'busy' } }, { type: 'end' }])
  expect(events.flatMap((event) => (event as { type?: string }).type ?? [])).toEqual([
    'message-start',
    'content-start',
    'content-delta',
    'content-end',
    'message-end',
  ])
})

test('a thought that goes on beside the answer has a content of its own for each piece', () => {
  const [begun, thought] = block(0, 'reasoning', ['a'])
  const [begin, said] = block(1, 'answer', ['b'])
  const events = writeEvents([start, begun!, thought!, begin!, said!, thought!, ...stop])
  const types = events.flatMap((event) => (event as { type?: string }).type ?? [])
  expect(types.slice(1, -1)).toEqual(Array.from({ length: 3 }, () => ['content-start', 'content-delta', 'content-end']).flat())
})

test('events, and the same whole', () => {
  const usage: Part = {
    type: 'usage',
    usage: {
      input: { value: 5, source: 'reported' },
      output: { value: 9, source: 'reported' },
      reasoning: { value: 4, source: 'reported' },
      cached: { value: 2, source: 'reported' },
      raw: {},
    },
  }
  const parts: Part[] = [
    start,
    ...block(0, 'reasoning', ['r', 's']),
    ...block(1, 'answer', ['a']),
    ...block(2, 'commentary', ['p']),
    ...call(0, 'f', ['{"x"', ':1}'], { id: 'c' }),
    { type: 'finish', reason: 'tool-calls' },
    usage,
    { type: 'end' },
  ]
  const counts = { tokens: { input_tokens: 5, output_tokens: 9, reasoning_tokens: 4 }, cached_tokens: 2 }
  const f = { id: 'c', type: 'function', function: { name: 'f', arguments: '' } }
  expect(writeEvents(parts)).toEqual([
    started,
    contentStart(0, { type: 'thinking', thinking: '' }),
    content(0, { thinking: 'r' }),
    content(0, { thinking: 's' }),
    contentEnd(0),
    contentStart(1, { type: 'text', text: '' }),
    content(1, { text: 'a' }),
    contentEnd(1),
    plan('p'),
    callStart(0, f),
    callDelta(0, '{"x"'),
    callDelta(0, ':1}'),
    callEnd(0),
    { ...end('TOOL_CALL', { usage: counts }), id: 'm1' },
    '[DONE]',
  ])
  expect(wire.writeResponse(parts)).toEqual({
    id: 'm1',
    message: {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'rs' },
        { type: 'text', text: 'a' },
      ],
      tool_plan: 'p',
      tool_calls: [{ ...f, function: { name: 'f', arguments: '{"x":1}' } }],
    },
    finish_reason: 'TOOL_CALL',
    usage: counts,
  })
})

describe('what parts become', () => {
  const rows: [name: string, parts: Part[], lines: string[]][] = [
    ['thinking that comes to nothing', block(0, 'reasoning', []), ['reasoning (raw): ']],
    ['an empty answer, and what is hidden', [...block(0, 'answer', []), ...block(1, 'reasoning', [], undefined, 'hidden')], []],
    [
      'interrupted blocks go on in another content',
      [...block(0, 'answer', ['a']).slice(0, 2), ...block(1, 'reasoning', ['r']), ...block(0, 'answer', ['b']).slice(1)],
      ['answer: a', 'reasoning (raw): r', 'answer: b'],
    ],
    [
      'calls beside one another',
      [call(0, 'f', [])[0]!, call(1, 'g', [])[0]!, ...call(1, 'g', ['{"y":1}']).slice(1), ...call(0, 'f', ['{"x":1}']).slice(1)],
      ['call f: {"x":1}', 'call g: {"y":1}'],
    ],
    ['calls without an end, with text that is no JSON', call(0, 'f', ['plan B']).slice(0, 2), ['call f: plan B']],
  ]
  test.each(rows)('%s', (_, parts, lines) => {
    const all = [start, ...parts, ...stop]
    expect(outline(readText(writeText(all)))).toEqual(lines)
    expect(outline(readBody(wire.writeResponse(all)))).toEqual(lines)
  })

  test('calls without ids get some; names are resolved', () => {
    const parts = [start, ...call(0, 'functions.getIt', []), ...call(1, 'f', [], { id: 'c' }), ...call(2, 'f', [], { id: 'c' }), ...stop]
    expect(resultOf(read(writeEvents(parts, { tools: ['get_it'] }))).toolCalls.map(({ id, name }) => [id, name])).toEqual([
      ['call_m1_0', 'get_it'],
      ['c', 'f'],
      ['call_m1_1', 'f'],
    ])
  })
})

test('citations go back, unless they may show reasoning', () => {
  const parts = read([
    started,
    content(0, { text: 'a' }),
    cite({ type: 'TEXT_CONTENT', start: 0 }),
    cite({ type: 'THINKING_CONTENT' }),
    { ...contentEnd(0), logprobs: [1] },
    end(),
  ])
  const natives = (list: Iterable<Part>) => [...list].flatMap((part) => (part.type === 'native' ? [part.value] : []))
  expect(natives(read(writeEvents(parts)))).toEqual([{ type: 'TEXT_CONTENT', start: 0 }])
  expect(natives(readBody(wire.writeResponse(parts, { native: 'all' })))).toEqual([
    { type: 'TEXT_CONTENT', start: 0 },
    { type: 'THINKING_CONTENT' },
  ])
  expect(natives(read(writeEvents(parts, { native: 'none' })))).toEqual([])
})

describe('endings', () => {
  test.each([
    ['stop', undefined, 'COMPLETE'],
    ['stop', 'STOP_SEQUENCE', 'STOP_SEQUENCE'],
    ['refusal', undefined, 'COMPLETE'],
    ['length', undefined, 'MAX_TOKENS'],
    ['reasoning-exhausted', 'length', 'MAX_TOKENS'],
    ['tool-calls', 'tool_calls', 'TOOL_CALL'],
    ['error', 'TIMEOUT', 'TIMEOUT'],
  ] as const)('%s, natively %s, is %s', (reason, native, word) => {
    const parts: Part[] = [start, { type: 'finish', reason, ...(native && { native }) }, { type: 'end' }]
    expect(writeEvents(parts).at(-2)).toEqual({ ...end(word), id: 'm1' })
    expect(wire.writeResponse(parts)).toMatchObject({ finish_reason: word })
  })

  test('a stop after calls', () =>
    expect(wire.writeResponse([start, ...call(0, 'f', []), ...stop])).toMatchObject({ finish_reason: 'TOOL_CALL' }))

  test('an error is said at the end; whole, beside what there was', () => {
    const error: Part = { type: 'error', error: { message: 'busy' } }
    const parts = [start, ...block(0, 'answer', ['a']), error, { type: 'finish', reason: 'error' }, { type: 'end' }] satisfies Part[]
    expect(writeEvents(parts).slice(-3)).toEqual([
      contentEnd(0),
      { type: 'message-end', id: 'm1', delta: { error: 'busy', finish_reason: 'ERROR' } },
      '[DONE]',
    ])
    expect(wire.writeResponse(parts)).toMatchObject({ message: { content: [{ text: 'a' }] }, finish_reason: 'ERROR', error: 'busy' })
    expect(resultOf(readBody(wire.writeResponse(parts)))).toMatchObject({
      answer: 'a',
      errors: [{ message: 'busy' }],
      finish: { reason: 'error' },
    })
    expect(wire.writeResponse([start, error])).toEqual({ id: 'm1', message: 'busy' })
  })

  const cut = 'The generation was ended before it was complete. The answer ends here.'

  test.each<[name: string, message: string, Part[]]>([
    ['no part', cut, []],
    ['a start alone', cut, [start]],
    ['an aborted answer', cut, [start, { type: 'finish', reason: 'aborted' }]],
    [
      'a filtered answer',
      'A content filter ended the generation. The answer ends here.',
      [start, { type: 'finish', reason: 'content-filter' }],
    ],
    [
      'an error without a reason',
      'The provider ended the generation with an error and did not say which.',
      [start, { type: 'finish', reason: 'error', native: 'ERROR' }],
    ],
    [
      'an error of another API',
      'The provider ended the generation with an error: MALFORMED_FUNCTION_CALL.',
      [start, { type: 'finish', reason: 'error', native: 'MALFORMED_FUNCTION_CALL' }],
    ],
  ])('an ending without an answer is never a success: %s', (_, message, parts) => {
    expect(writeEvents(parts).at(-2)).toMatchObject({ type: 'message-end', delta: { finish_reason: 'ERROR', error: message } })
    expect(resultOf(readBody(wire.writeResponse(parts))).errors).toMatchObject([{ message }])
  })

  test('usage is left out when it is not wanted', () => {
    const usage: Part = { type: 'usage', usage: { output: { value: 1, source: 'reported' }, raw: {} } }
    expect(JSON.stringify(writeEvents([start, usage, ...stop], { includeUsage: false }))).not.toContain('usage')
  })
})

test('what has no place is said once for each kind', () => {
  const said: string[] = []
  const parts: Part[] = [
    start,
    ...block(0, 'reasoning', ['r'], seals),
    ...block(1, 'answer', ['a'], seals),
    { type: 'native', wire: 'gemini', event: 'citation', value: 1 },
    { type: 'delta', choice: 1, block: 0, channel: 'answer', text: 'b' },
    ...stop,
  ]
  writeEvents(parts, { onWarning: ({ message }) => said.push(message.replace(/^Left out: (.*)\. Cohere has no field for this\.$/, '$1')) })
  expect(said).toEqual(['seals', 'native parts that other formats have, or that may show reasoning', 'a second choice'])
})

const text = fc.string({ unit: anyCharacter, minLength: 1 })
const item = fc.oneof(
  fc.record({
    channel: fc.constantFrom('reasoning' as const, 'answer' as const, 'commentary' as const),
    texts: fc.array(text, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ name: fc.constantFrom('f', 'g'), texts: fc.array(text, { maxLength: 3 }) }),
)

/** Reasoning that the format shows is the model's own. */
const kindOf = (channel: Channel) => (channel === 'reasoning' ? 'raw' : undefined)

test('what is written reads the same, in a stream also in its order', () => {
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 6 }), (items) => {
      const parts: Part[] = [start]
      let [blocks, calls, last] = [0, 0, '']
      for (const one of items) {
        // There is one plan.
        if ('channel' in one && one.channel === 'commentary' && last === 'commentary') continue
        last = 'channel' in one ? one.channel : ''
        if ('channel' in one) parts.push(...block(blocks++, one.channel, one.texts, undefined, kindOf(one.channel)))
        else parts.push(...call(calls, one.name, one.texts, { id: `c${calls++}` }))
      }
      parts.push({ type: 'finish', reason: calls > 0 ? 'tool-calls' : 'stop' }, { type: 'end' })
      const stream = readText(writeText(parts))
      expect(outline(stream)).toEqual(outline(parts))
      for (const again of [stream, readBody(JSON.parse(JSON.stringify(wire.writeResponse(parts))))]) {
        const [after, before] = [resultOf(again), resultOf(parts)]
        expect([after.reasoning, after.answer, after.commentary, after.finish?.reason]).toEqual([
          before.reasoning,
          before.answer,
          before.commentary,
          before.finish?.reason,
        ])
        expect(after.toolCalls.map(({ id, name, arguments: args }) => [id, name, args])).toEqual(
          before.toolCalls.map(({ id, name, arguments: args }) => [id, name, args]),
        )
      }
    }),
  )
})
