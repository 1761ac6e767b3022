import { describe, expect, it } from 'vitest'
import { createRegistry, reasonOf, type Part, type ReasonOptions, type ReasonSource } from '@reason/core'
import { harmony } from '@reason/harmony'
import { anthropicMessages } from '@reason/providers-anthropic'
import { gemini } from '@reason/providers-google'
import { ollama } from '@reason/providers-ollama'
import { openaiChat, openaiResponses } from '@reason/providers-openai'
import { thinkTags } from '@reason/think-tags'

const use = [harmony(), thinkTags(), openaiChat(), openaiResponses(), anthropicMessages(), gemini(), ollama()]
const all: ReasonOptions = { use }

const deltas = (...list: object[]) =>
  list.map((delta) => ({ object: 'chat.completion.chunk', model: 'qwen3:8b', choices: [{ index: 0, delta }] }))
const tagged = deltas({ content: '<think>2+' }, { content: '2</think>It is' }, { content: ' 4.' })
const native = deltas({ reasoning_content: '2+2' }, { content: 'It is 4.' })
const claude = [
  {
    type: 'message_start',
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-x',
      content: [],
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: '2+2' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'It is 4.' } },
  { type: 'content_block_stop', index: 1 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } },
  { type: 'message_stop' },
]
const whole = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  model: 'qwen3:8b',
  choices: [{ index: 0, message: { role: 'assistant', content: '<think>2+2</think>It is 4.' }, finish_reason: 'stop' }],
}
const geminiAnswer = {
  candidates: [{ content: { role: 'model', parts: [{ text: '2+2', thought: true }, { text: 'It is 4.' }] }, finishReason: 'STOP' }],
  modelVersion: 'gemini-x',
}
const ollamaLines = [
  { model: 'qwen3:8b', message: { role: 'assistant', content: '', thinking: '2+2' }, done: false },
  { model: 'qwen3:8b', message: { role: 'assistant', content: 'It is 4.' }, done: true, done_reason: 'stop' },
]

const sse = (events: readonly object[]): string => `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`
const respond = (body: string, type: string, status = 200): Response => new Response(body, { status, headers: { 'content-type': type } })
const stream = <T>(values: readonly T[]): ReadableStream<T> =>
  new ReadableStream<T>({
    start(controller) {
      for (const value of values) controller.enqueue(value)
      controller.close()
    },
  })
async function* later<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values
}

const said = { reasoning: '2+2', answer: 'It is 4.' }

