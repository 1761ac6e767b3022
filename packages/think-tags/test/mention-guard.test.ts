import { splitText } from '@reason/core'
import { describe, expect, it } from 'vitest'
import { thinkTags } from '../src/index.ts'

/** The answer of an unknown model whose server says nothing of itself, in pieces of one size. */
function answerOf(text: string, size: number, context: { guarded: boolean; whole: boolean }): string {
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
