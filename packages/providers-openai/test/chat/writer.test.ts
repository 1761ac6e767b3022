import type { Part } from '@reason/core'
import type { Boundary, ToolCallStartPart, WarningPart } from '@reason/core/parts'
import type { Frame, WriterOptions } from '@reason/core/wire'
import { describe, expect, test } from 'vitest'
import { openaiChat, openaiResponses, type OpenaiChatOptions } from '../../src/index.ts'

const start: Part = { type: 'start', id: 'chatcmpl-abc', model: 'm', created: 7 }
const finish: Part = { type: 'finish', reason: 'stop' }
const end: Part = { type: 'end' }

const block = (number: number, channel: 'reasoning' | 'commentary' | 'answer', text: string, rest: Partial<Part> = {}): Part[] => [
  { type: 'block-start', block: number, channel, ...rest } as Part,
  { type: 'delta', block: number, channel, text },
  { type: 'block-end', block: number, channel, boundary: 'wire' },
]
const call = (number: number, name: string, args: string, id?: string): Part[] => [
  { type: 'tool-call-start', call: number, name, ...(id !== undefined && { id }) },
  { type: 'tool-call-delta', call: number, text: args },
  { type: 'tool-call-end', call: number },
]

function write(parts: readonly Part[], options: WriterOptions = {}, format: OpenaiChatOptions = {}): unknown[] {
  const writer = openaiChat(format).createWriter(options)
  const frames: Frame[] = [...parts.flatMap((part) => writer.push(part)), ...writer.end()]
  return frames.map(({ data }) => (data === '[DONE]' ? data : JSON.parse(data)))
}

/** The `choices[0].delta` of each frame that has one, without the role. */
const deltas = (frames: readonly unknown[]): unknown[] =>
  frames
    .slice(1)
    .flatMap((frame) => (frame as { choices?: { delta: object }[] }).choices?.map(({ delta }) => delta) ?? [])
    .filter((delta) => Object.keys(delta as object).length > 0)

const head = { id: 'chatcmpl-abc', object: 'chat.completion.chunk', created: 7, model: 'm' }
const frame = (delta: unknown, finish_reason: string | null = null) => ({ ...head, choices: [{ index: 0, delta, finish_reason }] })

test('role first, one frame a delta, finish, usage, [DONE]', () => {
  const usage: Part = {
    type: 'usage',
    usage: {
      input: { value: 1, source: 'reported' },
      output: { value: 5, source: 'reported' },
      reasoning: { value: 3, source: 'reported' },
      raw: null,
    },
  }
  expect(write([start, ...block(0, 'reasoning', 'r'), ...block(1, 'answer', 'a "quoted"\n\ud800'), usage, finish, end])).toEqual([
    frame({ role: 'assistant', content: '' }),
    frame({ reasoning_content: 'r' }),
    frame({ content: 'a "quoted"\n\ud800' }),
    frame({}, 'stop'),
    {
      ...head,
      choices: [],
      usage: { prompt_tokens: 1, completion_tokens: 5, total_tokens: 6, completion_tokens_details: { reasoning_tokens: 3 } },
    },
    '[DONE]',
  ])
})

test('usage is left out where it was not asked for', () => {
  const usage: Part = { type: 'usage', usage: { raw: null } }
  expect(write([start, usage, finish, end], { includeUsage: false }).at(-2)).toEqual(frame({}, 'stop'))
})

test('without a start part the options say who answers, and the role still goes first', () => {
  const frames = write([...block(0, 'answer', 'a'), finish], { id: 'x', model: 'n', created: 9 })
  expect(frames[0]).toEqual({
    id: 'x',
    object: 'chat.completion.chunk',
    created: 9,
    model: 'n',
    choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }],
  })
})

describe('the field of the reasoning', () => {
  const of = (options: WriterOptions, format: OpenaiChatOptions = {}) =>
    deltas(write([start, ...block(0, 'reasoning', 'r'), finish], options, format))[0]
  test('is reasoning_content', () => expect(of({})).toEqual({ reasoning_content: 'r' }))
  test("is the dialect's", () => expect(of({ dialect: 'groq' })).toEqual({ reasoning: 'r' }))
  test('is what the format was told', () =>
    expect(of({ dialect: 'deepseek' }, { reasoningField: 'reasoning' })).toEqual({ reasoning: 'r' }))
  test('is a thinking part', () =>
    expect(of({ dialect: 'mistral' })).toEqual({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'r' }] }] }))
  test('has details beside it', () =>
    expect(of({ dialect: 'openrouter' })).toEqual({
      reasoning: 'r',
      reasoning_details: [{ type: 'reasoning.text', text: 'r', format: 'unknown', index: 0 }],
    }))
})

