import type { Part } from '@reason/core'
import type { Seal } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import { block, call } from '@reason/exchanges/parts'
import { anyCharacter } from '@reason/testkit/any-character'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inArray, outline, read, readText, resultOf, wire, writeChunks, writeText } from './chunks.ts'

const seal = (value: string, wireId = 'gemini', item?: string): Seal => ({
  kind: 'thought-signature',
  value,
  issuer: { wire: wireId, model: 'm' },
  ...(item && { item }),
})
const stop: Part[] = [{ type: 'finish', reason: 'stop' }, { type: 'end' }]
const start: Part = { type: 'start', id: 'r1', model: 'm' }
const partsOf = (chunks: unknown[]) =>
  (chunks as { candidates?: { content?: { parts?: unknown[] } }[] }[]).flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? [])

function warningsOf(parts: Part[], options: WriterOptions = {}): string[] {
  const said: string[] = []
  writeChunks(parts, { ...options, onWarning: ({ message }) => said.push(message) })
  return said
}

test('chunks, and the same whole', () => {
  const parts: Part[] = [
    start,
    ...block(0, 'reasoning', ['r1', 'r2']),
    ...block(1, 'answer', ['a', 'b']),
    {
      type: 'usage',
      usage: {
        input: { value: 1, source: 'reported' },
        output: { value: 5, source: 'reported' },
        reasoning: { value: 3, source: 'reported' },
        raw: {},
      },
    },
    ...stop,
  ]
  const tail = { modelVersion: 'm', responseId: 'r1' }
  const one = (part: object, rest = {}) => ({ candidates: [{ content: { parts: [part], role: 'model' }, ...rest, index: 0 }], ...tail })
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 2, thoughtsTokenCount: 3, totalTokenCount: 6 }
  expect(writeChunks(parts)).toEqual([
    one({ text: 'r1', thought: true }),
    one({ text: 'r2', thought: true }),
    { candidates: [{ content: { parts: [{ text: 'a' }, { text: 'b' }], role: 'model' }, index: 0 }], ...tail },
    { ...one({ text: '' }, { finishReason: 'STOP' }), usageMetadata },
  ])
  expect(wire.writeResponse(parts)).toEqual({
    candidates: [{ content: { parts: [{ text: 'r1r2', thought: true }, { text: 'ab' }], role: 'model' }, finishReason: 'STOP', index: 0 }],
    usageMetadata,
    ...tail,
  })
})

describe('signatures', () => {
  const rows: [name: string, parts: Part[], written: object[]][] = [
    ['on the text they came on', block(0, 'answer', ['a'], [seal('S')]), [{ text: 'a', thoughtSignature: 'S' }]],
    [
      'behind a text that has gone out',
      block(0, 'answer', ['a', 'b'], [seal('S')]),
      [{ text: 'a' }, { text: 'b' }, { text: '', thoughtSignature: 'S' }],
    ],
    [
      'behind a thought',
      block(0, 'reasoning', ['a'], [seal('S')]),
      [
        { text: 'a', thought: true },
        { text: '', thought: true, thoughtSignature: 'S' },
      ],
    ],
    ['on nothing', block(0, 'reasoning', [], [seal('S')], 'hidden'), [{ text: '', thoughtSignature: 'S' }]],
    [
      'on a thought that says nothing',
      block(0, 'reasoning', [], [seal('S', 'gemini', 'thought')], 'hidden'),
      [{ text: '', thought: true, thoughtSignature: 'S' }],
    ],
    [
      'on calls',
      call(0, 'f', ['{"a":', '1}'], { id: 'c', seals: [seal('S')] }),
      [{ functionCall: { id: 'c', name: 'f', args: { a: 1 } }, thoughtSignature: 'S' }],
    ],
    [
      'of others, nowhere',
      [...block(0, 'answer', ['a'], [seal('S', 'openai-chat')]), ...call(0, 'f', [], { seals: [seal('S', 'x')] })],
      [{ text: 'a' }, { functionCall: { name: 'f', args: {} } }],
    ],
    [
      'of an interrupted block',
      [
        block(0, 'answer', ['a'])[0]!,
        block(0, 'answer', ['a'])[1]!,
        ...block(1, 'reasoning', ['r']),
        block(0, 'answer', [], [seal('S')])[1]!,
      ],
      [{ text: 'a' }, { text: 'r', thought: true }, { text: '', thoughtSignature: 'S' }],
    ],
  ]
  test.each(rows)('%s', (_, parts, written) => {
    expect(partsOf(writeChunks([start, ...parts, ...stop])).slice(0, -1)).toEqual(written)
  })

  test('a whole body keeps them on all text', () => {
    const parts = [start, ...block(0, 'reasoning', ['a', 'b'], [seal('S')]), ...block(1, 'answer', ['c', 'd'], [seal('T')]), ...stop]
    expect(outline(wire.readResponse(wire.writeResponse(parts)))).toEqual([
      'reasoning (summary): ab [thought-signature S]',
      'answer: cd [thought-signature T]',
    ])
  })
})

