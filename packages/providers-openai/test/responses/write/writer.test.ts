import type { Part } from '@reason/core'
import type { FinishReason, Seal, WarningPart } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import { describe, expect, test, vi } from 'vitest'
import { openaiChat, openaiResponses } from '../../../src/index.ts'
import { args, body, completed, created, done, message, read, readBody, resultOf, summary, text, texts, added } from '../events.ts'
import { bodyOf, eventsOf, framesOf, outputOf, partsOf, throughStream, type Json } from '../writing.ts'

const typesOf = (events: Json[]) => events.map(({ type }) => (type as string).replace('response.', ''))
const lossesOf = (parts: Iterable<Part>, options: WriterOptions = {}): string[] => {
  const warnings: WarningPart[] = []
  framesOf(parts, { ...options, onWarning: (warning) => warnings.push(warning) })
  expect(warnings.every(({ code }) => code === 'not-carried')).toBe(true)
  return warnings.map(({ message: text }) => /^Left out: (.*?)\. Responses/.exec(text)![1]!)
}
const sealed = (value: string, wire = 'openai-responses'): Seal => ({ kind: 'encrypted', value, issuer: { wire }, item: 'rs_own' })
const hidden = (block: number, ...seals: Seal[]): Part[] => [
  { type: 'block-start', block, channel: 'reasoning', kind: 'hidden' },
  { type: 'block-end', block, channel: 'reasoning', boundary: 'wire', ...(seals.length > 0 && { seals }) },
]

test('a whole body is written once, and not its events before', () => {
  const stringify = vi.spyOn(JSON, 'stringify')
  const body = bodyOf(partsOf(['r', 'thought'], ['a', 'answer'], ['f', '{"a":1}']))
  const written = stringify.mock.results.map(({ value }) => String(value)).filter((json) => /thought|answer|\\"a\\"/.test(json))
  stringify.mockRestore()
  expect(outputOf(body)).toHaveLength(3)
  expect(written).toEqual([])
})

test('what a gateway of ours sealed is an item of its own, behind everything else', () => {
  const ours: Seal = { kind: 'encrypted', value: 'rsn1.x', issuer: { wire: 'reason' } }
  const parts = partsOf(['a', 'x'], ['f', '{}'], ...hidden(2, ours))
  const items = outputOf(bodyOf(parts))
  expect(items.map(({ type }) => type)).toEqual(['message', 'function_call', 'reasoning'])
  expect(items[2]).toEqual({ id: 'rs_1_2', type: 'reasoning', summary: [], encrypted_content: 'rsn1.x' })
  expect(eventsOf(parts).findLast(({ type }) => type === 'response.output_item.done')).toMatchObject({ item: items[2]! })
  expect(lossesOf(parts)).toEqual([])
})

describe('settings of the request', () => {
  const tools = [{ type: 'function', name: 'f', parameters: null, strict: false }]
  const request = {
    model: 'mine',
    input: 'Hi',
    tools,
    parallel_tool_calls: false,
    temperature: 0.5,
    instructions: 'Be brief.',
    store: true,
  }
  const responsesIn = (parts: Part[], options: WriterOptions): Json[] => [
    bodyOf(parts, options),
    ...eventsOf(parts, options).flatMap(({ response }) => (response === undefined ? [] : [response as Json])),
  ]

  test('stand in every response as the client wrote them, at any upstream', () => {
    const said = { tools, parallel_tool_calls: false, temperature: 0.5, instructions: 'Be brief.', model: 'm', tool_choice: 'auto' }
    const responses = responsesIn(partsOf(['a', 'x']), { request })
    expect(responses).toHaveLength(4)
    for (const response of responses) {
      expect(response).toMatchObject(said)
      // Fields about storage, and repeated fields of the request, are not compared.
      expect(response).not.toHaveProperty('store')
      expect(response).not.toHaveProperty('input')
    }
  })

  test('are the defaults where nothing was said, or null', () => {
    const defaults = { tools: [], parallel_tool_calls: true, tool_choice: 'auto', metadata: {}, temperature: null }
    const nothing = { tools: null, parallel_tool_calls: null, tool_choice: null, metadata: null, temperature: null }
    for (const options of [{}, { request: {} }, { request: nothing }]) {
      for (const response of responsesIn(partsOf(['a', 'x']), options)) expect(response).toMatchObject(defaults)
    }
  })

  test('are those that the upstream repeated, where it did', () => {
    const parts = partsOf(['a', 'x']).map((part): Part => (part.type === 'start' ? { ...part, native: { temperature: 1 } } : part))
    for (const response of responsesIn(parts, { request })) expect(response).toMatchObject({ temperature: 1, tools })
  })
})

