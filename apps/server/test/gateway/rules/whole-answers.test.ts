import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Part } from '@reason/core'
import { createFrameDecoder, encodeSse } from '@reason/core/framing'
import { encodeEventStream } from '@reason/providers-bedrock'
import { describe, expect, it } from 'vitest'
import { type OurWire, ourWires } from '@reason/gateway/upstreams'
import { wireOf } from '@reason/gateway/test/support/apis'
import { question, startGateway } from '../../support/gateway.ts'
import { chunk, completion, done, sendStream, startUpstream } from '../../support/upstream.ts'

/** Forty tokens each: four characters are a token. */
const pieces = Array.from({ length: 58 }, (_, index) =>
  `This is step ${String(index).padStart(3, '0')} of a thought that is very long. `.padStart(160, 'Then I look at it again. '),
)
const thought = pieces.join('')

/** All that the model thinks, and its answer; or the answer alone. */
const said = (thinks: boolean): Part[] => [
  { type: 'start', id: 'answer-1', model: 'some-model' },
  ...(thinks ? block(0, 'reasoning', pieces) : []),
  ...block(thinks ? 1 : 0, 'answer', ['It is ', '51.']),
  { type: 'finish', reason: 'stop' },
  { type: 'usage', usage: { input: count(5), output: count(thinks ? 2323 : 3), raw: [] } },
  { type: 'end' },
]

const count = (value: number) => ({ value, source: 'reported' as const })

const block = (number: number, channel: 'reasoning' | 'answer', texts: readonly string[]): Part[] => [
  { type: 'block-start', block: number, channel },
  ...texts.map((text): Part => ({ type: 'delta', block: number, channel, text })),
  { type: 'block-end', block: number, channel, boundary: 'wire' },
]

/** An upstream that answers in its format, as a stream or whole. It thinks but for requests that switch thinking off. */
async function startFormat(format: OurWire): Promise<{ origin: string; streams: boolean[] }> {
  const wire = wireOf(format)
  const streams: boolean[] = []
  const url = await startUpstream((request, response) => {
    void read(request).then((text) => {
      const isStream = asksForStream(request.url!, text)
      streams.push(isStream)
      const parts = said(!isOff(text))
      if (!isStream)
        return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(wire.writeResponse(parts)))
      const { type, encode } = framings[wire.endpoint.framing ?? 'sse']
      response.writeHead(200, { 'content-type': type })
      const writer = wire.createWriter()
      for (const part of parts) for (const frame of writer.push(part)) response.write(encode(frame))
      for (const frame of writer.end()) response.write(encode(frame))
      response.end()
    })
  })
  return { origin: new URL(url).origin, streams }
}

const framings = {
  sse: { type: 'text/event-stream', encode: encodeSse },
  ndjson: { type: 'application/x-ndjson', encode: ({ data }: { data: string }) => `${data}\n` },
  'aws-eventstream': { type: 'application/vnd.amazon.eventstream', encode: encodeEventStream },
} as const

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request) text += String(piece)
  return text
}

const asksForStream = (url: string, body: string): boolean =>
  /stream/i.test(url) || (JSON.parse(body) as { stream?: boolean }).stream === true

/** Each provider has words of its own for it. */
const isOff = (body: string): boolean =>
  /"disabled"|"reasoning_effort":"none"|"effort":"none"|"think":false|"thinkingBudget":0|"thinking_budget":0|"minimal"/.test(body)

interface Texts {
  reasoning: string
  answer: string
}

interface Client {
  path: string
  body: object
  /** The text of both kinds, of a whole answer and of the events of a stream. */
  whole(body: any): Texts
  stream(events: any[]): Texts
}

const model = 'some-model'
const join = (texts: readonly unknown[]): string => texts.filter((text) => typeof text === 'string').join('')

