import { splitText } from '@reason/core'
import { describe, expect, it } from 'vitest'
import { barToken, otherToken } from '../../src/delimiters/bar-token.ts'
import { thinkTags } from '../../src/index.ts'
import type { Matcher } from '../../src/matching/matcher.ts'

/** Matches the whole text, however much of it has come, and nothing before that. */
function matches({ match }: Matcher, token: string): boolean {
  const length = match(`${token} x`, 0, true)
  for (let end = 1; end < token.length; end++) {
    // A part of a token is undecided, or known to be none.
    expect(match(token.slice(0, end), 0, false)).toBeLessThanOrEqual(0)
    if (length > 0) expect(match(token.slice(0, end), 0, false)).toBe(-1)
  }
  expect([0, token.length]).toContain(length)
  return length > 0
}

describe('a token of an unknown maker', () => {
  it.each(['<|think|>', '<|acme_think|>', '<|begin_of_deep_thinking|>', '<|thought_process|>', '<|think_2|>', '<|analysis|>', '<|think>'])(
    'opens a thought: %s',
    (token) => expect(matches(barToken('opening'), token)).toBe(true),
  )

  it.each(['<|/think|>', '<|end_of_thinking|>', '<|acme:/think|>', '<|think_end|>', '<|/analysis|>', '<think|>', '<end_working_out>'])(
    'closes a thought: %s',
    (token) => expect(matches(barToken('closing'), token)).toBe(true),
  )

  it.each([
    ...[
      'no',
      'non',
      'not',
      'skip',
      'disable',
      'enable',
      'without',
      'empty',
      'pre',
      'post',
      'before',
      'after',
      'end',
      'close',
      'off',
      'of',
    ].map((word) => `<|${word}_think|>`),
    '<|data_analysis|>',
    '<|thinker|>',
    '<|a_b_c_d_think|>',
    '<think|>',
    '<|think',
    '<begin_chapter>',
  ])('opens none: %s', (token) => {
    expect(matches(barToken('opening'), token)).toBe(false)
  })

  it.each([
    ['opens', 'opening', '<|answer|>'],
    ['opens', 'opening', '<|final_answer|>'],
    ['opens', 'opening', '<|begin_of_solution|>'],
    ['closes', 'closing', '<|/answer|>'],
    ['closes', 'closing', '<|endanswer|>'],
  ] as const)('%s an answer: %s %s', (_, side, token) => {
    expect(matches(barToken(side, 'answer'), token)).toBe(true)
    expect(matches(barToken(side), token)).toBe(false)
  })

  it.each(['<|output|>', '<|result|>', '<｜say｜>', '<|acme:out|>'])('may begin the answer behind a thought: %s', (token) => {
    expect(matches(otherToken, token)).toBe(true)
  })

  it.each([
    '<|pad|>',
    '<|endoftext|>',
    '<|eot_id|>',
    '<|sep|>',
    '<|user|>',
    '<|tool_call|>',
    '<|python_tag|>',
    '<|image|>',
    '<|vision_start|>',
    '<|fim_middle|>',
    '<|mask|>',
    '<|think|>',
    '<output>',
    '<|two words|>',
  ])('begins no answer: %s', (token) => {
    expect(matches(otherToken, token)).toBe(false)
  })
})

describe('a sentence that speaks of such a token', () => {
  const split = (text: string) => {
    const { reasoning, answer } = splitText(text, thinkTags({ model: 'brand-new-7b' }))
    return { reasoning, answer }
  }

  it.each([
    'The model writes <|think|> and thinks.',
    'A template has <|begin_of_thinking|> for that.',
    'It ends with <|answer|> and goes on.',
  ])('has no thought: %s', (text) => {
    expect(split(text)).toEqual({ reasoning: '', answer: text })
  })
})
