import { collect, type Part, reasonOf, type ReasonOptions, type WireFormat } from '@reason/core'
import type { FinishReason, Usage } from '@reason/core/parts'
import type { WireReader } from '@reason/core/wire'
import { readBody, readEvents, tapEvents, usageOfChoices } from '@reason/core/reading'
import { describe, expect, it } from 'vitest'

/** A format whose events are `{ text }` and `{ done: true }`. */
const toy = { id: 'toy', createReader: createToyReader } as Partial<WireFormat> as WireFormat

function createToyReader(): WireReader {
  let isOpen = false
  let isOver = false

  return { push, pushFrame: ({ data }) => push(JSON.parse(data)), end: () => [...finish('aborted'), { type: 'end' }] }

  function push(event: unknown): Part[] {
    const { text, done } = event as { text?: string; done?: boolean }
    if (done === true) return finish('stop')
    const begin: Part[] = isOpen ? [] : [{ type: 'block-start', block: 0, channel: 'answer' }]
    isOpen = true
    return [...begin, { type: 'delta', block: 0, channel: 'answer', text: text! }]
  }

  function finish(reason: FinishReason): Part[] {
    if (isOver) return []
    isOver = true
    return [
      { type: 'block-end', block: 0, channel: 'answer', boundary: 'wire' },
      { type: 'finish', reason },
    ]
  }
}

const events = [{ text: 'one ' }, { text: 'twö' }, { done: true }]

async function* stream(onClose?: () => void) {
  try {
    yield* events
  } finally {
    onClose?.()
  }
}

describe('readEvents', () => {
  it('reads the events of an SDK', async () => {
    expect(await collect(readEvents(stream(), toy))).toMatchObject({ answer: 'one twö', finish: { reason: 'stop' } })
  })

  it('cancels the SDK when its consumer stops', async () => {
    let closed = false
    for await (const _ of readEvents(
      stream(() => (closed = true)),
      toy,
    ))
      break
    expect(closed).toBe(true)
  })
})

describe('tapEvents', () => {
  it('yields the same event objects, and reports their parts first', async () => {
    const parts: Part[] = []
    const seen: unknown[] = []
    for await (const event of tapEvents(stream(), toy, (part) => parts.push(part))) {
      seen.push(event)
      if (seen.length === 1) expect(parts.map(({ type }) => type)).toEqual(['block-start', 'delta'])
    }
    expect(seen.every((event, index) => event === events[index])).toBe(true)
    expect(await collect(parts)).toMatchObject({ answer: 'one twö', finish: { reason: 'stop' } })
    expect(parts.at(-1)).toEqual({ type: 'end' })
  })

  it('ends the parts if the consumer leaves the stream', async () => {
    const parts: Part[] = []
    for await (const _ of tapEvents(stream(), toy, (part) => parts.push(part))) break
    expect(await collect(parts)).toMatchObject({ answer: 'one ', finish: { reason: 'aborted' } })
  })

  it('ends the parts of a stream that fails, and rethrows the error', async () => {
    const parts: Part[] = []
    const broken = async function* () {
      yield events[0]!
      throw new Error('the line broke')
    }
    await expect(async () => {
      for await (const _ of tapEvents(broken(), toy, (part) => parts.push(part)));
    }).rejects.toThrow('the line broke')
    expect(parts.at(-1)).toEqual({ type: 'end' })
  })
})

describe('readBody', () => {
  const bytes = new TextEncoder().encode(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))

  it.each([1, 2, 7, 1000])('reads a body in pieces of %i bytes', async (size) => {
    const pieces: Uint8Array[] = []
    for (let from = 0; from < bytes.length; from += size) pieces.push(bytes.subarray(from, from + size))
    expect(await collect(readBody(pieces, toy, 'sse'))).toMatchObject({ answer: 'one twö', finish: { reason: 'stop' } })
  })

  it('reads the body of a fetch response', async () => {
    expect(await collect(readBody(new Response(bytes).body!, toy, 'sse'))).toMatchObject({ answer: 'one twö' })
  })
})