describe('commentary', () => {
  const of = (commentary?: 'reasoning' | 'answer' | 'drop') => {
    const warnings: WarningPart[] = []
    const frames = write([start, ...block(0, 'commentary', 'c'), ...block(1, 'answer', 'a'), finish], {
      ...(commentary && { commentary }),
      onWarning: (warning) => warnings.push(warning),
    })
    return [deltas(frames), warnings.map(({ code }) => code)]
  }
  test('goes with the reasoning', () => expect(of()).toEqual([[{ reasoning_content: 'c' }, { content: 'a' }], []]))
  test('goes into the answer', () => expect(of('answer')).toEqual([[{ content: 'c' }, { content: '\n\na' }], []]))
  test('is dropped, and reported', () => expect(of('drop')).toEqual([[{ content: 'a' }], ['not-carried']]))
})

describe('commentary and a text beside it in one field', () => {
  const c = (number: number, text = 'c') => block(number, 'commentary', text)
  const r = (number: number, text = 'r') => block(number, 'reasoning', text)
  const a = (number: number, text = 'a') => block(number, 'answer', text)
  const rows: [name: string, parts: Part[], commentary: 'reasoning' | 'answer' | 'drop', reasoning: string | undefined, content: string][] =
    [
      ['behind a thought', [...r(0), ...c(1), ...a(2)], 'reasoning', 'r\n\nc', 'a'],
      ['before a thought', [...c(0), ...r(1), ...a(2)], 'reasoning', 'c\n\nr', 'a'],
      ['between two, with an answer between', [...r(0), ...c(1), ...a(2), ...r(3)], 'reasoning', 'r\n\nc\n\nr', 'a'],
      ['two of it', [...c(0), ...c(1, 'd')], 'reasoning', 'c\n\nd', ''],
      ['in pieces', [...r(0), c(1)[0]!, c(1)[1]!, c(1)[1]!, c(1)[2]!], 'reasoning', 'r\n\ncc', ''],
      ['without any text', [...r(0), ...c(1, ''), ...r(2)], 'reasoning', 'rr', ''],
      ['thoughts alone are one text', [...r(0), ...a(1), ...r(2)], 'reasoning', 'rr', 'a'],
      ['before the answer', [...r(0), ...c(1), ...a(2)], 'answer', 'r', 'c\n\na'],
      ['dropped', [...r(0), ...c(1), ...r(2), ...a(3)], 'drop', 'rr', 'a'],
      [
        'a refusal has its own field',
        [...c(0), ...block(1, 'answer', 'no', { kind: 'refusal' } as Partial<Part>)],
        'answer',
        undefined,
        'c',
      ],
    ]
  test.each(rows)('%s', (_, parts, commentary, reasoning, content) => {
    const frames = deltas(write([start, ...parts, finish], { commentary }, { dialect: 'openrouter' }))
    const textOf = (list: readonly unknown[], field: string) => (list as Record<string, string>[]).map((one) => one[field] ?? '').join('')
    const body = openaiChat({ dialect: 'openrouter' }).writeResponse([start, ...parts, finish, end], { commentary }) as any
    const { message } = body.choices[0]
    expect([textOf(frames, 'reasoning'), textOf(frames, 'content')]).toEqual([reasoning ?? '', content])
    expect([message.reasoning, message.content ?? '']).toEqual([reasoning, content])
    // Readers take the field and the details for one text, as long as they are alike.
    expect(textOf(message.reasoning_details ?? [], 'text')).toBe(reasoning ?? '')
  })
})

test('a refusal goes into its own field', () => {
  expect(deltas(write([start, ...block(0, 'answer', 'no', { kind: 'refusal' } as Partial<Part>), finish]))).toEqual([{ refusal: 'no' }])
})