describe('calls', () => {
  const written = (parts: Part[], options?: WriterOptions) =>
    partsOf(writeChunks([start, ...parts, ...stop], options))
      .slice(0, -1)
      .map((part) => (part as { functionCall: object }).functionCall)

  test.each([
    ['no arguments', [''], {}],
    ['text', ['plan ', 'B'], { input: 'plan B' }],
    ['a list', ['[1]'], { input: '[1]' }],
    ['JSON that was cut', ['{"a":"b'], { input: '{"a":"b' }],
    ['JSON on several lines', ['{\n "a":\r\n 1}'], { a: 1 }],
  ])('%s', (_, texts, args) => expect(written(call(0, 'f', texts))).toEqual([{ name: 'f', args }]))

  test('custom ones are text, whatever it looks like', () =>
    expect(written(call(0, 'f', ['{}'], { contentType: 'custom' }))).toEqual([{ name: 'f', args: { input: '{}' } }]))

  test('in the order in which they began', () => {
    const [a, b] = [call(0, 'a', ['{}']), call(1, 'b', ['{}'])]
    expect(written([a[0]!, b[0]!, b[1]!, b[2]!, a[1]!, a[2]!])).toEqual([
      { name: 'a', args: {} },
      { name: 'b', args: {} },
    ])
    expect(written([a[0]!, a[1]!, b[0]!])).toEqual([
      { name: 'a', args: {} },
      { name: 'b', args: {} },
    ])
  })

  test('under the name that was offered', () =>
    expect(written(call(0, 'functions.get_weather', []), { tools: ['getWeather'] })).toEqual([{ name: 'getWeather', args: {} }]))
})

describe('commentary', () => {
  const parts = [start, ...block(0, 'commentary', ['c']), ...stop]
  test.each([
    [undefined, [{ text: 'c', thought: true }]],
    ['answer', [{ text: 'c' }]],
    ['drop', []],
  ] as const)('%s', (commentary, written) => {
    expect(partsOf(writeChunks(parts, commentary && { commentary })).slice(0, -1)).toEqual(written)
  })
})