it('readBody reads a ReadableStream that has no async iterator, and cancels it when its consumer stops', async () => {
  const body = () => new Response(events.map((event) => JSON.stringify(event)).join('\n')).body!
  const bare = (stream: ReadableStream<Uint8Array>) =>
    ({ getReader: () => ReadableStream.prototype.getReader.call(stream) }) as unknown as ReadableStream<Uint8Array>
  expect(await collect(readBody(bare(body()), toy, 'ndjson'))).toMatchObject({ answer: 'one twö' })
  let cancelled = false
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('{"text":"one"}\n')),
    cancel: () => void (cancelled = true),
  })
  for await (const _ of readBody(bare(endless), toy, 'ndjson')) break
  expect(cancelled).toBe(true)
})

describe('wrong arguments from a program without types', () => {
  const read = (body: unknown, wire: unknown = toy, framing: unknown = 'sse') =>
    collect(readBody(body as Uint8Array[], wire as WireFormat, framing as 'sse'))

  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['a response', () => read(new Response('data: {}')), /readBody\(\) got something that is no body\. Pass response\.body\./],
    ['the promise of one', () => read(fetch('data:,')), /readBody\(\) got something that is no body/],
    ['no body', () => read(null), /readBody\(\) got null\. Pass what fetch gives as response\.body/],
    ['text', () => read('data: {}\n\n'), /takes bytes, not text/],
    ['a factory', () => read([], () => toy), /a function in place of a wire format\. Call its factory/],
    ['no wire format', () => read([], null), /Call its factory/],
    ['a framing that there is not', () => read([], toy, 'ssee'), /There is no framing "ssee", only sse, ndjson, /],
    ['the name of a method for a framing', () => read([], toy, 'toString'), /There is no framing "toString"/],
    [
      'a promise of events',
      () => collect(readEvents(Promise.resolve([]) as never, toy)),
      /a promise in place of events\. Await it first\./,
    ],
    ['a whole answer', () => collect(readEvents({ choices: [] } as never, toy)), /Ask the SDK for a stream/],
    [
      'no function to tap with',
      () => collect(tapEvents([], toy, {} as never) as never),
      /takes a function for the parts, such as accumulator\.push/,
    ],
    ['a factory for events', () => collect(readEvents([], (() => toy) as never)), /Call its factory/],
  ])('%s gives an error with a remedy', async (_, run, says) => {
    await expect(run()).rejects.toThrow(says)
    await expect(run()).rejects.toThrow(TypeError)
  })

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'takes the output of a model, not undefined'],
    ['a promise of nothing', Promise.resolve(), 'takes the output of a model, not undefined'],
    ['a function', () => 'text', 'takes the output of a model, not () =>'],
    ['bytes', new TextEncoder().encode('text'), 'got bytes. Pass the Response, or decode them.'],
    ['a stream of bytes', [new TextEncoder().encode('text')], 'got bytes'],
    ['a response that was read', readResponse(), 'The body of this Response was read already.'],
  ])(
    'reasonOf() of %s says what it takes',
    async (_, source, says) => await expect(reasonOf(source as string, { use: [] }).result()).rejects.toThrow(says),
  )

  it.each([[undefined], [{}], [{ use: [undefined] }]])('reasonOf() with the options %j says what `use` takes', (options) =>
    expect(() => reasonOf('text', options as ReasonOptions)).toThrow('use takes a text adapter or wire format, not undefined'),
  )
})

describe('usageOfChoices', () => {
  const count = (value: number) => ({ value, source: 'reported' }) as const
  const one: Usage = { input: count(20), output: count(100), reasoning: count(60), cached: count(16), total: count(120), raw: 1 }

  it('is the reported usage of a single choice', () => {
    expect(usageOfChoices(new Map())).toBeUndefined()
    expect(usageOfChoices(new Map([[0, one]]))).toBe(one)
  })

  it('adds the output of each choice, and counts the prompt once', () => {
    const other: Usage = { input: count(20), output: count(50), reasoning: count(40), cached: count(16), raw: 2 }
    expect(
      usageOfChoices(
        new Map([
          [0, one],
          [1, other],
        ]),
      ),
    ).toEqual({
      input: count(20),
      output: count(150),
      reasoning: count(100),
      cached: count(16),
      total: count(170),
      raw: [1, 2],
    })
  })

  it('marks counts that only some choices report as estimated', () => {
    const other: Usage = { output: count(50), raw: 2 }
    expect(
      usageOfChoices(
        new Map([
          [0, one],
          [1, other],
        ]),
      ),
    ).toMatchObject({ output: count(150), reasoning: { value: 60, source: 'estimated' } })
  })
})

function readResponse(): Response {
  const response = new Response('text')
  void response.text()
  return response
}
