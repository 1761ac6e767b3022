import { splitText } from '@reason/core'
import { describe, expect, it } from 'vitest'
import { thinkTags } from '../src/index.ts'

/** The answer of an unknown model whose server says nothing of itself, in pieces of one size. */
function answerOf(text: string, size: number, context: { guarded: boolean; whole: boolean; start?: 'answer' }): string {
  const splitter = thinkTags().createSplitter({ model: 'never-heard-of-it', origin: {}, ...context })
  const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size))
  return [...pieces.flatMap((piece) => [...splitter.push(piece)]), ...splitter.end()]
    .map((part) => (part.type === 'delta' && part.channel === 'answer' ? part.text : ''))
    .join('')
}

describe.each([
  ['streamed', false, 1],
  ['whole', true, 1000],
])('a quoted pair with words in it, %s', (_, whole, size) => {
  const quoted = 'He said "<think>the secret</think>" and so on.'

  it('is hidden where reasoning is, as it may be a thought', () => {
    expect(answerOf(quoted, size, { guarded: true, whole })).toBe('He said "" and so on.')
  })

  it('is text where reasoning is shown', () => {
    expect(answerOf(quoted, size, { guarded: false, whole })).toBe(quoted)
  })

  it('is text behind a closed thought, also where reasoning is hidden', () => {
    expect(answerOf(`<think>Add.</think>${quoted}`, size, { guarded: true, whole })).toBe(quoted)
  })
})

// Code that begins between the tags would go on behind them, where its first mark is missing.
it.each([
  ['Write <think> `and` </think> around it.', ' `and` ', 'Write  around it.'],
  ['Write <think> ~ </think> around it.', ' ~ ', 'Write  around it.'],
  ['Use <think> ```\n</think>\n``` here.', ' ```\n', 'Use \n``` here.'],
])('a pair in a sentence with a mark of code between is a thought: %j', (text, reasoning, answer) => {
  expect(splitText(text, thinkTags())).toMatchObject({ reasoning, answer })
  expect(splitText(text.replaceAll(/[`~]+/g, '.'), thinkTags()).reasoning).toBe('')
})

const behindThought = (text: string): string => `<think>Add.</think>${text}`

/** What the answer has of a text, whole and per code unit, behind nothing and behind a closed thought. */
it.each([
  ['labels', 'Reasons: <think>Because\n- it: </think>Four', 'Reasons: Four'],
  ['items of a list', '1) <think> x\n2) </think> y', '1)  y'],
  ['a pair behind the end of another tag', 'A list of tags: <b><think>Use the key</think>: so', 'A list of tags: <b>: so'],
  ['a closer as the value of a label', 'Stop string: </think>\n\nThat.', 'Stop string: \n\nThat.'],
  ['a closer behind a label, in a sentence', 'Value: </think> is it.', 'Value:  is it.'],
  ['a closer in bold', 'So **</think>** ends it.', 'So **** ends it.'],
  ['a closer in italics', 'So _</think>_ ends it.', 'So __ ends it.'],
  ['a closer in indented code', 'It sent:\n\n    </think>\n\nand', 'It sent:\n\n    \n\nand'],
])('%s: tags of a thought until one was closed, and text behind it', (_, text, before) => {
  for (const size of [1, 1000]) {
    const context = { guarded: false, whole: false }
    expect(answerOf(text, size, { ...context, start: 'answer' })).toBe(before)
    expect(answerOf(behindThought(text), size, context)).toBe(text)
  }
})

it.each([
  ['a sentence begins behind a label', 'Sum: </think> So it is four.', 'Sum:  So it is four.'],
  ['a word follows the emphasis', 'It is *</think>*x.', 'It is **x.'],
])('a closer behind a closed thought is one where %s', (_, text, answer) => {
  for (const size of [1, 1000]) expect(answerOf(behindThought(text), size, { guarded: false, whole: false })).toBe(answer)
})

it.each(['<think>) is missing, so 2+2 it is.', '<think>, then: 2+2.', '<think>` is what they ask for.'])(
  'the first opener of a text begins a thought, whatever is behind it: %j',
  (text) => {
    for (const size of [1, 1000])
      for (const start of ['answer', undefined] as const)
        expect(answerOf(text, size, { guarded: true, whole: false, ...(start && { start }) })).toBe('')
  },
)

it.each([
  'The closer—`</think>`—ends it.',
  'The closer–"</think>"–ends it.',
  'It is “`</think>`”, I think.',
  'It has `<think>`…`</think>` around it.',
  'It has `<think>`...`</think>` around it.',
  'Use the </think>—it is the last one.',
  "It waits for the </think>'s line.",
  'It waits for the </think>’s line.',
  'It goes `<think>`→`</think>`, as ever.',
])('dashes, ellipses and quotation marks beside a tag that a text mentions are no letters: %j', (text) => {
  for (const size of [1, 1000]) {
    expect(answerOf(behindThought(text), size, { guarded: false, whole: false })).toBe(text)
    expect(answerOf(`<think>${text} So four.</think>Four.`, size, { guarded: false, whole: false })).toBe('Four.')
  }
})

it.each([
  ['an opener that no closer follows', 'Say—"<think>Step by step.\nAnd so on.'],
  ['a token of a turn', 'The line—"<|im_start|>user"—begins.'],
])('a quotation may begin behind a dash: %s', (_, text) => {
  for (const size of [1, 1000]) expect(answerOf(behindThought(text), size, { guarded: false, whole: false })).toBe(text)
})

it('whether an opener in a thought is quoted is known only behind the mark of its quotation', () => {
  const text = '<think>(`<thinking>`s end) So: </think>It</think> is four.'
  for (const size of [1, 1000]) expect(answerOf(text, size, { guarded: false, whole: false })).toBe(' is four.')
})