describe('endings', () => {
  const wordOf = (finish: Part) =>
    (writeChunks([start, finish, { type: 'end' }]).at(-1) as { candidates: { finishReason: string }[] }).candidates[0]!.finishReason

  test.each([
    ['stop', undefined, 'STOP'],
    ['tool-calls', 'tool_calls', 'STOP'],
    ['length', undefined, 'MAX_TOKENS'],
    ['reasoning-exhausted', 'length', 'MAX_TOKENS'],
    ['content-filter', 'RECITATION', 'RECITATION'],
    ['refusal', undefined, 'SAFETY'],
    ['error', 'MALFORMED_FUNCTION_CALL', 'MALFORMED_FUNCTION_CALL'],
    ['unknown', 'OTHER', 'OTHER'],
    ['unknown', 'end_turn', 'STOP'],
  ] as const)('%s, natively %s, is %s', (reason, native, word) =>
    expect(wordOf({ type: 'finish', reason, ...(native && { native }) })).toBe(word),
  )

  const error: Part = { type: 'error', error: { message: 'busy', code: 'UNAVAILABLE', status: 503 } }
  const busy = { code: 503, message: 'busy', status: 'UNAVAILABLE' }

  test('an error ends the stream; whole, it stands beside what there was', () => {
    const parts: Part[] = [start, ...block(0, 'answer', ['a']), error, { type: 'finish', reason: 'error' }, { type: 'end' }]
    expect(writeChunks(parts).at(-1)).toEqual({ error: busy })
    expect(partsOf(writeChunks(parts))).toEqual([{ text: 'a' }])
    expect(wire.writeResponse(parts)).toMatchObject({ candidates: [{ content: { parts: [{ text: 'a' }] } }], error: busy })
    expect(wire.writeResponse([start, error])).toEqual({ error: busy })
  })

  test.each([
    ['other codes', { message: 'm', code: 'rate_limit', status: 429 }, { code: 429, status: 'RESOURCE_EXHAUSTED' }],
    ['no code', { message: 'm' }, { code: 500, status: 'INTERNAL' }],
    ['an unknown status', { message: 'm', status: 418 }, { code: 418, status: 'INVALID_ARGUMENT' }],
  ])('%s', (_, own, expected) =>
    expect(writeChunks([{ type: 'error', error: own }])[0]).toMatchObject({ error: { message: 'm', ...expected } }),
  )

  test('an unexpected ending is never a success', () => {
    for (const parts of [
      [],
      [start],
      [start, ...block(0, 'answer', ['a'])],
      [start, { type: 'finish', reason: 'aborted' }],
      [start, { type: 'finish', reason: 'error' }],
    ] as Part[][]) {
      expect(writeChunks(parts).at(-1)).toMatchObject({ error: { code: 500 } })
      expect(wire.writeResponse(parts)).toMatchObject({ error: { code: 500 } })
    }
  })
})

test.each([
  [{ input_tokens: 6, cache_read_input_tokens: 100, cache_creation_input_tokens: 50, output_tokens: 9 }, undefined],
  [{ inputTokens: 6, cacheReadInputTokens: 100, cacheWriteInputTokens: 50, outputTokens: 9, totalTokens: 165 }, 165],
])('what was cached is a part of the input, also where it was counted beside: %o', (raw, total) => {
  const count = (value: number) => ({ value, source: 'reported' as const })
  const counts = { input: count(6), output: count(9), cached: count(100), ...(total !== undefined && { total: count(total) }) }
  const parts: Part[] = [start, { type: 'usage', usage: { ...counts, raw } }, { type: 'finish', reason: 'stop' }, { type: 'end' }]
  expect(wire.writeResponse(parts)).toMatchObject({
    usageMetadata: { promptTokenCount: 156, candidatesTokenCount: 9, cachedContentTokenCount: 100, totalTokenCount: 165 },
  })
})

test('usage after the finish, of several candidates, and when it is not wanted', () => {
  const usage = (input: number, output: number, choice?: number): Part => ({
    type: 'usage',
    ...(choice && { choice }),
    usage: { input: { value: input, source: 'reported' }, output: { value: output, source: 'reported' }, raw: {} },
  })
  const parts: Part[] = [
    start,
    { type: 'finish', reason: 'stop' },
    { type: 'finish', choice: 1, reason: 'length' },
    usage(5, 2),
    usage(5, 3, 1),
    { type: 'end' },
  ]
  const chunks = writeChunks(parts) as { usageMetadata?: object; candidates: { index: number; finishReason: string }[] }[]
  expect(chunks.map(({ candidates, usageMetadata }) => [candidates[0]!.index, candidates[0]!.finishReason, usageMetadata])).toEqual([
    [0, 'STOP', undefined],
    [1, 'MAX_TOKENS', { promptTokenCount: 5, candidatesTokenCount: 5, totalTokenCount: 10 }],
  ])
  expect(JSON.stringify(writeChunks(parts, { includeUsage: false }))).not.toContain('usageMetadata')
})