const clients: Readonly<Record<'openai-chat' | 'anthropic-messages' | 'openai-responses', Client>> = {
  'openai-chat': {
    path: '/v1/chat/completions',
    body: { model, messages: question },
    whole: ({ choices: [{ message }] }) => ({ reasoning: message.reasoning_content ?? '', answer: message.content ?? '' }),
    stream: (events) => ({
      reasoning: join(events.map(({ choices }) => choices?.[0]?.delta.reasoning_content)),
      answer: join(events.map(({ choices }) => choices?.[0]?.delta.content)),
    }),
  },
  'anthropic-messages': {
    path: '/v1/messages',
    body: { model, messages: question, max_tokens: 20_000 },
    whole: ({ content }) => ({
      reasoning: join(content.map(({ thinking }: { thinking?: string }) => thinking)),
      answer: join(content.map(({ text }: { text?: string }) => text)),
    }),
    stream: (events) => ({
      reasoning: join(events.map(({ delta }) => delta?.thinking)),
      answer: join(events.map(({ delta }) => delta?.text)),
    }),
  },
  'openai-responses': {
    path: '/v1/responses',
    body: { model, input: 'What is 17 * 3?' },
    whole: ({ output }) => ({ reasoning: textsOf(output, 'reasoning'), answer: textsOf(output, 'message') }),
    stream: (events) => {
      const { output } = events.at(-1).response
      return { reasoning: textsOf(output, 'reasoning'), answer: textsOf(output, 'message') }
    },
  },
}

const textsOf = (output: any[], type: string): string =>
  join(
    output
      .filter((item) => item.type === type)
      .flatMap(({ content = [], summary = [] }) => [...content, ...summary].map(({ text }) => text)),
  )

async function post(url: string, path: string, body: unknown, session: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-reason-session': session }
  return fetch(url + path, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) })
}

/** The result of one request in a session of its own. */
async function ask(url: string, { path, body, whole, stream }: Client, isStream: boolean): Promise<Texts> {
  const response = await post(url, path, isStream ? { ...body, stream: true } : body, `${path} ${isStream}`)
  const text = await response.text()
  expect(response.status, text).toBe(200)
  if (!isStream) return whole(JSON.parse(text))
  const decoder = createFrameDecoder('sse')
  const frames = [...decoder.push(text), ...decoder.end()].filter(({ data }) => data.startsWith('{'))
  return stream(frames.map(({ data }) => JSON.parse(data) as unknown))
}

const capped = (reasoning: object): string[] => ['--llm', JSON.stringify({ postproc: { reasoning } })]

/** 320 tokens: the piece in which the 300th stands is the last. */
const stopped: Texts = { reasoning: pieces.slice(0, 8).join(''), answer: 'It is 51.' }

/** A cap cuts to the character, and the rest may be passed on as the answer. */
const cut: Texts = { reasoning: thought.slice(0, 1200), answer: 'It is 51.' }
const shifted: Texts = { reasoning: thought.slice(0, 1200), answer: `${thought.slice(1200)}It is 51.` }

/** Caps hold for a model's own words. What Gemini shows is a summary of them. */
const uncapped: Texts = { reasoning: thought, answer: 'It is 51.' }
const showsSummaries = (format: OurWire): boolean => format.startsWith('gemini')

interface Rule {
  name: string
  flags: readonly string[]
  formats: readonly OurWire[]
  expected(format: OurWire): Texts
  /** The upstream is asked for a stream. */
  streams: boolean
}

const some: readonly OurWire[] = ['openai-chat', 'anthropic-messages', 'gemini']

const rules: readonly Rule[] = [
  {
    name: 'a budget that stops',
    flags: ['--session-budget', '300', '--budget-action', 'stop'],
    formats: ourWires,
    expected: () => stopped,
    streams: true,
  },
  {
    name: 'a cap that stops',
    flags: capped({ max_tokens: 300, action: 'stop' }),
    formats: some,
    expected: (format) => (showsSummaries(format) ? uncapped : cut),
    streams: true,
  },
  {
    name: 'a cap whose rest is the answer',
    flags: capped({ max_tokens: 300, action: 'answer' }),
    formats: some,
    expected: (format) => (showsSummaries(format) ? uncapped : shifted),
    streams: false,
  },
]