describe('a call that was cut', () => {
  const cut = (reason: FinishReason, text: string, more: Partial<Part> = {}): Part[] => [
    { type: 'start', id: 'resp_1', model: 'm', created: 1 },
    { type: 'tool-call-start', call: 0, id: 'call_0', name: 'f', ...more } as Part,
    { type: 'tool-call-delta', call: 0, text },
    { type: 'tool-call-end', call: 0, boundary: 'end-of-stream' },
    { type: 'finish', reason },
    { type: 'end' },
  ]
  const statusOf = (parts: Part[]): unknown[] => {
    const item = eventsOf(parts).find(({ type }) => type === 'response.output_item.done')!['item'] as Json
    expect(outputOf(bodyOf(parts))).toEqual([item])
    return [item['status'], item['arguments'] ?? item['input']]
  }

  test('is not completed, as clients run what is', () => {
    expect(statusOf(cut('length', '{"a'))).toEqual(['incomplete', '{"a'])
    expect(statusOf(cut('error', '{"a'))).toEqual(['incomplete', '{"a'])
    expect(statusOf(cut('length', 'select', { contentType: 'custom' } as Partial<Part>))).toEqual(['incomplete', 'select'])
  })

  test('is completed where it is whole, or the model ended it so', () => {
    expect(statusOf(cut('length', '{"a":1}'))).toEqual(['completed', '{"a":1}'])
    expect(statusOf(cut('tool-calls', '{"a'))).toEqual(['completed', '{"a'])
  })

  test('that ended before the end of the response was known is not, either', () => {
    const parts = cut('length', '{"a').map((part): Part => (part.type === 'tool-call-end' ? { ...part, boundary: 'wire' } : part))
    expect(statusOf(parts)).toEqual(['incomplete', '{"a'])
  })
})

describe('events', () => {
  const events = eventsOf(partsOf(['s', 'A'], ['s', 'B'], ['a', 'x', 'y'], ['f', '{}']))

  test('come in the order in which clients expect them', () => {
    expect(typesOf(events)).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'reasoning_summary_part.added',
      'reasoning_summary_text.delta',
      'reasoning_summary_text.done',
      'reasoning_summary_part.done',
      'reasoning_summary_part.added',
      'reasoning_summary_text.delta',
      'reasoning_summary_text.done',
      'reasoning_summary_part.done',
      'output_item.done',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'output_item.added',
      'function_call_arguments.delta',
      'function_call_arguments.done',
      'output_item.done',
      'completed',
    ])
    expect(events.map(({ sequence_number: number }) => number)).toEqual(events.map((_, n) => n))
  })

  test('name their type in the frame too', () => {
    expect(framesOf(partsOf(['a', 'x'])).every(({ event, data }) => (JSON.parse(data) as Json)['type'] === event)).toBe(true)
  })

  test('say which item and which part they are of', () => {
    const of = (type: string) => events.filter((event) => event['type'] === `response.${type}`)
    expect(of('reasoning_summary_text.delta')).toMatchObject([
      { item_id: 'rs_1_0', output_index: 0, summary_index: 0, delta: 'A' },
      { item_id: 'rs_1_0', output_index: 0, summary_index: 1, delta: 'B' },
    ])
    expect(of('output_text.delta')).toMatchObject([
      { item_id: 'msg_1_1', output_index: 1, content_index: 0, delta: 'x', logprobs: [] },
      { item_id: 'msg_1_1', output_index: 1, content_index: 0, delta: 'y' },
    ])
    expect(of('function_call_arguments.done')).toMatchObject([{ item_id: 'fc_1_2', output_index: 2, arguments: '{}', name: 'f' }])
  })

  test('end with all that there was', () => {
    expect(events.at(-1)).toMatchObject({
      response: {
        id: 'resp_1',
        object: 'response',
        created_at: 1,
        model: 'm',
        status: 'completed',
        error: null,
        incomplete_details: null,
        output: [
          {
            type: 'reasoning',
            summary: [
              { type: 'summary_text', text: 'A' },
              { type: 'summary_text', text: 'B' },
            ],
          },
          { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'xy', annotations: [], logprobs: [] }] },
          { type: 'function_call', call_id: 'call_0', name: 'f', arguments: '{}' },
        ],
      },
    })
  })

  test('go out with the part that they are of', () => {
    const writer = openaiResponses().createWriter()
    const counts = partsOf(['a', 'x', 'y']).map((part) => [part.type, writer.push(part).length])
    expect(counts).toEqual([
      ['start', 2],
      ['block-start', 0],
      ['delta', 3],
      ['delta', 1],
      ['block-end', 2],
      ['finish', 1],
      ['end', 1],
    ])
  })
})

