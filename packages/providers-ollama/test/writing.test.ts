import type { Part } from '@reason/core'
import type { Channel, Seal } from '@reason/core/parts'
import { block, call } from '@reason/exchanges/parts'
import { anyCharacter } from '@reason/testkit/any-character'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { done, line, outline, read, readBody, readText, resultOf, wire, writeLines, writeText } from './lines.ts'

const seals: Seal[] = [{ kind: 'signature', value: 'S', issuer: { wire: 'ollama' } }]
const start: Part = { type: 'start', model: 'm', created: 1_767_225_600 }
const stop: Part[] = [{ type: 'finish', reason: 'stop' }, { type: 'end' }]
const head = { model: 'm', created_at: '2026-01-01T00:00:00.000Z' }
const usage: Part = { type: 'usage', usage: { input: { value: 3, source: 'reported' }, output: { value: 2, source: 'reported' }, raw: {} } }

test('lines, and the same whole', () => {
  const parts: Part[] = [
    start,
    ...block(0, 'reasoning', ['r', 's']),
    ...block(1, 'answer', ['a']),
    ...call(0, 'f', ['{"x":1}'], { id: 'c' }),
    usage,
    { type: 'finish', reason: 'tool-calls' },
    { type: 'end' },
  ]
  const message = (rest: object) => ({ ...head, message: { role: 'assistant', ...rest }, done: false })
  const toolCall = { id: 'c', function: { index: 0, name: 'f', arguments: { x: 1 } } }
  expect(writeLines(parts)).toEqual([
    message({ content: '', thinking: 'r' }),
    message({ content: '', thinking: 's' }),
    message({ content: 'a' }),
    message({ content: '', tool_calls: [toolCall] }),
    { ...message({ content: '' }), done: true, done_reason: 'stop', prompt_eval_count: 3, eval_count: 2 },
  ])
  expect(wire.writeResponse(parts)).toEqual({
    ...head,
    message: { role: 'assistant', content: 'a', thinking: 'rs', tool_calls: [toolCall] },
    done: true,
    done_reason: 'stop',
    prompt_eval_count: 3,
    eval_count: 2,
  })
})

describe('calls', () => {
  test.each([
    ['no arguments', '', {}],
    ['text', 'plan B', { input: 'plan B' }],
    ['a list', '[1]', { input: '[1]' }],
    ['JSON that was cut', '{"a":"b', { input: '{"a":"b' }],
    ['JSON on several lines', '{\n "a": 1}', { a: 1 }],
  ])('%s', (_, text, args) => {
    const parts = [start, ...call(0, 'functions.getIt', [text]), ...stop]
    const calls = [{ function: { index: 0, name: 'get_it', arguments: args } }]
    expect(writeLines(parts, { tools: ['get_it'] })[0]).toMatchObject({ message: { tool_calls: calls } })
    expect(wire.writeResponse(parts, { tools: ['get_it'] })).toMatchObject({ message: { tool_calls: calls } })
  })

  test('without an end are written all the same', () =>
    expect(outline(read(writeLines([start, call(0, 'f', ['{}'])[0]!, ...stop])))).toEqual(['call f: {}']))
})

test.each([
  [undefined, ['reasoning (raw): c']],
  ['answer', ['answer: c']],
  ['drop', []],
] as const)('commentary: %s', (commentary, lines) => {
  expect(outline(read(writeLines([start, ...block(0, 'commentary', ['c']), ...stop], commentary && { commentary })))).toEqual(lines)
})

test.each([
  [undefined, ['reasoning (raw): r\n\nc\n\nr', 'answer: a']],
  ['answer', ['reasoning (raw): rr', 'answer: c\n\na']],
] as const)('commentary does not run into the text beside it: %s', (commentary, texts) => {
  const parts = [
    ...block(0, 'reasoning', ['r']),
    ...block(1, 'commentary', ['c']),
    ...block(2, 'reasoning', ['r']),
    ...block(3, 'answer', ['a']),
  ]
  const options = commentary && { commentary }
  expect(outline(readBody(wire.writeResponse([start, ...parts, ...stop], options)))).toEqual(texts)
  expect(textsOf(read(writeLines([start, ...parts, ...stop], options)))).toEqual(texts.map((text) => text.replace(/^.*?: /, '')))
})