describe('calls', () => {
  test('are written as they come, and are the reason of a stop', () => {
    expect(write([start, ...call(0, 'f', '{}', 'call_1'), ...call(1, 'g', '[]', 'call_2'), finish]).slice(1)).toEqual([
      frame({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'f', arguments: '' } }] }),
      frame({ tool_calls: [{ index: 0, function: { arguments: '{}' } }] }),
      frame({ tool_calls: [{ index: 1, id: 'call_2', type: 'function', function: { name: 'g', arguments: '' } }] }),
      frame({ tool_calls: [{ index: 1, function: { arguments: '[]' } }] }),
      frame({}, 'tool_calls'),
      '[DONE]',
    ])
  })

  const ofChoice1 = call(0, 'g', '[]', 'call_2').map((part) => ({ ...part, choice: 1 }) as Part)
  test.each<[string, Part[], unknown[]]>([
    [
      'with their arguments, if these are there already',
      [...call(0, 'f', '{}', 'call_1'), ...call(1, 'g', '[]', 'call_2')],
      [
        { index: 0, id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } },
        { index: 1, id: 'call_2', type: 'function', function: { name: 'g', arguments: '[]' } },
      ],
    ],
    [
      'with none of another call',
      [call(0, 'f', '', 'call_1')[0]!, ...call(1, 'g', '[]', 'call_2')],
      [
        { index: 0, id: 'call_1', type: 'function', function: { name: 'f', arguments: '' } },
        { index: 1, id: 'call_2', type: 'function', function: { name: 'g', arguments: '[]' } },
      ],
    ],
    [
      'with none of a call that is still open',
      [...call(0, 'f', '{}', 'call_1').slice(0, 1), ...call(1, 'g', '[]', 'call_2').slice(0, 1), ...call(0, 'f', '{}').slice(1)],
      [
        { index: 0, id: 'call_1', type: 'function', function: { name: 'f', arguments: '' } },
        { index: 1, id: 'call_2', type: 'function', function: { name: 'g', arguments: '' } },
        { index: 0, function: { arguments: '{}' } },
      ],
    ],
    [
      'with none of a call of another choice',
      [ofChoice1[0]!, ...call(0, 'f', '', 'call_1').slice(0, 1), ...ofChoice1.slice(1)],
      [
        { index: 0, id: 'call_2', type: 'function', function: { name: 'g', arguments: '' } },
        { index: 0, id: 'call_1', type: 'function', function: { name: 'f', arguments: '' } },
        { index: 0, function: { arguments: '[]' } },
      ],
    ],
  ])('are written %s', (_, parts, expected) => {
    const writer = openaiChat().createWriter()
    const all = [start, ...parts]
    const frames = all.flatMap((part, at) => writer.push(part, all[at + 1])).map(({ data }) => JSON.parse(data))
    expect(deltas(frames).flatMap((delta) => (delta as { tool_calls?: unknown[] }).tool_calls ?? [])).toEqual(expected)
  })

  const idsOf = (parts: readonly Part[], options: WriterOptions = {}) =>
    deltas(write([start, ...parts, finish], options)).flatMap((delta) =>
      (delta as { tool_calls: { id?: string }[] }).tool_calls.flatMap(({ id }) => id ?? []),
    )

  test('have ids, unique in the response and by the response', () => {
    expect(idsOf([...call(0, 'f', '1'), ...call(1, 'f', '2', ''), ...call(2, 'f', '3', 'x'), ...call(3, 'f', '4', 'x')])).toEqual([
      'call_abc_0',
      'call_abc_1',
      'x',
      'call_abc_2',
    ])
  })

  test("have ids of the caller's making", () => {
    expect(idsOf([...call(0, 'f', '1'), ...call(1, 'g', '2')], { createId: (kind, n) => `${kind}-${n}` })).toEqual(['call-0', 'call-1'])
  })

  test.each([
    ['functions.get_weather', ['get_weather'], 'get_weather'],
    ['functions.get_weather', undefined, 'get_weather'],
    ['functions.get_weather', ['functions.get_weather'], 'functions.get_weather'],
    ['functions.other', ['get_weather'], 'other'],
    ['GetWeather', ['get_weather'], 'get_weather'],
    ['a-b', ['a_b', 'A.B'], 'a-b'],
    ['functions.', ['f'], 'functions.'],
    ['browser.search', [], 'browser.search'],
  ])('%s, offered %s, is written as %s', (name, tools, expected) => {
    const [delta] = deltas(write([start, ...call(0, name, '{}'), finish], { ...(tools && { tools }) }))
    expect(delta).toMatchObject({ tool_calls: [{ function: { name: expected } }] })
  })

  test.each<[string, Partial<ToolCallStartPart>, Boundary | undefined, string]>([
    ['without arguments, are an empty object', {}, 'wire', '{}'],
    ['without a finish reason are one, too', {}, undefined, '{}'],
    ['that were cut before their arguments, stay without', {}, 'end-of-stream', ''],
    ['that a limit has cut, stay without', {}, 'limit', ''],
    ['with a text for input, may have an empty one', { contentType: 'custom' }, 'wire', ''],
  ])('%s', (_, own, boundary, expected) => {
    const parts: Part[] = [
      start,
      { type: 'tool-call-start', call: 0, id: 'c', name: 'f', ...own },
      { type: 'tool-call-end', call: 0, ...(boundary !== undefined && { boundary }) },
      finish,
    ]
    type Call = { function?: { arguments: string }; custom?: { input: string } }
    const streamed = deltas(write(parts)) as { tool_calls?: Call[] }[]
    const pieces = streamed
      .flatMap(({ tool_calls: calls = [] }) => calls)
      .map(({ function: one, custom }) => one?.arguments ?? custom?.input)
    expect(pieces.join('')).toBe(expected)
    const [choice] = (openaiChat().writeResponse(parts) as { choices: { message: { tool_calls: Call[] } }[] }).choices
    expect(choice!.message.tool_calls.map(({ function: one, custom }) => one?.arguments ?? custom?.input)).toEqual([expected])
    const output = openaiResponses().writeResponse(parts) as { output: { arguments?: string; input?: string }[] }
    expect(output.output.map(({ arguments: args, input }) => args ?? input)).toEqual([expected])
  })

  test("carry Google's signature", () => {
    const seals = [{ kind: 'thought-signature' as const, value: 'G', issuer: { wire: 'openai-chat' } }]
    const parts: Part[] = [
      { type: 'tool-call-start', call: 0, id: 'c', name: 'f' },
      { type: 'tool-call-end', call: 0, seals },
    ]
    expect(deltas(write([start, ...parts, { ...finish, seals }]))).toEqual([
      expect.anything(),
      { tool_calls: [{ index: 0, function: { arguments: '{}' }, extra_content: { google: { thought_signature: 'G' } } }] },
      { extra_content: { google: { thought_signature: 'G' } } },
    ])
  })
})