test('the body is what the stream comes to', () => {
  const parts = partsOf(['r', 'a'], ['a', 'b'], ['n', 'c'], ['f', '{'])
  expect(bodyOf(parts)).toEqual(eventsOf(parts).at(-1)!['response'])
})

describe('items', () => {
  test('raw reasoning is content, or a summary if clients show nothing else', () => {
    const parts = partsOf(['r', 'a'], ['a', 'x'])
    expect(outputOf(bodyOf(parts))[0]).toMatchObject({ summary: [], content: [{ type: 'reasoning_text', text: 'a' }] })
    const [asSummary] = outputOf(bodyOf(parts, {}, { reasoningField: 'summary' }))
    expect(asSummary).toMatchObject({ summary: [{ type: 'summary_text', text: 'a' }] })
    expect(asSummary).not.toHaveProperty('content')
  })

  test('a summary after raw reasoning is another item, as an item has its summary first', () => {
    expect(texts(throughStream(partsOf(['r', 'a'], ['s', 'b'])))).toEqual(['reasoning (raw): a', 'reasoning (summary): b'])
    expect(outputOf(bodyOf(partsOf(['r', 'a'], ['s', 'b'])))).toHaveLength(2)
    expect(outputOf(bodyOf(partsOf(['s', 'a'], ['r', 'b'])))).toHaveLength(1)
  })

  test('a seal ends its item', () => {
    const output = outputOf(bodyOf(partsOf(...hidden(0, sealed('E')), ...hidden(1, sealed('F')))))
    expect(output).toMatchObject([
      { type: 'reasoning', id: 'rs_own', summary: [], encrypted_content: 'E' },
      { type: 'reasoning', summary: [], encrypted_content: 'F' },
    ])
  })

  test('of blocks that overlap each get their own text', () => {
    const parts: Part[] = [
      { type: 'block-start', block: 0, channel: 'reasoning' },
      { type: 'delta', block: 0, channel: 'reasoning', text: 'a' },
      { type: 'block-start', block: 1, channel: 'answer' },
      { type: 'delta', block: 1, channel: 'answer', text: 'x' },
      { type: 'delta', block: 0, channel: 'reasoning', text: 'b' },
      { type: 'delta', block: 1, channel: 'answer', text: 'y' },
      { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire' },
      { type: 'block-end', block: 1, channel: 'answer', boundary: 'wire' },
      { type: 'finish', reason: 'stop' },
      { type: 'end' },
    ]
    expect(resultOf(throughStream(parts))).toMatchObject({ reasoning: 'ab', answer: 'xy' })
    expect(outputOf(bodyOf(parts))).toHaveLength(2)
  })

  test('end when their last block does, also where that is after the next item has begun', () => {
    const parts: Part[] = [
      { type: 'delta', block: 0, channel: 'reasoning', text: 'a' },
      { type: 'delta', block: 1, channel: 'answer', text: 'x' },
      { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire' },
      { type: 'delta', block: 1, channel: 'answer', text: 'y' },
      { type: 'end' },
    ]
    const order = eventsOf(parts).flatMap((event) =>
      /item\.done|text\.delta/.test(event['type'] as string) ? [event['delta'] ?? 'done'] : [],
    )
    expect(order).toEqual(['a', 'x', 'done', 'y', 'done'])
  })

  test('of calls that overlap', () => {
    const parts: Part[] = [
      { type: 'tool-call-start', call: 0, id: 'a', name: 'f' },
      { type: 'tool-call-start', call: 1, id: 'b', name: 'g', contentType: 'custom' },
      { type: 'tool-call-delta', call: 0, text: '{}' },
      { type: 'tool-call-delta', call: 1, text: 'x' },
      { type: 'tool-call-end', call: 1 },
      { type: 'finish', reason: 'tool-calls' },
      { type: 'end' },
    ]
    expect(outputOf(bodyOf(parts))).toMatchObject([
      { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}', status: 'completed' },
      { type: 'custom_tool_call', call_id: 'b', name: 'g', input: 'x' },
    ])
    expect(texts(throughStream(parts))).toEqual(['call f: {}', 'call g: x'])
  })

  test('deltas without a block that began', () => {
    expect(outputOf(bodyOf([{ type: 'delta', block: 3, channel: 'answer', text: 'x' }, { type: 'end' }]))).toMatchObject([
      { type: 'message', content: [{ text: 'x' }] },
    ])
  })
})

describe('ids', () => {
  test('are made from that of the response where there are none, and are never given twice', () => {
    const parts: Part[] = [
      { type: 'start', id: 'chatcmpl-abc' },
      { type: 'tool-call-start', call: 0, name: 'f' },
      { type: 'tool-call-end', call: 0 },
      { type: 'tool-call-start', call: 1, id: 'x', name: 'f' },
      { type: 'tool-call-end', call: 1 },
      { type: 'tool-call-start', call: 2, id: 'x', name: 'f' },
      { type: 'tool-call-end', call: 2 },
      { type: 'end' },
    ]
    expect(outputOf(bodyOf(parts)).map(({ id, call_id: call }) => [id, call])).toEqual([
      ['fc_abc_0', 'call_abc_0'],
      ['fc_abc_1', 'x'],
      ['fc_abc_2', 'call_abc_1'],
    ])
    expect(bodyOf(parts)).toEqual(bodyOf(parts))
  })

  test('are the writer’s own where it has them', () => {
    const createId = (kind: string, n: number) => `${kind}-${n}`
    expect(bodyOf([{ type: 'tool-call-start', call: 0, name: 'f' }], { createId, model: 'n', created: 7 })).toMatchObject({
      id: 'response-0',
      model: 'n',
      created_at: 7,
      output: [{ call_id: 'call-0' }],
    })
    expect(bodyOf(partsOf(), { id: 'mine' })).toMatchObject({ id: 'mine' })
  })

  test('names of tools are those that the client offered', () => {
    const parts: Part[] = [{ type: 'tool-call-start', call: 0, name: 'functions.get_weather' }]
    expect(outputOf(bodyOf(parts, { tools: ['getWeather'] }))).toMatchObject([{ name: 'getWeather' }])
  })
})

describe('commentary', () => {
  const parts = partsOf(['c', 'soon'], ['a', 'x'])
  test.each<[WriterOptions['commentary'], string[]]>([
    [undefined, ['reasoning (raw): soon', 'answer: x']],
    ['reasoning', ['reasoning (raw): soon', 'answer: x']],
    ['answer', ['answer: soon', 'answer: x']],
    ['drop', ['answer: x']],
  ])('goes where it is told to: %s', (commentary, expected) => {
    expect(texts(throughStream(parts, commentary === undefined ? {} : { commentary }))).toEqual(expected)
  })

  test('is a message of that phase, if asked for; text of the answer never joins it', () => {
    const config = { commentary: 'commentary' } as const
    expect(outputOf(bodyOf(parts, {}, config))).toMatchObject([{ phase: 'commentary' }, { type: 'message', content: [{ text: 'x' }] }])
    expect(outputOf(bodyOf(parts, {}, config))[1]).not.toHaveProperty('phase')
    expect(texts(throughStream(parts, {}, config))).toEqual(['commentary: soon', 'answer: x'])
    expect(texts(throughStream(parts, { commentary: 'answer' }, config))).toEqual(['answer: soon', 'answer: x'])
  })
})

describe('endings', () => {
  const finish = (reason: FinishReason, native?: string): Part => ({ type: 'finish', reason, ...(native !== undefined && { native }) })

  test.each<[FinishReason, string | undefined, string, unknown]>([
    ['stop', undefined, 'completed', null],
    ['tool-calls', undefined, 'completed', null],
    ['no-final', undefined, 'completed', null],
    ['unknown', undefined, 'completed', null],
    ['length', undefined, 'incomplete', { reason: 'max_output_tokens' }],
    ['length', 'incomplete:max_tokens', 'incomplete', { reason: 'max_output_tokens' }],
    ['length', 'incomplete:max_messages', 'incomplete', { reason: 'max_messages' }],
    ['reasoning-exhausted', undefined, 'incomplete', { reason: 'max_output_tokens' }],
    ['content-filter', undefined, 'incomplete', { reason: 'content_filter' }],
    ['refusal', undefined, 'incomplete', { reason: 'content_filter' }],
    ['unknown', 'incomplete:tired', 'incomplete', { reason: 'tired' }],
    ['unknown', 'queued', 'queued', null],
  ])('%s (%s)', (reason, native, status, details) => {
    const parts = partsOf(['a', 'x'], finish(reason, native))
    expect(bodyOf(parts)).toMatchObject({ status, incomplete_details: details, error: null })
    expect(eventsOf(parts).at(-1)!['type']).toBe(status === 'completed' ? 'response.completed' : 'response.incomplete')
  })

  test('a refusal in words is complete', () => {
    expect(resultOf(throughStream(partsOf(['n', 'no'], finish('refusal'))))).toMatchObject({
      answer: 'no',
      finish: { reason: 'refusal', native: 'completed' },
    })
  })

  test.each<[string, Part[]]>([
    ['aborted', [finish('aborted')]],
    ['error, and no cause', [finish('error')]],
    ['no finish at all', []],
  ])('%s never looks like success', (_, endings) => {
    const parts = [...partsOf(['a', 'x']).filter(({ type }) => type !== 'finish' && type !== 'end'), ...endings, { type: 'end' } as const]
    expect(eventsOf(parts).at(-1)).toMatchObject({
      type: 'response.failed',
      response: { status: 'failed', error: { message: expect.any(String) } },
    })
    expect(resultOf(throughStream(parts))).toMatchObject({ answer: 'x', finish: { reason: 'error' }, errors: [{}] })
  })

  test('an error is an event, and the response has failed; what came before it is there', () => {
    const parts = partsOf(['a', 'x'], { type: 'error', error: { message: 'broke', code: 429, status: 429 } }, finish('error'))
    expect(eventsOf(parts).filter(({ type }) => type === 'error')).toMatchObject([
      { code: '429', message: 'broke', param: null, error: { code: '429', message: 'broke', type: 'upstream_error', param: null } },
    ])
    expect(eventsOf(parts).at(-1)).toMatchObject({ type: 'response.failed' })
    expect(bodyOf(parts)).toMatchObject({
      status: 'failed',
      error: { code: '429', message: 'broke' },
      output: [{ content: [{ text: 'x' }] }],
    })
    expect(resultOf(throughStream(parts)).errors).toHaveLength(1)
  })

  test('an error and nothing else is an error body', () => {
    expect(bodyOf([{ type: 'error', error: { message: 'no', code: 'bad' } }, finish('error'), { type: 'end' }])).toEqual({
      error: { message: 'no', type: 'upstream_error', param: null, code: 'bad' },
    })
  })

  test('text that was cut says so', () => {
    const cut: Part[] = [
      { type: 'block-start', block: 0, channel: 'reasoning' },
      { type: 'delta', block: 0, channel: 'reasoning', text: 'r' },
      { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'end-of-stream' },
      finish('reasoning-exhausted'),
      { type: 'end' },
    ]
    expect(outputOf(bodyOf(cut))).toMatchObject([{ status: 'incomplete' }])
    expect(resultOf(throughStream(cut))).toMatchObject({ closed: false, finish: { reason: 'reasoning-exhausted' } })
  })

  test.each(['stop', 'tool-calls', 'unknown'] as const)(
    'a thought that the model never ended, in a response that is whole (%s), is whole too',
    (reason) => {
      const open: Part[] = [
        { type: 'block-start', block: 0, channel: 'reasoning' },
        { type: 'delta', block: 0, channel: 'reasoning', text: 'r' },
        {
          type: 'block-end',
          block: 0,
          channel: 'reasoning',
          boundary: 'end-of-stream',
          seals: [{ kind: 'encrypted', value: 'gAAAA', issuer: { wire: 'openai-responses' } }],
        },
        finish(reason),
        { type: 'end' },
      ]
      // A reasoning item that is whole has no status.
      expect(bodyOf(open)).toMatchObject({ status: 'completed', output: [{ encrypted_content: 'gAAAA' }] })
      expect(outputOf(bodyOf(open))[0]).not.toHaveProperty('status')
      const done = eventsOf(open).find(({ type }) => type === 'response.output_item.done')
      expect(done!['item']).not.toHaveProperty('status')
    },
  )

  test('nothing goes out after the end, and no parts at all are a failure', () => {
    expect(eventsOf([...partsOf(['a', 'x']), { type: 'delta', block: 0, channel: 'answer', text: 'late' }]).at(-1)!['type']).toBe(
      'response.completed',
    )
    expect(typesOf(eventsOf([]))).toEqual(['created', 'in_progress', 'failed'])
  })
})

describe('usage', () => {
  const usage = (raw: unknown): Part => ({
    type: 'usage',
    usage: {
      input: { value: 1, source: 'reported' },
      output: { value: 9, source: 'reported' },
      reasoning: { value: 4, source: 'reported' },
      raw,
    },
  })

  test('has the normalised counts', () => {
    expect(bodyOf(partsOf(usage({ prompt_tokens: 1, completion_tokens: 5 })))['usage']).toEqual({
      input_tokens: 1,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 9,
      output_tokens_details: { reasoning_tokens: 4 },
      total_tokens: 10,
    })
  })

  test.each([
    ['another format', { prompt_tokens: 1, completion_tokens: 9 }],
    ['Messages, which has the same names', { input_tokens: 1, output_tokens: 9 }],
  ])('has the details that its clients read without a look, where the upstream sent no counts: %s', (_, raw) => {
    const counts = { input: { value: 1, source: 'reported' as const }, output: { value: 9, source: 'reported' as const } }
    expect(bodyOf(partsOf({ type: 'usage', usage: { ...counts, raw } }))['usage']).toMatchObject({
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    })
  })

  test.each([
    ['Anthropic', { input_tokens: 6, cache_read_input_tokens: 100, cache_creation_input_tokens: 50, output_tokens: 9 }, undefined],
    ['Converse', { inputTokens: 6, cacheReadInputTokens: 100, cacheWriteInputTokens: 50, outputTokens: 9, totalTokens: 165 }, 165],
    ['Converse, with a total that leaves them out', { inputTokens: 6, cacheReadInputTokens: 100, cacheWriteInputTokens: 50 }, 15],
    [
      'Anthropic, asked twice',
      [
        { input_tokens: 3, cache_read_input_tokens: 100, output_tokens: 9 },
        { input_tokens: 3, cache_creation_input_tokens: 50 },
      ],
      undefined,
    ],
  ])('counts what was cached as a part of the input, also where it is beside: %s', (_, raw, total) => {
    const count = (value: number) => ({ value, source: 'reported' as const })
    const counts = { input: count(6), output: count(9), cached: count(100), ...(total !== undefined && { total: count(total) }) }
    const parts = partsOf({ type: 'usage', usage: { ...counts, raw } })
    expect(bodyOf(parts)['usage']).toMatchObject({
      input_tokens: 156,
      input_tokens_details: { cached_tokens: 100, cache_write_tokens: 50 },
      output_tokens: 9,
      total_tokens: 165,
    })
    expect(openaiChat().writeResponse(parts)).toMatchObject({
      usage: {
        prompt_tokens: 156,
        prompt_tokens_details: { cached_tokens: 100, cache_write_tokens: 50 },
        completion_tokens: 9,
        total_tokens: 165,
      },
    })
  })

  test('of a server that counts as OpenAI does is left alone, whatever it calls what was cached', () => {
    const raw = { prompt_tokens: 6, cache_read_input_tokens: 4, completion_tokens: 9 }
    const count = (value: number) => ({ value, source: 'reported' as const })
    const usage = { input: count(6), output: count(9), cached: count(4), raw }
    expect(bodyOf(partsOf({ type: 'usage', usage }))['usage']).toMatchObject({ input_tokens: 6, total_tokens: 15 })
  })

  test('of its own wire is not added to', () => {
    const own = { input_tokens: 1, output_tokens: 9, total_tokens: 10 }
    const counts = { input: { value: 1, source: 'reported' as const }, output: { value: 9, source: 'reported' as const } }
    expect(bodyOf(partsOf({ type: 'usage', usage: { ...counts, raw: own } }))['usage']).toEqual(own)
  })

  test('keeps the fields of its own wire', () => {
    const own = { input_tokens: 1, output_tokens: 9, output_tokens_details: { reasoning_tokens: 4 }, total_tokens: 10, cost: 0.1 }
    expect(bodyOf(partsOf(usage(own)))['usage']).toEqual(own)
  })

  test('may come after the finish, and is left out where the client did not ask', () => {
    expect(bodyOf(partsOf({ type: 'finish', reason: 'stop' }, usage({})))).toMatchObject({ usage: { output_tokens: 9 } })
    expect(bodyOf(partsOf(usage({})), { includeUsage: false })['usage']).toBeNull()
  })
})

describe('what is read from this format is written back into its place', () => {
  const search = { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'q' } }
  const output = [
    {
      id: 'rs_1',
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: 's' }],
      encrypted_content: 'E',
      status: 'completed',
      format: 'f',
    },
    search,
    {
      id: 'msg_1',
      type: 'message',
      status: 'completed',
      role: 'assistant',
      phase: 'commentary',
      content: [
        {
          type: 'output_text',
          text: 'a',
          annotations: [{ type: 'file_path', file_id: 'x', index: 0 }],
          logprobs: [{ token: 'a', logprob: 0 }],
        },
      ],
    },
    { id: 'msg_2', type: 'message', status: 'completed', role: 'assistant', content: [] },
    { id: 'fc_1', type: 'function_call', status: 'completed', call_id: 'call_1', name: 'f', arguments: '{}', namespace: 'n', async: true },
  ]
  const whole = body(output, { temperature: 1, metadata: { a: 'b' }, background: false })

  test('whole and in a stream', () => {
    const parts = readBody(whole)
    expect(bodyOf(parts)).toMatchObject(whole)
    expect(outputOf(bodyOf(throughStream(parts)))).toEqual(output)
  })

  test('reasoning without a status as well, which OpenAI refuses in what comes back', () => {
    const { status: _, ...thought } = output[0]!
    const parts = readBody(body([thought]))
    expect(outputOf(bodyOf(parts))).toEqual([thought])
    expect(outputOf(bodyOf(throughStream(parts)))).toEqual([thought])
    const items = eventsOf(parts).flatMap(({ item }) => (item === undefined ? [] : [item]))
    expect(items.length).toBeGreaterThan(1)
    for (const item of items) expect(item).not.toHaveProperty('status')
  })

  test('not, where natives are not wanted; seals are no natives', () => {
    const written = bodyOf(readBody(whole), { native: 'none' })
    expect(outputOf(written)).toMatchObject([
      { id: 'rs_1', encrypted_content: 'E' },
      { type: 'message', content: [{ text: 'a', annotations: [] }] },
      { call_id: 'call_1' },
    ])
    expect(written['temperature']).toBeNull()
  })

  test('unknown fields only where all are wanted', () => {
    const parts = readBody(body([{ ...output[0], dreams: 'x' }], { wishes: 'y' }))
    expect(JSON.stringify(bodyOf(parts))).not.toMatch(/dreams|wishes/)
    expect(bodyOf(parts, { native: 'all' })).toMatchObject({ wishes: 'y', output: [{ dreams: 'x' }] })
  })

  // GitHub Copilot's ids change, and OpenAI's client refuses a stream in which they do.
  const call = { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}', status: 'completed' }
  test.each([
    ['a message', (id: string) => message('a', { id }), text(0, 'a')],
    ['reasoning', (id: string) => ({ type: 'reasoning', id, summary: [{ type: 'summary_text', text: 's' }] }), summary(0, 0, 's')],
    ['a call', (id: string) => ({ ...call, id }), args(0, '{}')],
    ["a call of the provider's own tool", (id: string) => ({ type: 'web_search_call', id, status: 'completed' }), undefined],
  ] as const)(
    'ids that change by the end of %s are those of its end in a body, and those of its beginning in a stream',
    (_, itemOf, delta) => {
      const parts = read([
        created,
        added(0, itemOf('first')),
        ...(delta === undefined ? [] : [delta]),
        done(0, itemOf('last')),
        completed(),
      ])
      const events = eventsOf(parts) as { item_id?: string; item?: Json; response?: { output?: Json[] } }[]
      const ids = events.flatMap(({ item_id: id, item, response }) => [
        id,
        item?.['id'],
        ...(response?.output ?? []).map((one) => one['id']),
      ])
      expect(new Set(ids.filter((id) => id !== undefined))).toEqual(new Set(['first']))
      expect(outputOf(bodyOf(parts))).toMatchObject([{ id: 'last' }])
    },
  )

  test('reasoning that was withheld on the way leaves no empty item behind', () => {
    const parts = readBody(whole).filter((part) => !('channel' in part && part.channel === 'reasoning'))
    expect(outputOf(bodyOf(parts)).map(({ type }) => type)).toEqual(['web_search_call', 'message', 'message', 'function_call'])
  })

  test('text that was split on the way goes into its item, and what was split off into one of its own', () => {
    const [announcement] = readBody(body([message('x')])).filter(({ type }) => type === 'native')
    const parts = partsOf(announcement!, ['r', 'thought'], ['a', 'x'])
    expect(outputOf(bodyOf(parts))).toMatchObject([
      { type: 'reasoning', content: [{ text: 'thought' }] },
      { id: 'msg_1', content: [{ text: 'x' }] },
    ])
  })

  test('timings stand beside the response', () => {
    const parts = read([created, done(0, message('a')), { ...completed(), timings: { predicted_ms: 1 } }])
    expect(eventsOf(parts).at(-1)).toMatchObject({ timings: { predicted_ms: 1 }, response: {} })
    expect(bodyOf(parts)).toMatchObject({ timings: { predicted_ms: 1 } })
  })
})