function textsOf(parts: readonly Part[]): string[] {
  const { reasoning, answer } = resultOf(parts)
  return [reasoning ?? '', answer]
}

test('native parts go back where they were read, unless they may show reasoning', () => {
  const parts = read([line({ content: 'a', images: ['AA=='] }, { logprobs: [1], done: false }), done({ total_duration: 5 })])
  const all = outline(parts)
  expect(all).toEqual(['answer: a', 'native message.images', 'native response.logprobs', 'native response.total_duration'])
  for (const again of [read(writeLines(parts, { native: 'all' })), readBody(wire.writeResponse(parts, { native: 'all' }))]) {
    expect(outline(again).toSorted()).toEqual(all.toSorted())
  }
  expect(outline(read(writeLines(parts)))).not.toContain('native response.logprobs')
  expect(outline(read(writeLines(parts, { native: 'none' })))).toEqual(['answer: a'])
  // A field goes with the next line, be it text.
  const [images, ...rest] = [...parts]
    .filter(({ type }) => type !== 'start')
    .toSorted((one, other) => Number(other.type === 'native') - Number(one.type === 'native'))
  expect(writeLines([start, images!, ...rest])[0]).toMatchObject({ message: { content: 'a', images: ['AA=='] } })
})

describe('endings', () => {
  const last = (finish: Part) => writeLines([start, finish, { type: 'end' }]).at(-1)
  test.each([
    ['stop', undefined, 'stop'],
    ['stop', 'load', 'load'],
    ['tool-calls', 'tool_calls', 'stop'],
    ['length', undefined, 'length'],
    ['reasoning-exhausted', 'length', 'length'],
    ['content-filter', 'SAFETY', 'stop'],
  ] as const)('%s, natively %s, is %s', (reason, native, word) => {
    expect(last({ type: 'finish', reason, ...(native && { native }) })).toMatchObject({ done: true, done_reason: word })
  })

  test('an error ends the stream; whole, it stands beside what there was', () => {
    const error: Part = { type: 'error', error: { message: 'busy' } }
    const parts = [start, ...block(0, 'answer', ['a']), error, { type: 'end' }] satisfies Part[]
    expect(writeLines(parts).at(-1)).toEqual({ error: 'busy' })
    expect(wire.writeResponse(parts)).toMatchObject({ message: { content: 'a' }, done: true, done_reason: 'error', error: 'busy' })
    expect(resultOf(readBody(wire.writeResponse(parts)))).toMatchObject({
      answer: 'a',
      finish: { reason: 'error' },
      errors: [{ message: 'busy' }],
    })
    expect(wire.writeResponse([start, error])).toEqual({ error: 'busy' })
  })

  const cut = 'The generation was ended before it was complete. The answer ends here.'

  test.each<[name: string, message: string, Part[]]>([
    ['no part', cut, []],
    ['a start alone', cut, [start]],
    ['an aborted answer', cut, [start, { type: 'finish', reason: 'aborted' }]],
    [
      'an error without a reason',
      'The provider ended the generation with an error and did not say which.',
      [start, { type: 'finish', reason: 'error', native: 'error' }],
    ],
    [
      'an error of another API',
      'The provider ended the generation with an error: MALFORMED_FUNCTION_CALL.',
      [start, { type: 'finish', reason: 'error', native: 'MALFORMED_FUNCTION_CALL' }],
    ],
  ])('an ending without an answer is never a success: %s', (_, message, parts) => {
    expect(writeLines(parts)).toEqual([{ error: message }])
    expect(wire.writeResponse(parts)).toEqual({ error: message })
  })

  test('what was cached is a part of the input, also where it was counted beside', () => {
    const count = (value: number) => ({ value, source: 'reported' as const })
    const raw = { input_tokens: 6, cache_read_input_tokens: 100, cache_creation_input_tokens: 50, output_tokens: 9 }
    const beside: Part = { type: 'usage', usage: { input: count(6), cached: count(100), output: count(9), raw } }
    expect(wire.writeResponse([start, beside, ...stop])).toMatchObject({ prompt_eval_count: 156, eval_count: 9 })
  })

  test('usage may follow the reason, and is left out when it is not wanted', () => {
    const parts = [start, stop[0]!, usage, stop[1]!]
    expect(writeLines(parts).at(-1)).toMatchObject({ eval_count: 2 })
    expect(writeLines(parts, { includeUsage: false }).at(-1)).not.toHaveProperty('eval_count')
  })
})