describe.each(rules)('under $name', ({ flags, formats, expected, streams: areStreams }) => {
  it.each(formats)('a whole answer of %s has the same text as a stream', { timeout: 60_000 }, async (format) => {
    const { origin, streams } = await startFormat(format)
    const { url } = await startGateway('--upstream', origin, '--upstream-format', format, ...flags)
    for (const client of Object.values(clients)) {
      expect(await ask(url, client, true)).toEqual(expected(format))
      streams.length = 0
      expect(await ask(url, client, false)).toEqual(expected(format))
      expect(new Set(streams)).toEqual(new Set([areStreams]))
    }
  })
})

const stopping = ['--session-budget', '100000', '--budget-action', 'stop']
const chat = '/v1/chat/completions'

/** An upstream of Chat Completions that says the same to all, and the bodies that it got. */
async function startSaying(say: (response: ServerResponse) => void): Promise<{ upstream: string; bodies: string[] }> {
  const bodies: string[] = []
  const upstream = await startUpstream((request, response) => {
    void read(request).then((text) => {
      bodies.push(text)
      say(response)
    })
  })
  return { upstream, bodies }
}

describe('a whole answer that is collected', () => {
  it('has all fields of a Chat Completions answer', async () => {
    const head = {
      id: 'chatcmpl-9',
      object: 'chat.completion.chunk',
      created: 1_700_000_123,
      model: 'some-model-2026',
      service_tier: 'flex',
      system_fingerprint: 'fp_1',
    }
    const event = (index: number, delta: object, more: object = {}): string =>
      `data: ${JSON.stringify({ ...head, choices: [{ index, delta, logprobs: null, finish_reason: null, ...more }] })}\n\n`
    const logprobs = (token: string) => ({ content: [{ token, logprob: -0.5, bytes: null, top_logprobs: [] }], refusal: null })
    const usage = {
      prompt_tokens: 5,
      completion_tokens: 9,
      total_tokens: 14,
      prompt_tokens_details: { cached_tokens: 2 },
      completion_tokens_details: { reasoning_tokens: 0 },
    }
    const { upstream } = await startSaying((response) => {
      sendStream(response)
      response.end(
        event(0, { role: 'assistant', content: '', refusal: null }) +
          event(1, { role: 'assistant', content: '', refusal: null }) +
          event(0, { content: 'It' }, { logprobs: logprobs('It') }) +
          event(1, { tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'f', arguments: '' } }] }) +
          event(1, { tool_calls: [{ index: 0, function: { arguments: '{"a":' } }] }) +
          event(0, { content: ' is' }, { logprobs: logprobs(' is') }) +
          event(1, { tool_calls: [{ index: 0, function: { arguments: '1}' } }] }) +
          event(0, {}, { finish_reason: 'stop' }) +
          event(1, {}, { finish_reason: 'tool_calls' }) +
          `data: ${JSON.stringify({ ...head, choices: [], usage })}\n\n${done}`,
      )
    })
    const { url } = await startGateway('--upstream', upstream, '--adapter', 'plain', ...stopping)
    const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }]
    const answer = await post(url, chat, { model, messages: question, tools, n: 2, logprobs: true }, 'alice')
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('x-reason-notes')).toBeNull()
    expect(await answer.json()).toEqual({
      ...head,
      object: 'chat.completion',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'It is', refusal: null },
          logprobs: { content: [...logprobs('It').content, ...logprobs(' is').content], refusal: null },
          finish_reason: 'stop',
        },
        {
          index: 1,
          message: {
            role: 'assistant',
            content: null,
            refusal: null,
            tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
          },
          finish_reason: 'tool_calls',
        },
      ],
      usage,
    })
  })

  it('has all fields of a message of Anthropic', async () => {
    const message = {
      id: 'msg_9',
      type: 'message',
      role: 'assistant',
      model: 'claude-x',
      content: [],
      stop_reason: null,
      stop_sequence: null,
    }
    const usage = { input_tokens: 5, cache_creation_input_tokens: 0, cache_read_input_tokens: 2, service_tier: 'standard' }
    const citation = {
      type: 'char_location',
      cited_text: 'Fo',
      document_index: 0,
      document_title: null,
      start_char_index: 0,
      end_char_index: 2,
    }
    const events = [
      { type: 'message_start', message: { ...message, usage: { ...usage, output_tokens: 1 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: '2+' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: '2' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'c2ln' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '', citations: [] } },
      { type: 'content_block_delta', index: 1, delta: { type: 'citations_delta', citation } },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Fo' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'ur.' } },
      { type: 'content_block_stop', index: 1 },
      { type: 'content_block_start', index: 2, content_block: { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} } },
      { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{"a":1}' } },
      { type: 'content_block_stop', index: 2 },
      {
        type: 'message_delta',
        delta: { stop_reason: 'tool_use', stop_sequence: null, container: { id: 'c1', expires_at: '2026-01-01T00:00:00Z' } },
        usage: { output_tokens: 9 },
        context_management: { applied_edits: [] },
      },
      { type: 'message_stop' },
    ]
    const { upstream } = await startSaying((response) => {
      sendStream(response)
      response.end(events.map((event) => encodeSse({ event: event.type, data: JSON.stringify(event) })).join(''))
    })
    const { url } = await startGateway('--upstream', upstream, '--upstream-format', 'anthropic-messages', '--adapter', 'plain', ...stopping)
    const tools = [{ name: 'f', input_schema: { type: 'object' } }]
    const answer = await post(url, '/v1/messages', { model, max_tokens: 100, messages: question, tools }, 'alice')
    expect(answer.headers.get('x-reason-notes')).toBeNull()
    expect(await answer.json()).toEqual({
      ...message,
      content: [
        { type: 'thinking', thinking: '2+2', signature: 'c2ln' },
        { type: 'text', text: 'Four.', citations: [citation] },
        { type: 'tool_use', id: 'toolu_1', name: 'f', input: { a: 1 } },
      ],
      stop_reason: 'tool_use',
      container: { id: 'c1', expires_at: '2026-01-01T00:00:00Z' },
      context_management: { applied_edits: [] },
      usage: { ...usage, output_tokens: 9 },
    })
  })

  it('has all fields of a response of OpenAI', async () => {
    const head = {
      id: 'resp_9',
      object: 'response',
      created_at: 1_700_000_123,
      status: 'in_progress',
      model: 'gpt-x',
      service_tier: 'flex',
      store: false,
      temperature: 1,
      metadata: { a: 'b' },
      output: [] as unknown[],
      usage: null as unknown,
    }
    const text = {
      type: 'output_text',
      text: 'Four.',
      annotations: [],
      logprobs: [{ token: 'Four.', logprob: -1, bytes: [], top_logprobs: [] }],
    }
    const items = [
      { id: 'rs_1', type: 'reasoning', summary: [{ type: 'summary_text', text: '2+2' }], encrypted_content: 'gAAA', status: 'completed' },
      { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', phase: 'final_answer', content: [text] },
    ]
    const usage = {
      input_tokens: 5,
      input_tokens_details: { cached_tokens: 2 },
      output_tokens: 9,
      output_tokens_details: { reasoning_tokens: 4 },
      total_tokens: 14,
    }
    const completed = { ...head, status: 'completed', completed_at: 1_700_000_125, output: items, usage }
    const events = [
      { type: 'response.created', response: head },
      {
        type: 'response.output_item.added',
        output_index: 0,
        item: { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: '', status: 'in_progress' },
      },
      {
        type: 'response.reasoning_summary_part.added',
        item_id: 'rs_1',
        output_index: 0,
        summary_index: 0,
        part: { type: 'summary_text', text: '' },
      },
      { type: 'response.reasoning_summary_text.delta', item_id: 'rs_1', output_index: 0, summary_index: 0, delta: '2+2' },
      { type: 'response.reasoning_summary_text.done', item_id: 'rs_1', output_index: 0, summary_index: 0, text: '2+2' },
      { type: 'response.output_item.done', output_index: 0, item: items[0] },
      { type: 'response.output_item.added', output_index: 1, item: { ...items[1], status: 'in_progress', content: [] } },
      {
        type: 'response.content_part.added',
        item_id: 'msg_1',
        output_index: 1,
        content_index: 0,
        part: { ...text, text: '', logprobs: [] },
      },
      { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 1, content_index: 0, delta: 'Four.', logprobs: text.logprobs },
      { type: 'response.output_text.done', item_id: 'msg_1', output_index: 1, content_index: 0, text: 'Four.', logprobs: text.logprobs },
      { type: 'response.content_part.done', item_id: 'msg_1', output_index: 1, content_index: 0, part: text },
      { type: 'response.output_item.done', output_index: 1, item: items[1] },
      { type: 'response.completed', response: completed },
    ]
    let streams = true
    const { upstream } = await startSaying((response) => {
      if (!streams) return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(completed))
      sendStream(response)
      response.end(
        events
          .map((event, sequence_number) => encodeSse({ event: event.type, data: JSON.stringify({ ...event, sequence_number }) }))
          .join(''),
      )
    })
    const { url } = await startGateway('--upstream', upstream, '--upstream-format', 'openai-responses', '--adapter', 'plain', ...stopping)
    const answer = await post(url, '/v1/responses', { model, input: 'x', store: false }, 'alice')
    expect(answer.headers.get('x-reason-notes')).toBeNull()
    const collected = await answer.json()
    // A whole response goes through the same reader and writer, which have their own order and words.
    streams = false
    expect(collected).toEqual(await (await post(url, '/v1/responses', { model, input: 'x', store: false }, 'bob')).json())
    expect(collected).toMatchObject({ ...completed, output: items })
  })

  it('stays as the provider sent it if the provider sends no stream', async () => {
    const { upstream } = await startSaying((response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(completion({ content: 'Four.', reasoning_content: '2+2' }))
    })
    const { url } = await startGateway('--upstream', upstream, ...stopping)
    const answer = await post(url, chat, { model, messages: question }, 'alice')
    expect(await answer.json()).toMatchObject({
      object: 'chat.completion',
      choices: [{ message: { content: 'Four.', reasoning_content: '2+2' } }],
    })
  })

  it('keeps the status of an error before the stream', async () => {
    const { upstream } = await startSaying((response) => {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"No such model.","code":"model_not_found"}}')
    })
    const { url } = await startGateway('--upstream', upstream, ...stopping)
    const answer = await post(url, chat, { model, messages: question }, 'alice')
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ error: { message: 'No such model.', code: 'model_not_found' } })
  })

  it('is an error if the stream breaks off, and its reasoning is charged', async () => {
    const { upstream } = await startSaying((response) => {
      sendStream(response)
      response.write(chunk({ reasoning_content: 'x'.repeat(400) }), () => response.destroy())
    })
    const { url } = await startGateway('--upstream', upstream, ...stopping)
    const answer = await post(url, chat, { model, messages: question }, 'alice')
    expect(answer.status).toBe(502)
    const used = async () => {
      const { budgets } = (await (await fetch(`${url}/api/sessions/alice/budget`)).json()) as { budgets: { used: number }[] }
      return budgets[0]?.used
    }
    await expect.poll(used).toBe(100)
  })

  it('is limited to the size of a whole answer', async () => {
    const { upstream } = await startSaying((response) => {
      sendStream(response)
      for (let count = 0; count < 20; count++) response.write(chunk({ content: 'x' }))
      response.end(done)
    })
    const { url } = await startGateway('--upstream', upstream, '--answer-limit', '2000', ...stopping)
    const answer = await post(url, chat, { model, messages: question }, 'alice')
    expect(answer.status).toBe(502)
    expect(await answer.text()).toContain('has more than 2000 bytes, the limit that --answer-limit sets (in an app: answerLimit)')
  })

  it('ends in time if a cap limits thinking time', async () => {
    const { upstream, bodies } = await startSaying((response) => {
      if (!bodies.at(-1)!.includes('"stream":true')) return void response.end(completion({ content: 'Late.', reasoning_content: 'Again.' }))
      if (bodies.at(-1)!.includes('"reasoning_effort":"none"')) {
        sendStream(response)
        return void response.end(chunk({ content: 'Four.' }, { finish_reason: 'stop' }) + done)
      }
      sendStream(response)
      const timer = setInterval(() => response.write(chunk({ reasoning_content: 'Again. ' })), 5)
      response.on('close', () => clearInterval(timer))
    })
    const { url } = await startGateway('--upstream', upstream, ...capped({ max_ms: 50 }))
    const answer = await post(url, chat, { model, messages: question }, 'alice')
    expect(await answer.json()).toMatchObject({
      choices: [{ message: { content: 'Four.' }, finish_reason: 'stop' }],
      reason: { warnings: [{ code: 'reasoning-capped' }, { code: 'reasoning-stopped' }, { code: 'rescued' }] },
    })
  })
})

