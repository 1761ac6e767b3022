import type { Part } from '@reason/core'
import type { Seal } from '@reason/core/parts'
import { block, call } from '@reason/exchanges/parts'
import { anyCharacter } from '@reason/testkit/any-character'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  delta,
  outline,
  read,
  readBody,
  readText,
  resultOf,
  signature,
  start as step,
  stop as stopped,
  thought,
  wire,
  writeEvents,
  writeText,
} from './events.ts'

const seal = (value: string, wireId = 'gemini-interactions'): Seal => ({ kind: 'thought-signature', value, issuer: { wire: wireId } })
const start: Part = { type: 'start', id: 'v1_x', model: 'm', created: 1_767_225_600 }
const stop: Part[] = [{ type: 'finish', reason: 'stop' }, { type: 'end' }]
const head = { id: 'v1_x', object: 'interaction', model: 'm', created: '2026-01-01T00:00:00.000Z' }

test('events, and the same whole', () => {
  const usage = {
    input: { value: 1, source: 'reported' as const },
    output: { value: 5, source: 'reported' as const },
    reasoning: { value: 3, source: 'reported' as const },
    raw: {},
  }
  const parts: Part[] = [
    start,
    ...block(0, 'reasoning', ['r', 's'], [seal('S')]),
    ...block(1, 'answer', ['a']),
    ...call(0, 'f', ['{"x":1}'], { id: 'c', seals: [seal('T')] }),
    { type: 'usage', usage },
    { type: 'finish', reason: 'tool-calls' },
    { type: 'end' },
  ]
  const counts = { total_input_tokens: 1, total_output_tokens: 2, total_thought_tokens: 3, total_tokens: 6 }
  expect(writeEvents(parts)).toEqual([
    { event_type: 'interaction.created', interaction: { ...head, status: 'in_progress' } },
    step(0, { type: 'thought' }),
    delta(0, thought('r')),
    delta(0, thought('s')),
    delta(0, signature('S')),
    stopped(0),
    step(1, { type: 'model_output' }),
    delta(1, { type: 'text', text: 'a' }),
    stopped(1),
    step(2, { type: 'function_call', id: 'c', name: 'f', arguments: {}, signature: 'T' }),
    delta(2, { type: 'arguments_delta', arguments: '{"x":1}' }),
    stopped(2),
    { event_type: 'interaction.completed', interaction: { ...head, status: 'requires_action', usage: counts } },
    '[DONE]',
  ])
  expect(wire.writeResponse(parts)).toEqual({
    ...head,
    status: 'requires_action',
    usage: counts,
    steps: [
      { type: 'thought', summary: [{ type: 'text', text: 'rs' }], signature: 'S' },
      { type: 'model_output', content: [{ type: 'text', text: 'a' }] },
      { type: 'function_call', id: 'c', name: 'f', arguments: { x: 1 }, signature: 'T' },
    ],
  })
})

describe('what parts become', () => {
  const rows: [name: string, parts: Part[], lines: string[]][] = [
    [
      'blocks keep their borders',
      [...block(0, 'answer', ['a']), ...block(1, 'answer', ['b']), ...block(2, 'reasoning', ['c']), ...block(3, 'reasoning', ['d'])],
      ['answer: a', 'answer: b', 'reasoning (summary): c', 'reasoning (summary): d'],
    ],
    [
      'interrupted blocks go on in another step',
      [
        block(0, 'answer', ['a'])[0]!,
        block(0, 'answer', ['a'])[1]!,
        ...block(1, 'reasoning', ['r']),
        ...block(0, 'answer', ['b']).slice(1),
      ],
      ['answer: a', 'reasoning (summary): r', 'answer: b'],
    ],
    [
      'hidden thoughts',
      [...block(0, 'reasoning', [], [seal('S')], 'hidden'), ...block(1, 'reasoning', [], undefined, 'hidden')],
      ['reasoning (hidden):  [thought-signature S]', 'reasoning (hidden): '],
    ],
    [
      'several seals',
      block(0, 'reasoning', ['r'], [seal('S'), seal('T')]),
      ['reasoning (summary): r [thought-signature S]', 'reasoning (hidden):  [thought-signature T]'],
    ],
    [
      'seals of others stay behind',
      [...block(0, 'reasoning', ['r'], [seal('S', 'gemini')]), ...call(0, 'f', [], { id: 'c', seals: [seal('T', 'x')] })],
      ['reasoning (summary): r', 'call f: {}'],
    ],
    ['arguments that are no object', call(0, 'f', ['plan B']), ['call f: {"input":"plan B"}']],
    ['commentary', block(0, 'commentary', ['c']), ['reasoning (summary): c']],
    ['empty answers', block(0, 'answer', []), []],
  ]
  test.each(rows)('%s', (_, parts, lines) => {
    const all = [start, ...parts, ...stop]
    expect(outline(readText(writeText(all)))).toEqual(lines)
    expect(outline(readBody(wire.writeResponse(all)))).toEqual(lines)
  })

  test('calls without ids get some', () => {
    const ids = resultOf(
      read(writeEvents([start, ...call(0, 'f', []), ...call(1, 'f', [], { id: 'c' }), ...call(2, 'f', [], { id: 'c' }), ...stop])),
    ).toolCalls.map(({ id }) => id)
    expect(ids).toEqual(['call_x_0', 'c', 'call_x_1'])
  })

  test('commentary and names as asked', () => {
    const parts = [start, ...block(0, 'commentary', ['c']), ...call(0, 'functions.get_it', []), ...stop]
    expect(outline(read(writeEvents(parts, { commentary: 'answer', tools: ['getIt'] })))).toEqual(['answer: c', 'call getIt: {}'])
    expect(outline(read(writeEvents(parts, { commentary: 'drop' })))).toEqual(['call get_it: {}'])
  })
})