describe('endings', () => {
  const rows: [reason: Part & { type: 'finish' }, word: string][] = [
    [{ type: 'finish', reason: 'stop' }, 'stop'],
    [{ type: 'finish', reason: 'length' }, 'length'],
    [{ type: 'finish', reason: 'reasoning-exhausted' }, 'length'],
    [{ type: 'finish', reason: 'content-filter' }, 'content_filter'],
    [{ type: 'finish', reason: 'refusal' }, 'content_filter'],
    [{ type: 'finish', reason: 'refusal', native: 'stop' }, 'stop'],
    [{ type: 'finish', reason: 'refusal', native: 'completed' }, 'stop'],
    [{ type: 'finish', reason: 'no-final' }, 'stop'],
    [{ type: 'finish', reason: 'unknown' }, 'stop'],
  ]
  test.each(rows)('%o is %s', (part, word) => expect(write([start, part, end]).at(-2)).toEqual(frame({}, word)))

  const failure = (message: unknown, code: unknown) => ({ error: { message, type: 'upstream_error', param: null, code } })

  test('an error is an error event, then the end', () => {
    const parts: Part[] = [
      start,
      { type: 'error', error: { message: 'broke', code: 500, native: { type: 'server_error' } } },
      { type: 'finish', reason: 'error' },
      end,
    ]
    expect(write(parts).slice(1)).toEqual([{ error: { message: 'broke', type: 'server_error', param: null, code: 500 } }, '[DONE]'])
  })

  test('an unexpected ending is never an empty success', () => {
    expect(write([start, { type: 'finish', reason: 'aborted' }, end]).slice(1)).toEqual([failure(expect.any(String), 'aborted'), '[DONE]'])
    expect(write([start, { type: 'finish', reason: 'error' }, end]).slice(1)).toEqual([failure(expect.any(String), 'error'), '[DONE]'])
    expect(write([start, ...block(0, 'answer', 'a')]).slice(2)).toEqual([failure(expect.any(String), 'aborted'), '[DONE]'])
    expect(write([])).toEqual([failure(expect.any(String), 'aborted'), '[DONE]'])
  })

  test('is written once', () => {
    const writer = openaiChat().createWriter()
    for (const part of [start, finish]) writer.push(part)
    expect(writer.push(end)).toHaveLength(1)
    expect([...writer.end(), ...writer.push(start), ...writer.push(end)]).toEqual([])
  })
})

