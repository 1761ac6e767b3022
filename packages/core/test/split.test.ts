import { collect, split, splitStream, splitText, type Part, type TextAdapter } from '@reason/core'
import { patienceMs } from '@reason/testkit/patience'
import { describe, expect, it, vi } from 'vitest'
import { tags } from './tags.ts'

const text = 'Hi <r>2+2</r>4'
const pieces = ['Hi <', 'r>2+', '2</r', '>4']
const expected = { reasoning: '2+2', answer: 'Hi 4', commentary: '', closed: true }

async function* generate(onClose?: () => void): AsyncGenerator<string> {
  try {
    yield* pieces
  } finally {
    onClose?.()
  }
}

const streamOf = (list: string[], onCancel?: () => void) => {
  const left = [...list]
  return new ReadableStream<string>(
    {
      pull(controller) {
        const next = left.shift()
        if (next === undefined) controller.close()
        else controller.enqueue(next)
      },
      cancel: () => onCancel?.(),
    },
    { highWaterMark: 0 },
  )
}

describe('splitText', () => {
  it('equals the splitter with one push', () => expect(splitText(text, tags())).toMatchObject(expected))
  it('passes its context on', () =>
    expect(splitText('a</r>b', tags(), { start: 'reasoning' })).toMatchObject({ reasoning: 'a', answer: 'b' }))
  it('counts tokens by the estimator it is given', () => {
    const { stats } = splitText(text, tags(), { estimate: (piece) => piece.length })
    expect(stats).toEqual({
      reasoningTokens: { value: 3, source: 'estimated' },
      commentaryTokens: { value: 0, source: 'estimated' },
      answerTokens: { value: 4, source: 'estimated' },
      reasoningRatio: { value: 3 / 7, source: 'estimated' },
    })
  })
  it('counts zero in an empty text', () => expect(splitText('', tags()).stats.reasoningRatio.value).toBe(0))
})

describe('split', () => {
  it.each([
    ['an async generator', () => generate()],
    ['a ReadableStream', () => streamOf(pieces)],
    ['an array', () => pieces],
    ['a string, which is an iterable of strings', () => text],
  ])('reads %s', async (_, source) => expect(await collect(split(source(), tags()))).toMatchObject(expected))

  it('reads a ReadableStream that has no async iterator', async () => {
    const { getReader } = ReadableStream.prototype
    const stream = streamOf(pieces)
    const bare = { getReader: () => getReader.call(stream) } as unknown as ReadableStream<string>
    expect(await collect(split(bare, tags()))).toMatchObject(expected)
  })

  it.each<[string, unknown[], RegExp]>([
    ['bytes', [new TextEncoder().encode(text)], /takes text, not Uint8Array\. Await or decode it\./],
    ['nothing', [null], /takes text, not object\./],
  ])('refuses %s, which would give no text', async (_, pieces, said) => {
    const wrong = pieces as unknown as string[]
    await expect(collect(split(wrong, tags()))).rejects.toThrow(said)
    expect(() => splitText(wrong[0]!, tags())).toThrow(said)
    await expect(collect(streamOf(wrong).pipeThrough(splitStream(tags())))).rejects.toThrow(said)
  })

  it.each<[string, unknown, RegExp]>([
    ['the factory', tags, /split\(\) takes a text adapter, not Function\. Call its factory: thinkTags\(\)\./],
    ['an id', 'think-tags', /takes a text adapter, not "think-tags"\./],
    ['a wire format', { kind: 'wire', id: 'toy' }, /takes a text adapter, not wire\./],
    ['nothing', undefined, /takes a text adapter, not undefined\./],
  ])('explains what is wrong with %s instead of an adapter', async (_, wrong, said) => {
    const adapter = wrong as TextAdapter
    await expect(collect(split(pieces, adapter))).rejects.toThrow(said)
    expect(() => splitText(text, adapter)).toThrow(said)
    expect(() => splitStream(adapter)).toThrow(said)
  })

  it.each<[string, unknown, RegExp]>([
    ['a promise', Promise.resolve(pieces), /takes text, not Promise\. Await or decode it\./],
    ['a response', new Response(text), /takes text, not Response\./],
    ['nothing', undefined, /takes text, not undefined\./],
    ['an object', {}, /takes text, not Object\./],
  ])('explains what is wrong with %s instead of a stream', (_, wrong, said) =>
    expect(collect(split(wrong as string[], tags()))).rejects.toThrow(said),
  )

  it('ends with one end part', async () => {
    const types: string[] = []
    for await (const part of split(pieces, tags())) types.push(part.type)
    expect(types.filter((type) => type === 'end')).toHaveLength(1)
    expect(types.at(-1)).toBe('end')
  })

  it('cancels a generator when its consumer stops', async () => {
    let closed = false
    for await (const _ of split(
      generate(() => (closed = true)),
      tags(),
    ))
      break
    expect(closed).toBe(true)
  })

  it('cancels a ReadableStream when its consumer stops', async () => {
    let cancelled = false
    for await (const _ of split(
      streamOf(pieces, () => (cancelled = true)),
      tags(),
    ))
      break
    expect(cancelled).toBe(true)
  })

  it('does not read ahead of its consumer', async () => {
    let read = 0
    const source = async function* () {
      for (const piece of ['a', 'b', 'c']) {
        read++
        yield piece
      }
    }
    const iterator = split(source(), tags())
    await iterator.next()
    expect(read).toBe(1)
  })

  it('rethrows an error of the source', async () => {
    const failing = async function* () {
      yield 'a'
      throw new Error('the line broke')
    }
    await expect(collect(split(failing(), tags()))).rejects.toThrow('the line broke')
  })
})

describe('splitStream', () => {
  it('is a TransformStream', async () => {
    expect(await collect(streamOf(pieces).pipeThrough(splitStream(tags())))).toMatchObject(expected)
  })

  it('passes cancellation on', async () => {
    let cancelled = false
    const parts = streamOf(pieces, () => (cancelled = true)).pipeThrough(splitStream(tags()))
    await parts.cancel()
    await vi.waitFor(() => expect(cancelled).toBe(true), patienceMs)
  })

  it('does not read ahead of a slow consumer', async () => {
    let pulled = 0
    const source = new ReadableStream<string>(
      { pull: (controller) => (pulled++ < 1000 ? controller.enqueue('x') : controller.close()) },
      { highWaterMark: 0 },
    )
    const reader = source.pipeThrough(splitStream(tags())).getReader()
    const first = await reader.read()
    await new Promise((resolve) => setImmediate(resolve))
    expect((first.value as Part).type).toBe('block-start')
    expect(pulled).toBeLessThan(10)
    await reader.cancel()
  })
})
