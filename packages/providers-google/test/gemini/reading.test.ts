import type { Part } from '@reason/core'
import { describe, expect, test } from 'vitest'
import { atOnce } from '@reason/exchanges/at-once'
import { chunk, codesOf, outline, read, resultOf, wire } from './chunks.ts'

const seal = (value: string, item?: string) => ({
  kind: 'thought-signature',
  value,
  issuer: { provider: 'google', wire: 'gemini', model: 'gemini-x' },
  ...(item && { item }),
})

describe('parts of a candidate, in wire order', () => {
  const rows: [name: string, parts: unknown[][], lines: string[]][] = [
    [
      'thoughts, text, thoughts',
      [[{ text: 'a', thought: true }], [{ text: 'b', thought: true }, { text: 'c' }], [{ text: 'd' }], [{ text: 'e', thought: true }]],
      ['reasoning (summary): ab', 'answer: cd', 'reasoning (summary): e'],
    ],
    [
      'a signed text is a block of its own',
      [
        [{ text: 'a' }],
        [{ text: 'b', thoughtSignature: 'S' }],
        [{ text: 'c' }, { text: 'd', thoughtSignature: 'T' }, { text: 'e', thoughtSignature: 'U' }],
      ],
      ['answer: a', 'answer: b [thought-signature S]', 'answer: c', 'answer: d [thought-signature T]', 'answer: e [thought-signature U]'],
    ],
    [
      'a signed thought',
      [
        [
          { text: 'a', thought: true },
          { text: 'b', thought: true, thoughtSignature: 'S' },
        ],
      ],
      ['reasoning (summary): a', 'reasoning (summary): b [thought-signature S]'],
    ],
    [
      'a signature on nothing',
      [[{ text: 'a' }], [{ text: '', thoughtSignature: 'S' }]],
      ['answer: a', 'reasoning (hidden):  [thought-signature S]'],
    ],
    ['a signature on a part with nothing else', [[{ thoughtSignature: 'S' }]], ['reasoning (hidden):  [thought-signature S]']],
    [
      'fields that an SDK leaves empty',
      [
        [
          { text: 'a', functionCall: null, inlineData: null, thought: null, thoughtSignature: null },
          { text: null, executableCode: { code: 'x' } },
        ],
      ],
      ['answer: a', 'native part.executableCode'],
    ],
    ['an empty signature is none', [[{ text: 'a', thoughtSignature: '' }, { text: 'b' }]], ['answer: ab']],
    ['empty text is nothing', [[{ text: '' }], [{ text: '', thought: true }], [{}]], []],
    [
      'calls between texts, the first signed',
      [
        [{ text: 'a' }, { functionCall: { name: 'f', args: { x: 1 } }, thoughtSignature: 'S' }],
        [{ functionCall: { name: 'g', id: 'c2' } }, { text: 'b' }],
      ],
      ['answer: a', 'call f: {"x":1} [thought-signature S]', 'call g: {}', 'answer: b'],
    ],
    [
      'code, its result, images',
      [
        [{ text: 'a' }, { executableCode: { language: 'PYTHON', code: 'print(1)' }, thoughtSignature: 'S' }],
        [
          { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
          { inlineData: { mimeType: 'image/png', data: 'AA==' } },
          { text: 'b' },
        ],
      ],
      [
        'answer: a',
        'native part.executableCode [thought-signature S]',
        'native part.codeExecutionResult',
        'native part.inlineData',
        'answer: b',
      ],
    ],
    [
      'a call in pieces',
      [
        [{ functionCall: { name: 'f', willContinue: true }, thoughtSignature: 'S' }],
        [{ functionCall: { partialArgs: [{ jsonPath: '$.city', stringValue: 'Bos', willContinue: true }], willContinue: true } }],
        [
          {
            functionCall: {
              partialArgs: [
                { jsonPath: '$.city', stringValue: 'ton' },
                { jsonPath: '$.n', numberValue: 2 },
              ],
              willContinue: true,
            },
          },
        ],
        [{ functionCall: {} }],
        [{ functionCall: { name: 'f', args: {} } }],
      ],
      ['call f: {"city":"Boston","n":2} [thought-signature S]', 'call f: {}'],
    ],
    [
      'a call in pieces that repeats its name, and one that is never ended',
      [
        [{ functionCall: { name: 'f', id: 'c', willContinue: true, partialArgs: [{ jsonPath: '$.a', numberValue: 1 }] } }],
        [{ functionCall: { name: 'f', id: 'c', willContinue: true, partialArgs: [{ jsonPath: '$.b', numberValue: 2 }] } }],
        [{ text: 'x' }],
        [{ functionCall: { name: 'g', willContinue: true } }],
      ],
      ['call f: {"a":1,"b":2}', 'answer: x', 'call g: {}'],
    ],
    [
      'a call that is never ended, and another one with its name',
      [[{ functionCall: { name: 'f', willContinue: true } }], [{ functionCall: { name: 'f', args: { x: 1 } } }]],
      ['call f: {}', 'call f: {"x":1}'],
    ],
    [
      'arguments that come in pieces and then whole',
      [
        [{ functionCall: { name: 'f', willContinue: true, partialArgs: [{ jsonPath: '$.a', numberValue: 1 }] } }],
        [{ functionCall: { args: { a: 1 } } }],
      ],
      ['call f: {"a":1}'],
    ],
    ['arguments that are no object', [[{ functionCall: { name: 'f', args: '{"a":1' } }]], ['call f: {"a":1']],
    ['the end of a call that has ended', [[{ functionCall: { name: 'f', args: {} } }, { functionCall: {} }]], ['call f: {}']],
  ]

  test.each(rows)('%s', (_, parts, lines) => {
    const chunks = parts.map((list, at) => chunk(list, at === parts.length - 1 ? 'STOP' : undefined))
    expect(outline(read(chunks))).toEqual(lines)
    expect(outline(read([chunk(parts.flat(), 'STOP')]))).toEqual(lines)
    expect(read(chunks).filter((part) => part.type === 'finish')).toHaveLength(1)
  })
})

test('seals name their issuer; on nothing, the part it was is said', () => {
  const parts = read(
    [
      chunk(
        [
          { text: 'a', thoughtSignature: 'S' },
          { text: '', thoughtSignature: 'T' },
          { text: '', thought: true, thoughtSignature: 'U' },
        ],
        'STOP',
      ),
    ],
    {
      provider: 'google',
    },
  )
  expect(parts.flatMap((part) => (part.type === 'block-end' ? (part.seals ?? []) : []))).toEqual([
    seal('S'),
    seal('T'),
    seal('U', 'thought'),
  ])
})

test('parts in full', () => {
  expect(
    read([
      chunk([{ text: 'r', thought: true }, { text: 'a' }], 'STOP', {
        createTime: '2026-01-01T00:00:00.5Z',
        usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2, thoughtsTokenCount: 3, totalTokenCount: 6 },
      }),
    ]),
  ).toEqual([
    { type: 'start', id: 'r1', model: 'gemini-x', created: 1_767_225_600, native: { createTime: '2026-01-01T00:00:00.5Z' } },
    { type: 'block-start', block: 0, channel: 'reasoning', kind: 'summary' },
    { type: 'delta', block: 0, channel: 'reasoning', text: 'r' },
    { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire' },
    { type: 'block-start', block: 1, channel: 'answer' },
    { type: 'delta', block: 1, channel: 'answer', text: 'a' },
    {
      type: 'usage',
      usage: {
        input: { value: 1, source: 'reported' },
        output: { value: 5, source: 'reported' },
        reasoning: { value: 3, source: 'reported' },
        total: { value: 6, source: 'reported' },
        raw: { promptTokenCount: 1, candidatesTokenCount: 2, thoughtsTokenCount: 3, totalTokenCount: 6 },
      },
    },
    { type: 'block-end', block: 1, channel: 'answer', boundary: 'wire' },
    { type: 'finish', reason: 'stop', native: 'STOP' },
    { type: 'end' },
  ] satisfies Part[])
})

describe('usage', () => {
  const usageOf = (usageMetadata: unknown) => resultOf(read([chunk([{ text: 'a' }], 'STOP', { usageMetadata })])).usage

  test('reasoning is added to the output, and what tools put into the prompt to the input', () => {
    const usage = usageOf({
      promptTokenCount: 10,
      candidatesTokenCount: 5,
      thoughtsTokenCount: 7,
      toolUsePromptTokenCount: 100,
      cachedContentTokenCount: 4,
      totalTokenCount: 122,
    })
    expect([usage?.input?.value, usage?.output?.value, usage?.reasoning?.value, usage?.cached?.value, usage?.total?.value]).toEqual([
      110, 12, 7, 4, 122,
    ])
  })

  test('unless the total proves that it is in there', () => {
    expect(usageOf({ promptTokenCount: 10, candidatesTokenCount: 12, thoughtsTokenCount: 7, totalTokenCount: 22 })?.output?.value).toBe(12)
    expect(
      usageOf({ promptTokenCount: 10, candidatesTokenCount: 12, thoughtsTokenCount: 7, toolUsePromptTokenCount: 3, totalTokenCount: 25 })
        ?.output?.value,
    ).toBe(12)
  })

  test.each([
    ['nothing but thoughts came', { promptTokenCount: 10, thoughtsTokenCount: 7, totalTokenCount: 17 }, 7],
    [
      'nothing but thoughts, and tools',
      { promptTokenCount: 10, thoughtsTokenCount: 7, toolUsePromptTokenCount: 3, totalTokenCount: 20 },
      7,
    ],
    ['several candidates', { promptTokenCount: 10, thoughtsTokenCount: 7, totalTokenCount: 37 }, 27],
    ['several candidates that did not think', { promptTokenCount: 10, totalTokenCount: 30 }, 20],
  ])('an output that is not counted is what the total has beside the rest: %s', (_, counts, output) => {
    expect(usageOf(counts)?.output).toEqual({ value: output, source: 'reported' })
  })

  test('a count that is not there is not made up', () => {
    const usage = usageOf({ promptTokenCount: 10, thoughtsTokenCount: 7 })
    expect([usage?.output, usage?.reasoning?.value]).toEqual([undefined, 7])
    expect(usageOf({ promptTokenCount: 10, totalTokenCount: 10 })?.output).toBeUndefined()
    expect(usageOf({ promptTokenCount: 'x', totalTokenCount: -1 })).toBeUndefined()
  })

  test('the last chunk counts; the same counts are not repeated', () => {
    const usageMetadata = { promptTokenCount: 1, totalTokenCount: 1 }
    const parts = read([
      chunk([{ text: 'a' }], undefined, { usageMetadata }),
      chunk([{ text: 'b' }], undefined, { usageMetadata }),
      chunk([], 'STOP', { usageMetadata: { ...usageMetadata, candidatesTokenCount: 2, totalTokenCount: 3 } }),
    ])
    expect(parts.filter(({ type }) => type === 'usage')).toHaveLength(2)
    expect(resultOf(parts).usage?.output?.value).toBe(2)
  })
})

describe('endings', () => {
  const finishOf = (chunks: unknown[]) => resultOf(read(chunks)).finish

  test.each([
    ['STOP', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['CONTINUATION', 'length'],
    ['SAFETY', 'content-filter'],
    ['RECITATION', 'content-filter'],
    ['MODEL_ARMOR', 'content-filter'],
    ['ESCALATION', 'content-filter'],
    ['PUP_LIMITED_DISABLED', 'content-filter'],
    ['MALFORMED_FUNCTION_CALL', 'error'],
    ['UNEXPECTED_TOOL_CALL', 'error'],
    ['OTHER', 'unknown'],
    ['SOMETHING_NEW', 'unknown'],
  ])('%s is %s', (native, reason) => {
    const refusal = reason === 'content-filter' ? { refusal: { category: native } } : {}
    expect(finishOf([chunk([{ text: 'a' }], native)])).toEqual({ reason, native, ...refusal })
  })

  test.each<[string, unknown[], string]>([
    ['nothing', [], 'error'],
    ['a thought', [{ text: 'hm', thought: true }], 'error'],
    ['a call', [{ functionCall: { name: 'f' } }], 'unknown'],
    ['a native part', [{ executableCode: { code: '1' } }], 'unknown'],
  ])('OTHER after %s', (_, parts, reason) => expect(finishOf([chunk(parts, 'OTHER')])).toEqual({ reason, native: 'OTHER' }))

  test('STOP after calls', () =>
    expect(finishOf([chunk([{ functionCall: { name: 'f' } }], 'STOP')])).toEqual({ reason: 'tool-calls', native: 'STOP' }))

  test('a budget that went into thinking, seen or unseen', () => {
    expect(finishOf([chunk([{ text: 'r', thought: true }], 'MAX_TOKENS')])?.reason).toBe('reasoning-exhausted')
    const unseen = {
      candidates: [{ finishReason: 'MAX_TOKENS' }],
      usageMetadata: { promptTokenCount: 1, thoughtsTokenCount: 9, totalTokenCount: 10 },
    }
    expect(finishOf([unseen])?.reason).toBe('reasoning-exhausted')
  })

  test('a STOP in every chunk: the last reason counts, and no text comes late', () => {
    const parts = read([chunk([{ text: 'a' }], 'STOP'), chunk([{ text: 'b' }], 'STOP'), chunk([], 'MAX_TOKENS')])
    expect([outline(parts), resultOf(parts).finish?.native, codesOf(parts)]).toEqual([['answer: ab'], 'MAX_TOKENS', []])
  })

  test('a prompt that was blocked', () => {
    const parts = read([
      {
        promptFeedback: { blockReason: 'PROHIBITED_CONTENT', blockReasonMessage: 'Not here.' },
        usageMetadata: { promptTokenCount: 5, totalTokenCount: 5 },
      },
    ])
    const refusal = { category: 'PROHIBITED_CONTENT', explanation: 'Not here.' }
    expect(resultOf(parts).finish).toEqual({ reason: 'content-filter', native: 'PROHIBITED_CONTENT', refusal })
    expect(outline(parts)).toEqual(['native response.promptFeedback'])
    expect(codesOf(parts)).toEqual([])
  })

  test('a prompt that was blocked after the answer had begun, unless that has a reason of its own', () => {
    const blocked = { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }
    const finish = { reason: 'content-filter', native: 'PROHIBITED_CONTENT', refusal: { category: 'PROHIBITED_CONTENT' } }
    const parts = read([chunk([{ text: 'a' }]), blocked])
    expect([outline(parts), resultOf(parts).finish, codesOf(parts)]).toEqual([['answer: a', 'native response.promptFeedback'], finish, []])
    expect(finishOf([chunk([{ text: 'a' }], 'STOP'), blocked])).toEqual({ reason: 'stop', native: 'STOP' })
  })

  test('none: a cut stream is aborted, a whole body unknown', () => {
    expect(finishOf([chunk([{ text: 'a' }])])).toEqual({ reason: 'aborted' })
    expect(codesOf(read([chunk([{ text: 'a' }])]))).toEqual(['missing-finish'])
    expect(resultOf(wire.readResponse(chunk([{ text: 'a' }]))).finish).toEqual({ reason: 'unknown' })
  })
})

describe('errors', () => {
  const error = { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' }

  test.each([
    ['a body', [{ error }]],
    ['a body that is a list', [[{ error }]]],
    ['in the middle of a stream', [chunk([{ text: 'a' }]), { error }]],
    ['beside candidates', [{ ...chunk([{ text: 'a' }]), error }]],
  ])('%s', (_, chunks) => {
    const result = resultOf(read(chunks))
    expect(result.errors).toEqual([{ message: 'The model is overloaded.', code: 'UNAVAILABLE', status: 503, native: error }])
    expect(result.finish).toEqual({ reason: 'error' })
    expect(result.warnings).toEqual([])
  })

  test.each([
    ['a bare string', 'quota', { message: 'quota', native: 'quota' }],
    ['without a message', { code: 400 }, { message: '{"code":400}', code: 400, status: 400, native: { code: 400 } }],
  ])('%s', (_, native, expected) => expect(resultOf(read([{ error: native }])).errors).toEqual([expected]))

  test('over the network, a list in place of a stream', () => {
    for (const framing of ['sse', 'json-array', 'json'] as const) {
      expect(resultOf(atOnce(wire, framing).readText(JSON.stringify([{ error }], undefined, 2))).errors[0]?.status).toBe(503)
    }
  })
})

test('several candidates, interleaved', () => {
  const two = (a: string, b: string, finishReason?: string) => ({
    candidates: [
      { content: { parts: [{ text: a }] }, ...(finishReason && { finishReason }) },
      { content: { parts: [{ text: b, thought: true }] }, index: 1, ...(finishReason && { finishReason: 'MAX_TOKENS' }) },
    ],
  })
  const parts = read([two('a', 'x'), two('b', 'y', 'STOP')])
  expect([outline(parts, 0), outline(parts, 1)]).toEqual([['answer: ab'], ['reasoning (summary): xy']])
  expect([resultOf(parts, 0).finish?.reason, resultOf(parts, 1).finish?.reason]).toEqual(['stop', 'reasoning-exhausted'])
  // Where the provider gives no index, the place in the list does.
  const unnumbered = read([{ candidates: [{ content: { parts: [{ text: 'a' }] } }, { content: { parts: [{ text: 'b' }] } }] }])
  expect([outline(unnumbered, 0), outline(unnumbered, 1)]).toEqual([['answer: a'], ['answer: b']])
})

test('what is not modelled is kept, once for as long as it stays the same, and hidden where it may show reasoning', () => {
  const safetyRatings = [{ category: 'X', probability: 'LOW' }]
  const more = {
    groundingMetadata: { webSearchQueries: ['q'] },
    citationMetadata: { citations: [1] },
    logprobsResult: { chosen: [] },
    avgLogprobs: -0.1,
    novelty: 1,
  }
  const candidate = (text: string, rest: object) => ({
    candidates: [{ content: { parts: [{ text }] }, safetyRatings, ...rest }],
    modelStatus: { stage: 'x' },
    other: 1,
  })
  const parts = read([candidate('a', {}), candidate('b', { ...more, finishReason: 'STOP', finishMessage: 'm' })])
  const natives = parts.flatMap((part) => (part.type === 'native' ? [[part.event, part.channel]] : []))
  expect(natives).toEqual([
    ['candidate.safetyRatings', undefined],
    ['response.modelStatus', undefined],
    ['response.other', 'reasoning'],
    ['candidate.groundingMetadata', 'answer'],
    ['candidate.citationMetadata', 'answer'],
    ['candidate.logprobsResult', 'reasoning'],
    ['candidate.avgLogprobs', undefined],
    ['candidate.novelty', 'reasoning'],
    ['candidate.finishMessage', 'reasoning'],
  ])
  expect(outline(parts).filter((line) => line.startsWith('answer'))).toEqual(['answer: ab'])
})

test('an image that belongs to the thoughts is hidden with them', () => {
  const [part] = read([chunk([{ inlineData: { data: 'AA==' }, thought: true, thoughtSignature: 'S' }])]).filter(
    ({ type }) => type === 'native',
  )
  expect(part).toEqual({
    type: 'native',
    wire: 'gemini',
    event: 'part.inlineData',
    item: 0,
    channel: 'reasoning',
    value: { inlineData: { data: 'AA==' }, thought: true },
    seals: [{ kind: 'thought-signature', value: 'S', issuer: { wire: 'gemini', model: 'gemini-x' } }],
  })
})

test('chunks that Code Assist wraps, and a whole body that is a list', () => {
  expect(outline(read([{ response: chunk([{ text: 'a' }]), traceId: 't' }]))).toEqual(['answer: a'])
  expect(outline(wire.readResponse([chunk([{ text: 'a' }]), chunk([{ text: 'b' }], 'STOP')]))).toEqual(['answer: ab'])
})

describe('oddities', () => {
  test.each([
    ['a part that is text', chunk(['a'])],
    ['a text that is none', chunk([{ text: 5 }])],
    ['a call that is none', chunk([{ functionCall: 'f' }])],
    ['a signature that is none', chunk([{ text: 'a', thoughtSignature: 5 }])],
    ['content that is none', { candidates: [{ content: 5 }] }],
    ['arguments that have no place', chunk([{ functionCall: { name: 'f', partialArgs: [{ jsonPath: '$..x', numberValue: 1 }] } }])],
  ])('%s: kept and reported', (_, value) => {
    const parts = read([value])
    expect(codesOf(parts)).toContain('wrong-type')
    expect(parts.filter((part) => part.type === 'native')).toMatchObject([{ channel: 'reasoning' }])
  })

  test.each([
    ['text that says yes', 'true', 'reasoning (summary): a', ['wrong-type']],
    ['a number', 1, 'reasoning (summary): a', ['wrong-type']],
    ['an object', {}, 'reasoning (summary): a', ['wrong-type']],
    ['text that says no', 'false', 'answer: a', []],
    ['no', false, 'answer: a', []],
  ])('a part of which %s says whether it is a thought', (_, thought, line, codes) => {
    const parts = read([chunk([{ text: 'a', thought }], 'STOP')])
    expect([outline(parts), codesOf(parts)]).toEqual([[line], codes])
  })

  test.each([
    ['a string', 'x'],
    ['a chunk of another kind', { choices: [1] }],
    ['nothing', null],
  ])('%s is no chunk', (_, value) => {
    expect(codesOf(read([value]))).toContain('unknown-event')
  })

  test('parts that are one object; keep-alives', () => {
    expect(outline(read([chunk({ text: 'a' }), {}, { error: null }]))).toEqual(['answer: a'])
    expect(codesOf(read([{}, chunk([], 'STOP')]))).toEqual([])
  })
})