describe('native parts', () => {
  const chunks = [
    {
      candidates: [
        {
          content: {
            parts: [
              { text: 'a' },
              { executableCode: { language: 'PYTHON', code: 'x' }, thoughtSignature: 'S' },
              { inlineData: { data: 'AA==' }, thought: true },
            ],
            role: 'model',
          },
          finishReason: 'STOP',
          groundingMetadata: { q: [1] },
          logprobsResult: { chosen: [1] },
          index: 0,
        },
      ],
      promptFeedback: { safetyRatings: [1] },
      modelVersion: 'm',
    },
  ]

  test('go back where they were read, unless they may show reasoning', () => {
    const parts = read(chunks)
    const all = outline(parts)
    expect(outline(read(writeChunks(parts, { native: 'all' })))).toEqual(all)
    expect(outline(wire.readResponse(wire.writeResponse(parts, { native: 'all' })))).toEqual(all)
    const safe = all.filter((line) => line !== 'native part.inlineData' && line !== 'native candidate.logprobsResult')
    expect(outline(read(writeChunks(parts)))).toEqual(safe)
    expect(outline(read(writeChunks(parts, { native: 'none' })))).toEqual(['answer: a'])
  })

  test('of other formats do not, and that is said', () => {
    expect(warningsOf([start, { type: 'native', wire: 'openai-chat', event: 'part.x', value: {} }, ...stop])).toEqual([
      'Left out: native parts that other formats have, or that may show reasoning. Gemini has no field for this.',
    ])
  })
})

test('identity: options win, then the parts; nothing is made up', () => {
  const created: Part = { type: 'start', id: 'r', model: 'm', created: 1_767_225_600, native: { createTime: '2026-01-01T00:00:00.5Z' } }
  expect(wire.writeResponse([created, ...stop])).toMatchObject({ responseId: 'r', modelVersion: 'm', createTime: '2026-01-01T00:00:00.5Z' })
  expect(wire.writeResponse([created, ...stop], { id: 'x', model: 'y', created: 0 })).toMatchObject({
    responseId: 'x',
    modelVersion: 'y',
    createTime: '1970-01-01T00:00:00.000Z',
  })
  expect(wire.writeResponse([created, ...stop], { native: 'none' })).toMatchObject({ createTime: '2026-01-01T00:00:00.000Z' })
  expect(Object.keys(wire.writeResponse(stop) as object)).toEqual(['candidates'])
})

test('what has no place is said once for each kind', () => {
  const hidden = block(0, 'reasoning', [], undefined, 'hidden')
  expect(warningsOf([start, ...hidden, ...block(1, 'reasoning', [], [seal('S', 'x')]), ...stop])).toEqual([
    'Left out: blocks without text. Gemini has no field for this.',
    'Left out: seals of other issuers. Gemini has no field for this.',
  ])
})

const text = fc.string({ unit: anyCharacter, minLength: 1 })
const sealed = fc.option(fc.string({ minLength: 1 }), { nil: undefined })
const item = fc.oneof(
  fc.record({
    channel: fc.constantFrom('reasoning' as const, 'answer' as const),
    texts: fc.array(text, { minLength: 1, maxLength: 3 }),
    signature: sealed,
  }),
  fc.record({ name: fc.constantFrom('f', 'get_weather'), args: fc.dictionary(fc.string(), fc.jsonValue()), signature: sealed }),
)

test('what is written reads the same', () => {
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 6 }), (items) => {
      let last = ''
      const parts: Part[] = [start]
      let blocks = 0
      let calls = 0
      for (const one of items) {
        const seals = one.signature === undefined ? undefined : [seal(one.signature)]
        if (!('channel' in one)) {
          parts.push(...call(calls++, one.name, [JSON.stringify(one.args)], seals && { seals }))
          last = ''
          continue
        }
        // Unsigned neighbours of one channel are one block when they are read.
        if (seals === undefined && one.channel === last) continue
        if (seals !== undefined && one.channel === 'reasoning') continue
        last = seals === undefined ? one.channel : ''
        const kind = one.channel === 'reasoning' ? 'summary' : undefined
        // Live, only a text that is a block of its own can bear its signature.
        const texts = seals === undefined ? one.texts : [one.texts.join('')]
        parts.push(...block(blocks++, one.channel, texts, seals, kind))
      }
      parts.push({ type: 'finish', reason: calls > 0 ? 'tool-calls' : 'stop' }, { type: 'end' })
      const args = (lines: string[]) => lines.map((line) => line.replaceAll(/\s/g, ''))
      for (const again of [readText(writeText(parts)), inArray.throughStream(parts), wire.readResponse(wire.writeResponse(parts))]) {
        expect(args(outline(again))).toEqual(args(outline(parts)))
        expect(resultOf(again).finish?.reason).toBe(resultOf(parts).finish?.reason)
      }
    }),
  )
})