test('several choices have frames of their own', () => {
  const parts = block(0, 'answer', 'b').map((part) => ({ ...part, choice: 1 }) as Part)
  const frames = write([start, ...block(0, 'answer', 'a'), ...parts, finish, { ...finish, choice: 1 }])
  expect(frames.slice(2, 4)).toEqual([
    { ...head, choices: [{ index: 1, delta: { role: 'assistant', content: '' }, finish_reason: null }] },
    { ...head, choices: [{ index: 1, delta: { content: 'b' }, finish_reason: null }] },
  ])
})

describe('native parts', () => {
  const native = (event: string, value: unknown, rest: Partial<Part> = {}): Part =>
    ({ type: 'native', wire: 'openai-chat', event, value, ...rest }) as Part
  const parts = [
    { ...start, native: { system_fingerprint: 'fp' } },
    native('timings', { n: 1 }),
    native('choice.logprobs', { content: [] }, { channel: 'answer' } as Partial<Part>),
    native('message.annotations', ['x']),
    native('__verbose', { prompt: 'p' }, { channel: 'reasoning' } as Partial<Part>),
    native('frame.odd', { type: 'odd' }, { channel: 'reasoning' } as Partial<Part>),
    native('ping', {}, { wire: 'anthropic-messages' } as Partial<Part>),
    ...block(0, 'answer', 'a'),
    ...block(1, 'answer', 'b'),
    finish,
  ]
  const at = (n: number, options: WriterOptions = {}) => write(parts, options)[n]
  const plain = { index: 0, delta: { content: 'a' }, finish_reason: null }

  test('go with the next frame, each in its object, except those that may show reasoning', () => {
    expect(at(1)).toEqual({
      ...head,
      system_fingerprint: 'fp',
      timings: { n: 1 },
      choices: [{ ...plain, delta: { content: 'a', annotations: ['x'] }, logprobs: { content: [] } }],
    })
    expect(at(2)).toEqual({ ...head, system_fingerprint: 'fp', choices: [{ ...plain, delta: { content: 'b' } }] })
  })
  test('all, where that is asked for', () => expect(at(1, { native: 'all' })).toMatchObject({ __verbose: { prompt: 'p' } }))
  test('none', () => expect(at(1, { native: 'none' })).toEqual({ ...head, choices: [plain] }))
  test('of a message or choice alone', () => {
    for (const [event, expected] of [
      ['message.annotations', { delta: { content: 'b', annotations: ['x'] } }],
      ['choice.seed', { delta: { content: 'b' }, seed: ['x'] }],
    ] as const) {
      const frames = write([start, ...block(0, 'answer', 'a'), native(event, ['x']), ...block(1, 'answer', 'b'), finish])
      expect(frames[2]).toMatchObject({ choices: [expected] })
    }
  })
  test('that have no place are reported once', () => {
    const warnings: string[] = []
    write(parts, { onWarning: ({ code }) => warnings.push(code) })
    expect(warnings).toEqual(['not-carried'])
  })
  test('that come last go with the usage, or are left out', () => {
    expect(write([start, finish, native('timings', { n: 1 }), { type: 'usage', usage: { raw: null } }]).at(-2)).toMatchObject({
      choices: [],
      timings: { n: 1 },
    })
  })
})