test('native parts go back where they were read, unless they may show reasoning', () => {
  const steps = [
    {
      type: 'thought',
      summary: [
        { type: 'text', text: 'r' },
        { type: 'image', data: 'AA==' },
      ],
      signature: 'S',
    },
    { type: 'google_search_call', id: 's', arguments: { queries: ['q'] }, signature: 'T' },
    {
      type: 'model_output',
      content: [
        { type: 'text', text: 'a', annotations: [{ x: 1 }] },
        { type: 'image', data: 'AA==' },
        { type: 'text', text: 'b' },
      ],
    },
  ]
  const body = { ...head, status: 'completed', steps, novelty: 1 }
  const parts = readBody(body)
  expect(wire.writeResponse(parts, { native: 'all' })).toEqual({ ...body })
  expect(outline(read(writeEvents(parts, { native: 'all' })))).toEqual(
    outline(parts)
      .filter((line) => line !== 'native interaction.novelty')
      .concat('native interaction.novelty'),
  )
  const safe = [
    'reasoning (summary): r [thought-signature S]',
    'native step.google_search_call [thought-signature T]',
    'answer: a',
    'native delta.text_annotation_delta',
    'native delta.image',
    'answer: b',
  ]
  expect(outline(read(writeEvents(parts)))).toEqual(safe)
  expect(outline(read(writeEvents(parts, { native: 'none' })))).toEqual([
    'reasoning (summary): r [thought-signature S]',
    'answer: a',
    'answer: b',
  ])
})

describe('endings', () => {
  test.each([
    ['stop', undefined, 'completed'],
    ['unknown', 'weird', 'completed'],
    ['length', undefined, 'incomplete'],
    ['length', 'budget_exceeded', 'budget_exceeded'],
    ['reasoning-exhausted', 'incomplete', 'incomplete'],
    ['content-filter', 'SAFETY', 'incomplete'],
    ['aborted', 'cancelled', 'cancelled'],
  ] as const)('%s, natively %s, is %s', (reason, native, status) => {
    expect(wire.writeResponse([start, { type: 'finish', reason, ...(native && { native }) }, { type: 'end' }])).toMatchObject({ status })
  })

  test('a response without any content begins before it ends', () => {
    const types = (writeEvents(stop) as (string | { event_type: string })[]).map((event) =>
      typeof event === 'string' ? event : event.event_type,
    )
    expect(types).toEqual(['interaction.created', 'interaction.completed', '[DONE]'])
  })
  test('a stop after calls asks for their results', () =>
    expect(wire.writeResponse([start, ...call(0, 'f', []), ...stop])).toMatchObject({ status: 'requires_action' }))

  test('an error ends the stream; whole, it stands beside what there was', () => {
    const error: Part = { type: 'error', error: { message: 'busy', status: 503 } }
    const busy = { code: 503, message: 'busy', status: 'UNAVAILABLE' }
    const parts = [start, ...block(0, 'answer', ['a']), error, { type: 'end' }] satisfies Part[]
    expect(writeEvents(parts).slice(-3)).toEqual([stopped(0), { event_type: 'error', error: busy }, '[DONE]'])
    expect(wire.writeResponse(parts)).toMatchObject({ status: 'failed', errors: [busy], steps: [{ content: [{ text: 'a' }] }] })
    expect(wire.writeResponse([start, error])).toEqual({ error: busy })
  })

  test('an unexpected ending is never a success', () => {
    for (const parts of [[], [start], [start, { type: 'finish', reason: 'aborted' }]] as Part[][]) {
      expect(writeEvents(parts).at(-2)).toMatchObject({ event_type: 'error' })
      expect(wire.writeResponse(parts)).toMatchObject({ error: { code: 500 } })
    }
  })
})

const text = fc.string({ unit: anyCharacter, minLength: 1 })
const sealed = fc.option(fc.string({ minLength: 1 }), { nil: undefined })
const item = fc.oneof(
  fc.record({
    channel: fc.constantFrom('reasoning' as const, 'answer' as const),
    texts: fc.array(text, { minLength: 1, maxLength: 3 }),
    signature: sealed,
  }),
  fc.record({ name: fc.constantFrom('f', 'g'), args: fc.dictionary(fc.string(), fc.jsonValue()), signature: sealed }),
)

test('what is written reads the same', () => {
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 6 }), (items) => {
      const parts: Part[] = [start]
      let blocks = 0
      let calls = 0
      for (const one of items) {
        const seals = one.signature === undefined ? undefined : [seal(one.signature)]
        if ('channel' in one)
          parts.push(...block(blocks++, one.channel, one.texts, seals, one.channel === 'reasoning' ? 'summary' : undefined))
        else parts.push(...call(calls, one.name, [JSON.stringify(one.args)], { id: `c${calls++}`, ...(seals && { seals }) }))
      }
      parts.push({ type: 'finish', reason: calls > 0 ? 'tool-calls' : 'stop' }, { type: 'end' })
      const bare = (lines: string[]) => lines.map((line) => line.replaceAll(/\s/g, ''))
      for (const again of [readText(writeText(parts)), readBody(JSON.parse(JSON.stringify(wire.writeResponse(parts))))]) {
        expect(bare(outline(again))).toEqual(bare(outline(parts)))
        expect(resultOf(again).finish?.reason).toBe(resultOf(parts).finish?.reason)
      }
    }),
  )
})
