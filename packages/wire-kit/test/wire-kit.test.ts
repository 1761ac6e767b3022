import { createAccumulator, type Part } from '@reason/core'
import type { StartPart } from '@reason/core/parts'
import type { ReaderOptions, WireReader } from '@reason/core/wire'
import {
  asText,
  assertBody,
  createResponseReader,
  isEmpty,
  isHttpStatus,
  isLoose,
  reportedUsage,
  tokenCount,
  type EventReader,
  type ResponseContext,
} from '@reason/wire-kit'
import { describe, expect, it } from 'vitest'

/** A reader whose events are functions: the kit is what is tested. */
const readerOf = (setup: (context: ResponseContext) => Partial<EventReader> = () => ({})) =>
  createResponseReader('test', { provider: 'p' }, (context) => ({
    read: (event) => (event as (context: ResponseContext) => void)(context),
    ...setup(context),
  }))

function read(...events: ((context: ResponseContext) => void)[]): Part[] {
  const reader = readerOf()
  return [...events.flatMap((event) => [...reader.push(event)]), ...reader.end()]
}

const resultOf = (parts: Part[], choice = 0) => {
  const accumulator = createAccumulator({ choice })
  parts.forEach(accumulator.push)
  return accumulator.snapshot()
}

describe('the start', () => {
  const startOf = (options: ReaderOptions, said: Partial<StartPart>): Part => {
    const reader = createResponseReader('test', options, ({ start }) => ({ read: () => start(said) }))
    return reader.push({})[0]!
  }

  it('names the model that was asked, where the format does not say which one answers', () => {
    expect(startOf({ model: 'asked' }, { id: 'i' })).toEqual({ type: 'start', model: 'asked', id: 'i' })
    expect(startOf({ model: 'asked' }, { model: 'answers' })).toEqual({ type: 'start', model: 'answers' })
    expect(startOf({}, {})).toEqual({ type: 'start' })
  })
})

