import type { Part } from '@reason/core'
import type { DeltaPart } from '@reason/core/parts'
import { describe, expect, it } from 'vitest'
import { createAnswerBounds, excessOfAnswer, TooLargeError } from '../../src/bounds/answer-bounds.ts'

const call = (index: number, choice?: number): Part => ({
  type: 'tool-call-start',
  call: index,
  name: 'f',
  ...(choice !== undefined && { choice }),
})
const block = (index: number): Part => ({ type: 'block-start', block: index, channel: 'answer' })
const finish = (choice: number): Part => ({ type: 'finish', reason: 'stop', choice })

const kilobyte = 'x'.repeat(1024)
const argumentsOf = (index: number): Part => ({ type: 'tool-call-delta', call: index % 7, text: kilobyte })
const textOf = (): Part => ({ type: 'delta', block: 0, channel: 'answer', text: kilobyte })
const native = (choice: number): Part => ({ type: 'native', wire: 'w', event: 'e', value: 1, choice })

/** How many parts pass, and what is said of the next. */
function passing(asked: number, partOf: (index: number) => Part, repeatsText = false): [count: number, message: string] {
  const bounds = createAnswerBounds(asked, repeatsText)
  for (let index = 0; ; index++) {
    try {
      const part = partOf(index)
      bounds.choice(part)
      bounds.part(part)
    } catch (error) {
      expect(error).toBeInstanceOf(TooLargeError)
      return [index, (error as Error).message]
    }
  }
}

describe('an answer may have, over all its events,', () => {
  it.each<[string, number, (index: number) => Part, number, string]>([
    ['calls', 1, (index) => call(index), 1000, 'more than 1000 calls'],
    ['calls of several choices together', 2, (index) => call(index, index % 2), 1000, 'more than 1000 calls'],
    ['blocks', 1, block, 2500, 'more than 2500 blocks'],
    ['choices, sixteen at least', 1, finish, 16, 'more than 16 choices'],
    ['choices that say nothing', 1, native, 16, 'more than 16 choices'],
    ['choices that were asked for', 40, finish, 40, 'more than 40 choices'],
    ['characters of arguments, over all calls', 1, argumentsOf, 2048, 'calls with more than 2097152 characters of arguments'],
  ])('%s', (_, asked, partOf, count, message) => {
    expect(passing(asked, partOf)).toEqual([count, message])
  })
})

describe('a stream whose end repeats its text', () => {
  it('may have so many characters of it', () => {
    expect(passing(1, textOf, true)).toEqual([
      2048,
      `more than 2097152 bytes of text as JSON, which a stream of this API repeats at its end`,
    ])
  })

  it.each([
    ['control characters', '\u0001', 6],
    ['line ends', '\n', 2],
    ['Chinese', '\u4e2d', 3],
  ])('may have fewer of those that take more room in it: %s', (_, unit, bytes) => {
    const [count] = passing(1, () => ({ type: 'delta', block: 0, channel: 'answer', text: unit.repeat(1024) }), true)
    // The first 64 pieces and one more count as they are.
    expect(count).toBe(65 + Math.floor((2048 - 65) / bytes))
  })

  it('is refused before its end is written, where all of the text has passed', () => {
    const bounds = createAnswerBounds(1, true)
    for (let index = 0; index <= 2048; index++) bounds.passed(textOf() as DeltaPart)
    expect(() => bounds.part({ type: 'block-end', block: 0, channel: 'answer', boundary: 'wire' })).toThrow(TooLargeError)
  })

  it('is not every stream, nor a whole answer', () => {
    const bounds = createAnswerBounds(1)
    for (let index = 0; index <= 4096; index++) bounds.part(textOf())
  })
})

const objects = (count: number): string => `[${Array.from({ length: count }, () => '{}').join(',')}]`

const fields = (count: number): string => Array.from({ length: count }, (_, at) => `"f${at}":{}`).join(',')

