import type { Part, StreamContext } from '@reason/core'
import { describe, expect, it } from 'vitest'
import { thinkTags } from '../src/index.ts'

function split(model: string, text: string, cut: number, context: StreamContext): { reasoning: string; answer: string } {
  const splitter = thinkTags({ model }).createSplitter({ model, origin: {}, ...context })
  const pieces = Array.from({ length: Math.ceil(text.length / cut) }, (_, at) => text.slice(at * cut, (at + 1) * cut))
  const parts: Part[] = [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()]
  const textOf = (channel: string): string =>
    parts.flatMap((part) => (part.type === 'delta' && part.channel === channel ? [part.text] : [])).join('')
  return { reasoning: textOf('reasoning').trim(), answer: textOf('answer').trim() }
}

const cuts = [1, 2, 3, 7, 1000]
describe('text beside a reasoning field, where JSON was asked for,', () => {
  const beside = { grammar: true, wireReasoning: true, start: 'answer' as const }

  it.each([
    ['e.\n</think>{"a":4}', { reasoning: 'e.', answer: '{"a":4}' }],
    ['{"a":4}', { reasoning: '', answer: '{"a":4}' }],
    ['{"a":"</think>"}', { reasoning: '', answer: '{"a":"</think>"}' }],
    [' \n{"a":4}', { reasoning: '', answer: '{"a":4}' }],
  ])('ends its thought where a closer stands: %j', (text, expected) => {
    for (const cut of cuts) expect({ cut, ...split('qwen3-8b', text, cut, beside) }).toEqual({ cut, ...expected })
  })
})

describe('closers of two tags without an opener, where the client may not see reasoning', () => {
  it.each([
    ['Add </thinking> twice.</think>Four.', { reasoning: 'Add </thinking> twice.', answer: 'Four.' }],
    ['Add </thinking> twice.</think>', { reasoning: 'Add </thinking> twice.', answer: '' }],
    ['Add.</thinking>Four.', { reasoning: 'Add.', answer: 'Four.' }],
    ['Add.</think>Four.</thinking>', { reasoning: 'Add.', answer: 'Four.' }],
  ])('the own one of the model decides, else the other: %j', (text, { reasoning, answer }) => {
    for (const whole of [false, true])
      for (const cut of cuts) {
        const given = split('qwen3-8b', text, cut, { guarded: true, whole })
        // The first closer was text until the second came.
        expect({ ...given, reasoning: given.reasoning.replace('</thinking>', '').replace('  ', ' ') }).toEqual({
          reasoning: reasoning.replace('</thinking>', '').replace('  ', ' '),
          answer,
        })
      }
  })
})

it("an answer behind the model's own closer is streamed, also if the closer of another tag came before", () => {
  const splitter = thinkTags().createSplitter({ model: 'qwen3-8b', origin: {}, guarded: true })
  const parts = ['Add </thinking> twice.', '</think>', 'Four.'].flatMap((piece) => [...splitter.push(piece)])
  expect(parts.map((part) => (part.type === 'delta' && part.channel === 'answer' ? part.text : '')).join('')).toBe('Four.')
})

it.each(['用户问二加二，所以是四</think>答案是四', '答えは四です</think>四です', '합은 넷이다</think>답은 넷', '<b>4</b></think>so four'])(
  'an answer is streamed behind a closer without a blank in front of it: %s',
  (text) => {
    for (const guarded of [false, true]) {
      const splitter = thinkTags().createSplitter({ model: 'qwen3-8b', origin: {}, guarded })
      const parts = [...`<think>${text}`].flatMap((piece) => [...splitter.push(piece)])
      expect(parts.map((part) => (part.type === 'delta' && part.channel === 'answer' ? part.text : '')).join('')).toBe(
        text.split('</think>')[1],
      )
    }
  },
)