describe('a choice', () => {
  it('numbers blocks in the order of their first text and closes each once', () => {
    const parts = read(({ choice }) => {
      choice().text('b', 'reasoning', 'one')
      choice().text('a', 'answer', 'two')
      choice().text('b', 'reasoning', ' more')
      choice().closeBlock('b')
      choice().closeBlock('b')
      choice().finish('stop')
    })
    expect(parts.filter(({ type }) => type === 'block-end')).toEqual([
      { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire' },
      { type: 'block-end', block: 1, channel: 'answer', boundary: 'wire' },
    ])
    expect(resultOf(parts)).toMatchObject({ reasoning: 'one more', answer: 'two', finish: { reason: 'stop' } })
  })

  it('makes a new block where a key comes back as another channel or after its end', () => {
    const { items } = resultOf(
      read(({ choice }) => {
        choice().text(0, 'reasoning', 'a')
        choice().text(0, 'answer', 'b')
        choice().closeBlock(0)
        choice().text(0, 'answer', 'c')
      }),
    )
    expect(items.map((item) => item.type === 'block' && `${item.channel} ${item.text}`)).toEqual(['reasoning a', 'answer b', 'answer c'])
  })

  it('puts seals on their block, and on a hidden one where there is none', () => {
    const { items } = resultOf(
      read(({ start, choice }) => {
        start({ model: 'm' })
        choice().text(0, 'reasoning', 'a')
        choice().seal(0, { kind: 'signature', value: 'x', joins: true })
        choice().seal(0, { kind: 'signature', value: 'y', joins: true })
        choice().seal(0, { kind: 'signature', value: '' })
        choice().closeBlock(0)
        choice().seal(1, { kind: 'encrypted', value: 'z', item: 'i' })
      }),
    )
    const issuer = { provider: 'p', wire: 'test', model: 'm' }
    expect(items).toMatchObject([
      { text: 'a', seals: [{ kind: 'signature', value: 'xy', issuer }] },
      { text: '', channel: 'reasoning', kind: 'hidden', seals: [{ kind: 'encrypted', value: 'z', item: 'i', issuer }] },
    ])
  })

  it('joins pieces of one item alone', () => {
    const { items } = resultOf(
      read(({ choice }) => {
        choice().text(0, 'reasoning', 'a')
        for (const [value, item] of [
          ['x', 'i'],
          ['y', 'i'],
          ['z', 'j'],
        ] as const)
          choice().seal(0, { kind: 'encrypted', value, item, joins: true })
      }),
    )
    expect(items).toMatchObject([
      {
        seals: [
          { value: 'xy', item: 'i' },
          { value: 'z', item: 'j' },
        ],
      },
    ])
  })

  it('keeps calls apart by key, with their seals', () => {
    const { toolCalls } = resultOf(
      read(({ choice }) => {
        choice().openCall(0, { id: 'x', name: 'f' })
        choice().openCall(1, { name: 'g' })
        choice().callText(0, '{')
        choice().callText(1, '[]')
        choice().callText(0, '}')
        choice().sealCall(0, { kind: 'thought-signature', value: 's' })
        choice().callText(9, 'nobody asked')
      }),
    )
    expect(toolCalls).toMatchObject([
      { id: 'x', name: 'f', arguments: '{}', seals: [{ value: 's' }] },
      { name: 'g', arguments: '[]' },
    ])
  })

  it.each<[string, (context: ResponseContext) => void, string]>([
    ['reasoning and nothing else', ({ choice }) => choice().text(0, 'reasoning', 'a'), 'reasoning-exhausted'],
    ['hidden reasoning', ({ choice }) => choice().usage({ reasoning: { value: 9, source: 'reported' }, raw: null }), 'reasoning-exhausted'],
    ['an answer', ({ choice }) => choice().text(0, 'answer', 'a'), 'length'],
    ['a call', ({ choice }) => choice().openCall(0, { name: 'f' }), 'length'],
    ['nothing', () => {}, 'length'],
  ])('says why the limit was reached: %s', (_, before, reason) => {
    const parts = read(before, ({ choice }) => choice().finish('length', 'max'))
    expect(resultOf(parts).finish).toEqual({ reason, native: 'max' })
  })

  it('has one finish, keeps late text and says so once', () => {
    const parts = read(({ choice }) => {
      choice().finish('stop')
      choice().finish('length')
      choice().text(0, 'answer', 'late')
      choice().closeBlock(0)
      choice().text(0, 'answer', 'r')
    })
    expect(parts.filter(({ type }) => type === 'finish')).toHaveLength(1)
    expect(resultOf(parts)).toMatchObject({ answer: 'later', finish: { reason: 'stop' }, warnings: [{ code: 'late-part' }] })
  })

  it('says what else its finish has', () => {
    const parts = read(({ choice }) =>
      choice().finish('stop', 'stop', { stopSequence: '###', seals: [{ kind: 'signature', value: 's' }], refusal: { category: 'cyber' } }),
    )
    expect(parts.find(({ type }) => type === 'finish')).toEqual({
      type: 'finish',
      reason: 'stop',
      native: 'stop',
      stopSequence: '###',
      seals: [{ kind: 'signature', value: 's', issuer: { provider: 'p', wire: 'test' } }],
      refusal: { category: 'cyber' },
    })
  })

  it('takes the text of open calls alone', () => {
    const taken: boolean[] = []
    read(({ choice }) => {
      taken.push(choice().callText('a', '1'))
      choice().openCall('a', { name: 'f' })
      taken.push(choice().callText('a', '2'), choice().callText('a', ''))
      choice().closeCall('a')
      taken.push(choice().callText('a', '3'))
    })
    expect(taken).toEqual([false, true, true, false])
  })

  it('closes blocks in the order in which they were opened', () => {
    const parts = read(({ choice }) => {
      for (const key of ['a', 'b', 'c', 'b']) choice().text(key, 'answer', key)
      choice().closeBlock('c')
      choice().text('d', 'answer', 'd')
      choice().closeAll('tool')
    })
    expect(parts.flatMap((part) => (part.type === 'block-end' ? [[part.block, part.boundary]] : []))).toEqual([
      [2, 'wire'],
      [0, 'tool'],
      [1, 'tool'],
      [3, 'tool'],
    ])
  })

  it('is one of several', () => {
    const parts = read(({ choice }) => {
      choice(1).text(0, 'answer', 'second')
      choice().text(0, 'answer', 'first')
      choice(1).finish('stop')
      choice().finish('stop')
    })
    expect([resultOf(parts).answer, resultOf(parts, 1).answer]).toEqual(['first', 'second'])
    expect(parts.filter((part) => part.type === 'block-start').map(({ block }) => block)).toEqual([0, 0])
  })
})

describe('a response', () => {
  it('starts once', () => {
    const parts = read(
      ({ start }) => start({ id: 'a' }),
      ({ start }) => start({ id: 'b' }),
    )
    expect(parts.filter(({ type }) => type === 'start')).toEqual([{ type: 'start', id: 'a' }])
  })

  it('ends once, whatever is pushed after it', () => {
    const reader = readerOf()
    expect(reader.end().at(-1)).toEqual({ type: 'end' })
    expect([reader.end(), reader.push(() => {}), reader.pushFrame({ data: '{}' })]).toEqual([[], [], []])
  })

  it('tells a cut stream from one that forgot its finish, and from a failure', () => {
    expect(resultOf(read())).toMatchObject({ finish: { reason: 'aborted' }, warnings: [{ code: 'missing-finish' }] })
    expect(resultOf(read(({ complete }) => complete())).finish?.reason).toBe('unknown')
    expect(resultOf(read(({ fail }) => fail({ message: 'x' })))).toMatchObject({
      finish: { reason: 'error' },
      errors: [{ message: 'x' }],
      warnings: [],
    })
  })

  it('closes what a cut left open', () => {
    expect(resultOf(read(({ choice }) => choice().text(0, 'reasoning', 'a'))).closed).toBe(false)
  })

  it('keeps frames that are not JSON and events that it does not know, and reports each once', () => {
    const reader = createResponseReader('test', {}, ({ unknownEvent }) => ({ read: (event, name) => unknownEvent(name ?? 'none', event) }))
    const parts = ['{"a":', '{"b":', '{}', '{}'].flatMap((data) => [...reader.pushFrame({ event: 'odd', data })])
    expect(parts.map((part) => (part.type === 'warning' ? part.code : part.type))).toEqual([
      'native',
      'invalid-json',
      'native',
      'native',
      'unknown-event',
      'native',
    ])
    const kept = parts.filter((part) => part.type === 'native')
    expect(kept.map(({ value }) => value)).toEqual(['{"a":', '{"b":', {}, {}])
    // Any of them may hold a thought.
    expect(kept.map(({ channel }) => channel)).toEqual(Array(4).fill('reasoning'))
  })

  it('lets a format decide at the end what only the end decides', () => {
    const reader = readerOf(({ choice }) => ({ beforeEnd: () => choice().text(0, 'answer', 'held') }))
    expect(resultOf([...reader.end()]).answer).toBe('held')
  })
})

describe('frames that differ in one text alone', () => {
  const textOf = (event: unknown): string | undefined => (isLoose(event) && typeof event.text === 'string' ? event.text : undefined)
  /** Counts the events that were parsed, and the choices and texts of those that were not. */
  const counting = () => {
    const seen = { parsed: 0, alike: [] as unknown[] }
    const reader = createResponseReader('test', {}, ({ choice }) => ({
      onlyText: textOf,
      onAlike: ({ choice, text }) => seen.alike.push([choice, text]),
      read(event) {
        seen.parsed++
        if (isLoose(event)) choice(event.choice === 1 ? 1 : 0).text(0, 'answer', textOf(event) ?? '')
      },
    }))
    return { reader, seen }
  }

  it('are not parsed', () => {
    const { reader, seen } = counting()
    const frames = [
      '{"text":"a"}',
      '{"text":"b"}',
      '{"text":"c"}',
      '{"text":"d","choice":1}',
      '{"text":"e","choice":1}',
      '{"text":"\\n","choice":1}',
    ]
    const parts = [...frames.flatMap((data) => [...reader.pushFrame({ data })]), ...reader.end()]
    expect([resultOf(parts).answer, resultOf(parts, 1).answer]).toEqual(['abc', 'de\n'])
    expect(seen).toEqual({
      parsed: 4,
      alike: [
        [undefined, 'c'],
        [1, '\n'],
      ],
    })
  })

  it('tells the format of text that its caller forwarded unread', () => {
    const { reader, seen } = counting()
    reader.pushFrame({ data: '{"text":"a"}' })
    reader.skipped?.({ type: 'delta', block: 0, channel: 'answer', text: 'bc' })
    expect(seen.alike).toEqual([[undefined, 'bc']])
  })

  it.each<[string, (reader: WireReader) => unknown]>([
    ['another event', (reader) => reader.push({ text: 'x' })],
    ['a frame with a name', (reader) => reader.pushFrame({ event: 'odd', data: '{"text":"x"}' })],
    ['a frame that is no JSON', (reader) => reader.pushFrame({ data: '{"te' })],
    ['the end', (reader) => reader.end()],
  ])('are forgotten after %s', (_, between) => {
    const { reader } = counting()
    for (const text of ['a', 'b']) reader.pushFrame({ data: `{"text":"${text}"}` })
    expect(reader.textFrame?.()).toMatchObject({ before: '{"text":"', after: '"}', part: { type: 'delta', channel: 'answer' } })
    between(reader)
    expect(reader.textFrame?.()).toBeUndefined()
  })
})

it('warns of a thousand things at most: an upstream may name new ones in each event', () => {
  const events = Array.from(
    { length: 1500 },
    (_, at) =>
      ({ unknownEvent }: ResponseContext) =>
        unknownEvent(`e${at}`, 1),
  )
  expect(read(...events).filter((part) => part.type === 'warning' && part.code === 'unknown-event').length).toBe(1000)
})

describe('[DONE]', () => {
  it.each<[string, (reader: WireReader) => unknown]>([
    ['as a frame', (reader) => reader.pushFrame({ data: '[DONE]' })],
    ['with white space', (reader) => reader.pushFrame({ data: ' [DONE] ' })],
    ['as JSON', (reader) => reader.pushFrame({ data: '"[DONE]"' })],
    ['as an event', (reader) => reader.push('[DONE]')],
    ['framed twice', (reader) => reader.pushFrame({ data: 'data: [DONE]' })],
  ])('is not read, and is told to the format: %s', (_, done) => {
    let told = 0
    const reader = readerOf(() => ({ onDone: () => void told++ }))
    expect(done(reader)).toEqual([])
    expect(told).toBe(1)
    expect(resultOf([...reader.end()]).finish).toEqual({ reason: 'unknown' })
  })
})

describe('reportedUsage', () => {
  it('adds reasoning where it was left out', () => {
    expect(reportedUsage(null, { output: 3, reasoning: 4, outputExcludesReasoning: true })).toMatchObject({
      output: { value: 7 },
      reasoning: { value: 4, source: 'reported' },
    })
  })
  it.each([
    [{ output: 3, reasoning: 4 }, 'implausible'],
    [{ output: 3, reasoning: 0, reasoningVisible: true }, 'implausible'],
    [{ output: 3, reasoning: 0 }, 'reported'],
    [{ output: 3, reasoning: 3 }, 'reported'],
  ])('%j is %s', (counts, source) => expect(reportedUsage(null, counts).reasoning?.source).toBe(source))
  it('leaves out what the provider did not report', () => expect(reportedUsage('raw', {})).toEqual({ raw: 'raw' }))
  it('takes numbers, and strings of digits', () =>
    expect(
      [3, '3', '0', -1, Number.NaN, '-3', '3.5', '1e9', '', '9'.repeat(16), null, [3], 1e9 + 1, '9999999999', 1e308].map(tokenCount),
    ).toEqual([3, 3, 0, ...Array.from({ length: 12 })]))
})

describe('loose JSON', () => {
  it('tells what carries nothing', () =>
    expect([null, '', [], {}, 0, false, 'a', [0]].map(isEmpty)).toEqual([true, true, true, true, false, false, false, false]))
  it('knows an object', () => expect([{}, [], null, 'a'].map(isLoose)).toEqual([true, false, false, false]))
  it('knows the status of an error', () =>
    expect([400, 599, 399, 600, 404.5, '404', null].map(isHttpStatus)).toEqual([true, true, false, false, false, false, false]))
  it('is the body of a request where it is an object', () => {
    expect(() => assertBody({}, 'an X request')).not.toThrow()
    expect(() => assertBody([], 'an X request')).toThrow(
      new TypeError('The body of an X request must be an object, but is an array. Parse it as JSON first.'),
    )
    expect(() => assertBody(null, 'an X request')).toThrow('but is null.')
    expect(() => assertBody('{"model": "a"}', 'an X request')).toThrow('but is "{\\"model\\": \\"a\\"}". Parse')
  })
  it('makes text of anything', () => {
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    expect([asText('a'), asText({ a: 1 }), asText(undefined), asText(cycle), asText(1n)]).toEqual([
      'a',
      '{"a":1}',
      '',
      '[object Object]',
      '[object BigInt]',
    ])
  })
})