describe('what has no place', () => {
  const other = { type: 'native', wire: 'gemini', event: 'x', value: 1 } as const
  test.each<[string, Part[], string[]]>([
    [
      'seals of others',
      partsOf(...hidden(0, sealed('E', 'anthropic-messages'))),
      ['seals of other formats', 'blocks without text or a seal of this format'],
    ],
    ['seals of text', partsOf(['a', 'x'], ...hidden(1)), ['blocks without text or a seal of this format']],
    ['natives of others', partsOf(other), ['native parts of other formats']],
    ['commentary that is dropped', partsOf(['c', 'x']), ['commentary']],
    ['nothing', partsOf(['r', 'x'], ['a', 'y'], ['f', '{}']), []],
  ])('%s', (_, parts, losses) => expect(lossesOf(parts, { commentary: 'drop' })).toEqual(losses))

  test('is said once', () => expect(lossesOf(partsOf(other, other))).toEqual(['native parts of other formats']))

  test('a foreign seal is never written, nor is the block that has nothing else', () => {
    const parts = partsOf(...hidden(0, sealed('E', 'anthropic-messages')), ['a', 'x'])
    expect(JSON.stringify(eventsOf(parts))).not.toContain('"E"')
    expect(outputOf(bodyOf(parts))).toHaveLength(1)
  })

  test('a choice beside the first', () => {
    const second: Part = { type: 'delta', choice: 1, block: 0, channel: 'answer', text: 'y' }
    expect(lossesOf([second])).toEqual(['a second choice'])
    expect(bodyOf([second, ...partsOf(['a', 'x'])])).toMatchObject({ output: [{ content: [{ text: 'x' }] }] })
  })
})