describe('what a gateway of ours sealed', () => {
  const sealed: Part[] = [
    { type: 'block-start', block: 2, channel: 'reasoning' },
    {
      type: 'block-end',
      block: 2,
      channel: 'reasoning',
      boundary: 'wire',
      seals: [
        { kind: 'encrypted', value: 'rsn1.x', issuer: { wire: 'reason' } },
        { kind: 'signature', value: 's', issuer: { wire: 'anthropic-messages' } },
      ],
    },
  ]
  const parts: Part[] = [start, ...block(0, 'reasoning', 'r'), ...call(0, 'f', '{}', 'c'), ...sealed, finish]
  const ours = { type: 'reasoning.encrypted', data: 'rsn1.x', format: 'unknown', index: 2 }

  test.each([undefined, 'mistral', 'openai'])('is carried by details, and nothing else is (%s)', (dialect) => {
    const options = dialect === undefined ? {} : { dialect }
    expect(deltas(write(parts, options)).at(-1)).toEqual({ reasoning_details: [ours] })
    const body = openaiChat().writeResponse(parts, options) as { choices: { message: object }[] }
    expect(body.choices[0]!.message).toMatchObject({ reasoning_details: [ours] })
  })

  test('stands last where there are other details: a client of OpenAI keeps the last', () => {
    expect(deltas(write(parts, { dialect: 'openrouter' })).at(-1)).toEqual({
      reasoning_details: [ours, { type: 'reasoning.text', text: '', signature: 's', format: 'unknown', index: 2 }],
    })
  })

  test('is no loss', () => {
    const warnings: string[] = []
    const own = { ...sealed[1], seals: [{ kind: 'encrypted', value: 'rsn1.x', issuer: { wire: 'reason' } }] } as Part
    write([start, sealed[0]!, own, finish], { onWarning: ({ message }) => warnings.push(message) })
    expect(warnings).toEqual([])
  })
})

test('seals without a place are reported', () => {
  const sealed: Part = {
    type: 'block-end',
    block: 0,
    channel: 'reasoning',
    boundary: 'wire',
    seals: [{ kind: 'signature', value: 's', issuer: { wire: 'anthropic-messages' } }],
  }
  const warnings: string[] = []
  write([start, ...block(0, 'reasoning', 'r').slice(0, 2), sealed, finish], { onWarning: ({ message }) => warnings.push(message) })
  expect(warnings).toEqual(['Left out: seals of text. Chat Completions has no field for this.'])
})

test('an event that says nothing, while its choice is open, and no other is changed by it', () => {
  const writer = openaiChat().createWriter()
  expect(writer.ping!()).toBeUndefined()
  const parts = [start, ...block(0, 'reasoning', 'a'), ...block(1, 'answer', 'b')]
  const frames = parts.flatMap((part) => [...writer.push(part), writer.ping!()!])
  const pings = frames.filter((_, index) => index > 0 && frames[index]!.data === JSON.stringify(frame({})))
  expect(pings).toHaveLength(parts.length)
  expect(frames.filter((one) => !pings.includes(one)).map(({ data }) => JSON.parse(data) as unknown)).toEqual(write(parts).slice(0, -2))
  expect(writer.ping!(1)).toBeUndefined()
  writer.push(finish)
  expect(writer.ping!()).toBeUndefined()
  writer.push({ ...block(2, 'answer', 'c')[0]!, choice: 1 } as Part)
  expect(JSON.parse(writer.ping!(1)!.data)).toEqual({ ...head, choices: [{ index: 1, delta: {}, finish_reason: null }] })
  writer.push({ type: 'error', error: { message: 'Overloaded.' } })
  expect(writer.ping!(1)).toBeUndefined()
  const read = (given: readonly Frame[]): readonly Part[] => {
    const reader = openaiChat().createReader()
    return [...given.flatMap((one) => reader.pushFrame(one)), ...reader.end()]
  }
  expect(read(frames)).toEqual(read(frames.filter((one) => !pings.includes(one))))
})

test('pages and images among the parts of an answer get fields of their own', () => {
  const page = { type: 'tool_reference', tool: 'web_search', title: 'A', url: 'https://a.example/' }
  const image = { type: 'image_url', image_url: { url: 'https://a.example/a.png' } }
  const native = (value: unknown, channel: 'answer' | 'reasoning'): Part => ({
    type: 'native',
    wire: 'openai-chat',
    event: 'message.content',
    value,
    channel,
  })
  const written = JSON.stringify(write([start, ...block(0, 'answer', 'Hi'), native(page, 'answer'), native(image, 'answer'), finish, end]))
  expect(written).toContain('"url_citation"')
  expect(written).toContain('https://a.example/"')
  expect(written).toContain('https://a.example/a.png')
  expect(JSON.stringify(write([start, ...block(0, 'answer', 'Hi'), native(page, 'reasoning'), finish, end]))).not.toContain('a.example')
})