describe('one event, or a whole answer, may have', () => {
  it.each<[string, string, string | undefined]>([
    ['a list of as many objects as there may be', objects(10_000), undefined],
    ['a list of one object more', objects(10_001), 'a list of more than 10000 objects'],
    ['such a list in a field', `{"a":{"choices":${objects(10_001)}}}`, 'a list of more than 10000 objects'],
    ...['content', 'output', 'parts', 'tool_calls'].flatMap((name): [string, string, string | undefined][] => [
      [`as many elements of "${name}" as there may be blocks`, `{"a":[{"${name}":${objects(2500)}}]}`, undefined],
      [`one element of "${name}" more`, `{"a":[{"${name}":${objects(2501)}}]}`, 'a list of more than 2500 objects'],
    ]),
    ['a list of rows behind them', `{"content":[{"input":{"rows":${objects(10_000)}}}]}`, undefined],
    ['lists of lists', `[${'[],'.repeat(10_001)}1]`, 'a list of more than 10000 objects'],
    ['many objects in several lists', `{"a":${objects(9000)},"b":${objects(9000)}}`, undefined],
    ['as many fields as there may be', `{${fields(10_000)}}`, undefined],
    ['one field more', `{${fields(10_001)}}`, 'an object of more than 10000 fields'],
    ['as many in each of several objects', `[{${fields(9000)}},{${fields(9000)}}]`, undefined],
    ['fields of log probabilities', `{"logprobs":{${fields(20_000)}}}`, undefined],
    [
      'log probabilities, at any depth',
      `{"logprobs":{"content":[${Array.from({ length: 11_000 }, () => '{"top_logprobs":[{}]}').join(',')}]}}`,
      undefined,
    ],
    ['nothing beside them for that', `{"logprobs":{"content":[]},"choices":${objects(10_001)}}`, 'a list of more than 10000 objects'],
    ['a text that speaks of objects', JSON.stringify({ a: '{},'.repeat(20_000), b: '\\"[{' }), undefined],
    ['many values', `[${'1,'.repeat(2_000_000)}1]`, undefined],
    ['a long name', `{"a":[{"${'n'.repeat(65_537)}":1}]}`, 'a field whose name has more than 65536 characters'],
    ['a long text before a name', `{"a":"${'n'.repeat(65_537)}","b":"${'n'.repeat(65_537)}"}`, undefined],
    ['more values', `[${'1,'.repeat(2_000_001)}1]`, 'more than 2000000 values in one piece'],
    ['deep levels', '['.repeat(200) + ']'.repeat(200), undefined],
    ['deeper levels', '['.repeat(201) + ']'.repeat(201), 'more than 200 levels'],
  ])('%s', (_, json, excess) => {
    expect(excessOfAnswer(json)).toBe(excess)
  })
})

it.each<[what: string, data: string, most: number]>([
  ['small events, which take memory too', '{}', 235_294],
  ['events of many values', `[${'0,'.repeat(983)}0]`, 4000],
])('%s, which are kept to the end', (_, data, most) => {
  const bounds = createAnswerBounds(1, false, true)
  for (let event = 0; event < most; event++) bounds.kept(data)
  expect(() => bounds.kept(data)).toThrow(new TooLargeError('more than 4000000 values in all events'))
})

it('a kept event whose values were counted in steps is not searched again', () => {
  const data = `{"a":[${'0,'.repeat(20_000)}{}],"b":"[,{"}`
  const bounds = createAnswerBounds(1, false, true)
  const counting = bounds.event(data)
  let counted = counting.next()
  while (counted.done !== true) counted = counting.next()
  expect(counted.value).toBe(20_004)
  for (let event = 0; event < 4_000_000 / 20_020 - 1; event++) bounds.kept(data, true, counted.value)
  bounds.kept(data, true, 0)
  expect(() => bounds.kept(data, true, counted.value)).toThrow(TooLargeError)
})

it.each([true, false])('events of which nothing is kept are not counted (parts: %s)', (hasParts) => {
  const bounds = createAnswerBounds(1)
  for (let event = 0; event < 300_000; event++) bounds.kept('{}', hasParts)
})

it.each([
  ['events that are kept to the end', true, true],
  ['events without parts, which a reader may keep', false, false],
])('%s have a limit on their characters', (_, keepsAll, hasParts) => {
  const bounds = createAnswerBounds(1, false, keepsAll, 1000)
  for (let event = 0; event < 10; event++) bounds.kept('x'.repeat(100), hasParts)
  expect(() => bounds.kept('x', hasParts)).toThrow(/^more than 1000 characters in events that are kept/)
})

it('events that pass on have no limit on their characters', () => {
  const bounds = createAnswerBounds(1, false, false, 1000)
  for (let event = 0; event < 20; event++) bounds.kept('x'.repeat(100))
})

const longName = 'n'.repeat(65_537)
it.each<[what: string, part: (name: string) => Part]>([
  ['model', (model) => ({ type: 'start', model })],
  ['response', (id) => ({ type: 'start', id, model: 'm' })],
  ['tool', (name) => ({ type: 'tool-call-start', call: 0, id: 'c', name })],
  ['finish', (native) => ({ type: 'finish', reason: 'unknown', native })],
])('refuses a long name of a %s, which many events repeat', (_, part) => {
  const bounds = createAnswerBounds(1)
  bounds.part(part(longName.slice(1)))
  expect(() => bounds.part(part(longName))).toThrow(new TooLargeError('a name or an id with more than 65536 characters'))
})

it('takes a long id of a call, which carries a seal', () => {
  const bounds = createAnswerBounds(1)
  expect(() => bounds.part({ type: 'tool-call-start', call: 0, id: longName, name: 'f' })).not.toThrow()
})