describe('reasonOf', () => {
  it.each<[string, () => ReasonSource | PromiseLike<ReasonSource>, Partial<ReasonOptions>?]>([
    ['a text', () => '<think>2+2</think>It is 4.'],
    ['a text that the prompt began', () => '2+2</think>It is 4.', { model: 'deepseek-r1:8b' }],
    ['pieces of a text', () => ['<thi', 'nk>2+2</th', 'ink>It is 4.']],
    ['a stream of text', () => stream(['<think>2+2</thi', 'nk>It is 4.'])],
    ['channels', () => '<|channel|>analysis<|message|>2+2<|end|><|start|>assistant<|channel|>final<|message|>It is 4.<|return|>'],
    ['the stream of an SDK, with tags', () => later(tagged)],
    ['the stream of an SDK, with a field', () => later(native)],
    ['the call of an SDK, which is a promise', () => Promise.resolve(later(claude))],
    ['recorded events', () => claude],
    ['events behind a ping', () => [{ type: 'ping' }, ...claude]],
    ['a whole answer', () => whole],
    ['a whole answer of Gemini', () => geminiAnswer],
    ['a response that streams', () => respond(sse(tagged), 'text/event-stream; charset=utf-8')],
    ['a response as a whole', () => Promise.resolve(respond(`\n${JSON.stringify(whole)}`, 'application/json'))],
    ['a response of lines', () => respond(ollamaLines.map((line) => `${JSON.stringify(line)}\n`).join(''), 'application/x-ndjson')],
    ['a response that is a list', () => respond(JSON.stringify([geminiAnswer]), 'application/json; charset=UTF-8')],
    ['bytes that are a whole answer', () => respond(JSON.stringify(whole, undefined, 2), 'application/octet-stream')],
    ['bytes that are a whole answer in one line', () => respond(JSON.stringify(whole), 'Application/Octet-Stream')],
    ['bytes that are lines', () => respond(ollamaLines.map((line) => `${JSON.stringify(line)}\n`).join(''), 'application/octet-stream')],
    ['bytes that are events', () => respond(sse(tagged), 'application/octet-stream')],
    ['bytes that are events behind a comment', () => respond(`\n: ping\n\n${sse(tagged)}`, 'binary/octet-stream')],
    ['bytes that are a list', () => respond(`\n${JSON.stringify([geminiAnswer])}`, 'application/octet-stream')],
    ['bytes that are text', () => respond('<think>2+2</think>It is 4.', 'application/octet-stream')],
    [
      'bytes that are text, without a format',
      () => respond('<think>2+2</think>It is 4.', 'application/octet-stream'),
      { use: [thinkTags()] },
    ],
    ['a response of text', () => respond('<think>2+2</think>It is 4.', 'text/plain')],
    [
      'what only its one format knows',
      () => later(tagged.map(({ choices }) => ({ choices }))),
      { use: [thinkTags(), openaiChat()], model: 'qwen3:8b' },
    ],
    ['a format by its name', () => later(tagged.map(({ choices }) => ({ choices }))), { wire: 'openai-chat', model: 'qwen3:8b' }],
    ['what a registry has', () => later(native), { use: use.reduce((registry, plugin) => registry.use(plugin), createRegistry()) }],
  ])('splits %s', async (_, source, options) => {
    const { reasoning, answer } = await reasonOf(source(), { ...all, ...options }).result()
    expect({ reasoning: reasoning?.trim(), answer }).toEqual(said)
    const parts: Part[] = []
    for await (const part of reasonOf(source(), { ...all, ...options })) parts.push(part)
    const text = (channel: string): string =>
      parts.map((part) => (part.type === 'delta' && part.channel === channel ? part.text : '')).join('')
    expect({ reasoning: text('reasoning').trim(), answer: text('answer') }).toEqual(said)
    expect(parts.at(-1)).toEqual({ type: 'end' })
  })

  it('gives the result beside a loop, of what the loop has seen', async () => {
    const reading = reasonOf(later(native), all)
    for await (const part of reading) if (part.type === 'delta' && part.channel === 'answer') break
    expect(await reading.result()).toMatchObject(said)
    const early = reasonOf(later(native), all)
    for await (const part of early) if (part.type === 'delta') break
    expect(await early.result()).toMatchObject({ reasoning: '2+2', answer: '' })
    expect(() => early[Symbol.asyncIterator]()).toThrow('being read already')
  })

  it('ends the source where a loop ends early', async () => {
    let isCancelled = false
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(sse(native).split('data: [DONE]')[0]!)),
      cancel: () => void (isCancelled = true),
    })
    const response = new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    for await (const part of reasonOf(response, all)) if (part.type === 'delta') break
    expect(isCancelled).toBe(true)
  })

  it('frees a source of which nothing is read, and waits for nothing', async () => {
    let cancelled = 0
    const open = (type = 'text/event-stream'): Response =>
      new Response(new ReadableStream({ pull: () => new Promise(() => {}), cancel: () => void cancelled++ }), {
        headers: { 'content-type': type },
      })
    const left = reasonOf(open(), all)
    await left[Symbol.asyncIterator]().return!()
    expect(await left.result()).toMatchObject({ answer: '' })
    await expect(reasonOf(open(), { use: [thinkTags()] }).result()).rejects.toThrow('no wire format')
    await expect(reasonOf(open(), { ...all, wire: 'smoke' }).result()).rejects.toThrow('smoke')
    await expect(reasonOf(open('application/vnd.amazon.eventstream'), all).result()).rejects.toThrow('eventstream')
    expect(cancelled).toBe(4)
    const failed = reasonOf(Promise.reject(new Error('no network')), all)
    await new Promise((resolve) => setTimeout(resolve, 5))
    await expect(failed.result()).rejects.toThrow('no network')
  })

  it('splits the JSON of a model as text where no format is used', async () => {
    expect(await reasonOf(respond('{"a":1}', 'application/octet-stream'), { use: [thinkTags()] }).result()).toMatchObject({
      answer: '{"a":1}',
    })
  })

  describe('ends at once while a read hangs', () => {
    let isFreed = false
    const free = (): void => void (isFreed = true)
    const never = new Promise<never>(() => {})
    const bytes = new TextEncoder().encode(sse(native).split('data: [DONE]')[0]!)
    const hanging = (first: unknown): ReadableStream => {
      const left = [first]
      return new ReadableStream({
        pull: (controller) => (left.length > 0 ? controller.enqueue(left.pop()) : never),
        cancel: free,
      })
    }
    const sdk = (): AsyncIterable<object> => {
      const left: object[] = [...native].reverse()
      return {
        [Symbol.asyncIterator]: () => ({
          next: async () => (left.length > 0 ? { done: false, value: left.pop()! } : await never),
          return: async () => (free(), { done: true, value: undefined }),
        }),
      }
    }

    it.each<[string, () => ReasonSource | PromiseLike<ReasonSource>]>([
      ['of a response', () => new Response(hanging(bytes), { headers: { 'content-type': 'text/event-stream' } })],
      ['of bytes', () => new Response(hanging(bytes), { headers: { 'content-type': 'application/octet-stream' } })],
      ['of a stream of text', () => hanging('<think>2+2</think>It')],
      ['of an SDK', sdk],
      ['of an SDK that is a promise', () => Promise.resolve(sdk())],
    ])('%s', async (_, source) => {
      isFreed = false
      const reading = reasonOf(source(), all)
      const parts = reading[Symbol.asyncIterator]()
      for (let next = await parts.next(); next.done !== true && next.value.type !== 'delta'; next = await parts.next());
      // The pieces that were read so far, and one read more than there are pieces.
      const reads = Array.from({ length: 20 }, () => parts.next())
      await new Promise((resolve) => setImmediate(resolve))
      expect((await parts.return!()).done).toBe(true)
      expect((await reads.at(-1))!.done).toBe(true)
      expect(isFreed).toBe(true)
      expect((await reading.result()).reasoning).toBe('2+2')
    })

    it('of a request that is not answered, which is freed when it is', async () => {
      isFreed = false
      let answer: ((response: Response) => void) | undefined
      const reading = reasonOf(new Promise<Response>((resolve) => (answer = resolve)), all)
      const parts = reading[Symbol.asyncIterator]()
      const read = parts.next()
      expect(await parts.return!()).toEqual({ done: true, value: undefined })
      expect((await read).done).toBe(true)
      answer!(new Response(hanging(bytes)))
      await new Promise((resolve) => setImmediate(resolve))
      expect(isFreed).toBe(true)
      expect(await reading.result()).toMatchObject({ answer: '' })
    })
  })

  it('reads no more of an error page than it shows', async () => {
    let pieces = 0
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => (pieces++, controller.enqueue(new Uint8Array(100).fill(0x78))) })
    const { errors } = await reasonOf(new Response(body, { status: 502, headers: { 'content-type': 'text/html' } }), all).result()
    expect([errors[0]?.message.length, pieces < 20]).toEqual([525, true])
  })

  it('is of the choice that is asked for', async () => {
    const two = [0, 1].map((index) => ({
      index,
      message: { role: 'assistant', content: `<think>${index}</think>A${index}` },
      finish_reason: 'stop',
    }))
    expect(await reasonOf({ ...whole, choices: two }, { ...all, choice: 1 }).result()).toMatchObject({ reasoning: '1', answer: 'A1' })
  })

  it.each([
    [
      'an error of a provider',
      respond('{"error":{"message":"no such model","type":"invalid_request_error"}}', 'application/json', 404),
      'no such model',
    ],
    ['a page of a proxy', respond('<html>Bad Gateway</html>', 'text/html', 502), 'The server answered 502: <html>Bad Gateway</html>'],
  ])('reads %s', async (_, response, message) => {
    expect((await reasonOf(response, all).result()).errors).toMatchObject([{ message }])
  })

  it.each<[string, unknown, Partial<ReasonOptions>, RegExp]>([
    ['a number', 7, {}, /^reasonOf\(\) takes the output of a model, not 7\.$/],
    ['bytes', stream([new Uint8Array(1)]), {}, /^reasonOf\(\) got bytes\. Pass the Response/],
    ['an answer, with no format to read it', later(native), { use: [thinkTags()] }, /no wire format that reads it/],
    ['an answer of no format', later([{ x: 1 }]), {}, /\(openai-chat, .*\) knows this answer\. Its first event: \{"x":1\}\./],
    ['a wire that is not there', later(native), { wire: 'smoke' }, /smoke/],
    ["Amazon's frames", respond('', 'application/vnd.amazon.eventstream'), {}, /createEventStreamDecoder/],
  ])('says what is wrong with %s', async (_, source, options, message) => {
    await expect(reasonOf(source as object, { ...all, ...options }).result()).rejects.toThrow(message)
  })

  it('throws what the connection throws, and what a model says never throws', async () => {
    async function* broken(): AsyncGenerator<object> {
      yield native[0]!
      throw new Error('the socket is gone')
    }
    const reading = reasonOf(broken(), all)
    const parts: Part[] = []
    await expect(
      (async () => {
        for await (const part of reading) parts.push(part)
      })(),
    ).rejects.toThrow('the socket is gone')
    expect(parts.some(({ type }) => type === 'delta')).toBe(true)
    await expect(reading.result()).rejects.toThrow('the socket is gone')
    expect(
      await reasonOf(later([{ object: 'chat.completion.chunk', choices: [7, null, { index: -1, delta: 'x' }] }]), all).result(),
    ).toMatchObject({ answer: '' })
  })
})