it('a closer in a sentence ends the thought if no other one comes in time', () => {
  const splitter = thinkTags().createSplitter({ model: 'qwen3-8b', origin: {} })
  const parts = [...splitter.push('<think>The sum is 4 </think> the answer is four.'), ...splitter.decide!('timeout')]
  expect(
    parts
      .map((part) => (part.type === 'delta' && part.channel === 'answer' ? part.text : ''))
      .join('')
      .trim(),
  ).toBe('the answer is four.')
})

it('an answer is streamed behind a pair of tags that it names', () => {
  const splitter = thinkTags().createSplitter({ model: 'qwen3-8b', origin: {} })
  const parts = ['<think>Add.</think>Write <think>', ' and ', '</think> around', ' it.'].flatMap((piece) => [...splitter.push(piece)])
  expect(parts.map((part) => (part.type === 'delta' && part.channel === 'answer' ? part.text : '')).join('')).toBe(
    'Write <think> and </think> around it.',
  )
})

it('the closer of another tag decides at the limit, so that a long answer is not lost', () => {
  const splitter = thinkTags().createSplitter({ model: 'qwen3-8b', origin: {}, guarded: true })
  const parts = [...splitter.push('Add.</thinking>Four.'), ...splitter.decide!('limit'), ...splitter.push(' Or five.')]
  expect(parts.map((part) => (part.type === 'delta' && part.channel === 'answer' ? part.text : '')).join('')).toBe('Four. Or five.')
})

describe('a closer at the very end', () => {
  const off = { thinking: false, origin: { unclosed: 'hide', maxHeldChars: 400 } } as const

  it.each([
    ['Four.</think>', { reasoning: '', answer: 'Four.' }],
    ['Four.\n</think>\n<|im_end|>', { reasoning: '', answer: 'Four.' }],
    ['Add.</think>Four.', { reasoning: 'Add.', answer: 'Four.' }],
  ])('ends nothing where thinking is off: %j', (text, expected) => {
    for (const context of [off, { ...off, whole: true }])
      for (const cut of cuts) expect({ cut, ...split('brand-new-7b', text, cut, context) }).toEqual({ cut, ...expected })
    for (const whole of [true, false])
      expect(split('brand-new-7b', text, 3, { ...off, whole, guarded: true })).toMatchObject({ answer: expected.answer })
  })
})

describe('a tag within a sentence', () => {
  it.each(['Use <think> to open it.', 'Use <Thought> to open', 'Generic: List<Think> and more.'])(
    'is text if nothing closes it: %s',
    (text) => {
      for (const cut of cuts) expect({ cut, ...split('brand-new-7b', text, cut, {}) }).toMatchObject({ cut, answer: text })
    },
  )
})

describe('tokens of other makers', () => {
  it.each([
    '<reserved_107>',
    '<ctrl99>',
    '<0x0A>',
    '</｜DSML｜tool_calls>',
    '<[EOS_never_used_51bce0c785ca]>',
    '[/INST]',
    '<end_of_image>',
  ])('are removed at the very end of an answer: %s', (token) => {
    for (const cut of cuts) expect({ cut, ...split('brand-new-7b', `Four.${token}`, cut, {}) }).toMatchObject({ cut, answer: 'Four.' })
  })

  it.each(['The token <reserved_107> is unused.', 'Use <ctrl99> there.', 'It ends with [/INST] and goes on.'])(
    'are text within an answer: %s',
    (text) => {
      for (const cut of cuts) expect({ cut, ...split('brand-new-7b', text, cut, {}) }).toMatchObject({ cut, answer: text })
    },
  )

  it.each([
    ['<[BOS_never_used_51bce0c785ca]>Four.', ''],
    ['|startthink|Add.|endthink|Four.', 'Add.'],
    ['Here are my reasoning steps:\nAdd.\n[BEGIN FINAL RESPONSE]\nFour.', 'Add.'],
  ])('begin a text: %j', (text, reasoning) => {
    for (const cut of cuts) expect({ cut, ...split('brand-new-7b', text, cut, {}) }).toEqual({ cut, reasoning, answer: 'Four.' })
  })
})