/** The exact bytes that the upstream gets for a body. */
const sent: readonly [name: string, flags: readonly string[], body: string, expected: string][] = [
  [
    'nothing but the stream, and the count of its tokens, where a budget may stop it',
    stopping,
    '{ "model": "m", "messages": [], "seed": 12345678901234567890 }',
    '{ "model": "m", "messages": [], "seed": 12345678901234567890 ,"stream":true,"stream_options":{"include_usage":true}}',
  ],
  [
    'no count where the operator asks for none',
    [...stopping, '--no-ask-usage'],
    '{ "model": "m", "messages": [] }',
    '{ "model": "m", "messages": [] ,"stream":true}',
  ],
  [
    'the stream in place of the wish for none',
    stopping,
    '{ "model": "m", "stream": false, "messages": [] }',
    '{"model":"m","stream":true,"messages":[],"stream_options":{"include_usage":true}}',
  ],
  [
    'the same bytes where the answer is spoken',
    stopping,
    '{ "model": "m", "messages": [], "modalities": ["text", "audio"] }',
    '{ "model": "m", "messages": [], "modalities": ["text", "audio"] }',
  ],
  [
    'the same bytes where a budget refuses',
    ['--session-budget', '100000'],
    '{ "model": "m", "messages": [] }',
    '{ "model": "m", "messages": [] }',
  ],
  [
    'the same bytes where a budget warns',
    ['--session-budget', '100000', '--budget-action', 'warn'],
    '{ "model": "m", "messages": [] }',
    '{ "model": "m", "messages": [] }',
  ],
  [
    'the same bytes where nothing binds',
    ['--session-budget', '0', '--budget-action', 'stop'],
    '{ "model": "m", "messages": [] }',
    '{ "model": "m", "messages": [] }',
  ],
]

it.each(sent)('a request for a whole answer has %s', async (_, flags, body, expected) => {
  const { upstream, bodies } = await startSaying((response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(completion({ content: 'Four.' }))
  })
  const { url } = await startGateway('--upstream', upstream, ...flags)
  expect((await post(url, chat, body, 'alice')).status).toBe(200)
  expect(bodies).toEqual([expected])
})