describe('a thought of 2,000 characters that the prompt opened', () => {
  const thought = 'A step follows another one. '.repeat(72).trim()
  const raw = `${thought}</think>It is 4.`
  const message = { role: 'assistant', content: raw }
  const answer = { ...whole, choices: [{ index: 0, message, finish_reason: 'stop' }] }

  describe.each(['qwen3:8b', 'deepseek-v3.1', 'glm-4.6', 'never-heard-of-it', undefined])('of %s', (model) => {
    it.each<[string, () => ReasonSource]>([
      ['in a text', () => raw],
      ['in a whole answer', () => ({ ...answer, model })],
      ['in a response', () => respond(JSON.stringify({ ...answer, model }), 'application/json')],
    ])('is reasoning %s', async (_, source) => {
      const result = await reasonOf(source(), { use, ...(model !== undefined && { model }) }).result()
      expect(result).toMatchObject({ reasoning: thought, answer: 'It is 4.' })
    })
  })

  it.each(['qwen3:8b', 'deepseek-v3.1', 'glm-4.6'])(
    'is reasoning in a stream of %s if its first 400 characters have the end',
    async (model) => {
      const short = thought.slice(0, 300)
      const pieces = [...`${short}</think>It is 4.`]
      expect(await reasonOf(pieces, { use, model }).result()).toMatchObject({ reasoning: short.trim(), answer: 'It is 4.' })
    },
  )

  it('does not delay an answer whose start the caller knows', async () => {
    const seen: string[] = []
    async function* pieces(): AsyncGenerator<string> {
      yield 'It is'
      seen.push('asked for more')
      yield ' 4.'
    }
    const options: ReasonOptions = { use, model: 'qwen3:8b', context: { start: 'answer' } }
    for await (const part of reasonOf(pieces(), options)) if (part.type === 'delta') seen.push(part.text)
    expect(seen).toEqual(['It is', 'asked for more', ' 4.'])
  })

  it('does not delay the first events of an array', async () => {
    const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
    const [first, second] = deltas({ content: thought }, { content: ' It is 4.' }).map((event) => JSON.stringify(event))
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(encode(`[${first},`)),
      // Asked for only if the first event was not enough.
      pull(controller) {
        controller.enqueue(encode(`${second}]`))
        controller.close()
      },
    })
    const response = new Response(body, { headers: { 'content-type': 'application/json' } })
    const seen: string[] = []
    for await (const part of reasonOf(response, { use: [thinkTags(), openaiChat()] })) if (part.type === 'delta') seen.push(part.text)
    expect(seen).toEqual([thought, ' It is 4.'])
  })
})