test('identity: options win, then the parts; the model and the time have to be there', () => {
  const created: Part = { type: 'start', model: 'm', created: 1_767_225_600, native: { created_at: '2026-01-01T00:00:00.5Z' } }
  expect(wire.writeResponse([created, ...stop])).toMatchObject({ model: 'm', created_at: '2026-01-01T00:00:00.5Z' })
  expect(wire.writeResponse([created, ...stop], { model: 'x', created: 5 })).toMatchObject({
    model: 'x',
    created_at: '1970-01-01T00:00:05.000Z',
  })
  expect(wire.writeResponse(stop)).toMatchObject({ model: '', created_at: '1970-01-01T00:00:00.000Z' })
})

test('a block with text is not said to have none', () => {
  const said: string[] = []
  writeLines([start, ...block(0, 'reasoning', ['r']), ...block(1, 'answer', ['a']), ...stop], {
    onWarning: ({ message }) => said.push(message),
  })
  expect(said).toEqual([])
})

test('what has no place is said once for each kind', () => {
  const said: string[] = []
  const parts: Part[] = [
    start,
    ...block(0, 'reasoning', ['r'], seals),
    ...block(1, 'reasoning', []),
    ...block(2, 'answer', ['a'], seals),
    { type: 'native', wire: 'gemini', event: 'response.x', value: 1 },
    { type: 'delta', choice: 1, block: 0, channel: 'answer', text: 'b' },
    ...stop,
  ]
  writeLines(parts, { onWarning: ({ message }) => said.push(message.replace(/^Left out: (.*)\. Ollama has no field for this\.$/, '$1')) })
  expect(said).toEqual([
    'seals',
    'blocks without text',
    'native parts that other formats have, or that may show reasoning',
    'a second choice',
  ])
})

const text = fc.string({ unit: anyCharacter, minLength: 1 })
const item = fc.oneof(
  fc.record({ channel: fc.constantFrom('reasoning' as const, 'answer' as const), texts: fc.array(text, { minLength: 1, maxLength: 3 }) }),
  fc.record({ name: fc.constantFrom('f', 'g'), args: fc.dictionary(fc.string(), fc.jsonValue()) }),
)

/** Reasoning that the format shows is the model's own. */
const kindOf = (channel: Channel) => (channel === 'reasoning' ? 'raw' : undefined)

test('what is written reads the same, in a stream also in its order', () => {
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 6 }), (items) => {
      const parts: Part[] = [start]
      let [blocks, calls, last] = [0, 0, '']
      for (const one of items) {
        // Neighbours of one channel are one block when they are read.
        if ('channel' in one && one.channel === last) continue
        last = 'channel' in one ? one.channel : ''
        if ('channel' in one) parts.push(...block(blocks++, one.channel, one.texts, undefined, kindOf(one.channel)))
        else parts.push(...call(calls, one.name, [JSON.stringify(one.args)], { id: `c${calls++}` }))
      }
      parts.push({ type: 'finish', reason: calls > 0 ? 'tool-calls' : 'stop' }, { type: 'end' })
      const stream = readText(writeText(parts))
      const bare = (lines: string[]) => lines.map((one) => one.replaceAll(/\s/g, ''))
      expect(bare(outline(stream))).toEqual(bare(outline(parts)))
      for (const again of [stream, readBody(JSON.parse(JSON.stringify(wire.writeResponse(parts))))]) {
        const [after, before] = [resultOf(again), resultOf(parts)]
        expect([after.reasoning, after.answer, after.finish?.reason]).toEqual([before.reasoning, before.answer, before.finish?.reason])
        expect(after.toolCalls.map(({ id, name }) => [id, name])).toEqual(before.toolCalls.map(({ id, name }) => [id, name]))
      }
    }),
  )
})
