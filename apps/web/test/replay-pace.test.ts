import { describe, expect, test } from 'vitest'
import { beginningOf, progressAt } from '../src/pages/traces/one/replay/pace.ts'

const thought = { timings: { firstReasoningMs: 200, reasoningMs: 600, firstAnswerMs: 900 } }

describe('the progress of a replay', () => {
  test.each([
    { what: 'before anything', trace: thought, ms: 199, reasoning: 0, answer: 0 },
    { what: 'in the middle of the thought', trace: thought, ms: 500, reasoning: 0.5, answer: 0 },
    { what: 'between the thought and the answer', trace: thought, ms: 850, reasoning: 1, answer: 0 },
    { what: 'in the answer', trace: thought, ms: 950, reasoning: 1, answer: 0.5 },
    { what: 'at the end', trace: thought, ms: 1000, reasoning: 1, answer: 1 },
    { what: 'behind the end', trace: thought, ms: 5000, reasoning: 1, answer: 1 },
    { what: 'no reasoning', trace: { timings: { firstAnswerMs: 500 } }, ms: 750, reasoning: 0, answer: 0.5 },
    { what: 'a thought that came at once', trace: { timings: { firstReasoningMs: 300 } }, ms: 300, reasoning: 1, answer: 0 },
    { what: 'no times', trace: { timings: {} }, ms: 500, reasoning: 0, answer: 0 },
  ])('$what', ({ trace, ms, reasoning, answer }) => {
    expect(progressAt(trace, 1000, ms)).toEqual({ reasoning, answer })
  })
})

describe('the beginning of a text', () => {
  test.each([
    ['abcd', 0, ''],
    ['abcd', 0.5, 'ab'],
    ['abcd', 1, 'abcd'],
    ['a😀b', 0.5, 'a'],
    ['a😀b', 0.75, 'a😀'],
    ['', 1, ''],
  ])('of %j to %d is %j', (text, share, beginning) => {
    expect(beginningOf(text, share)).toBe(beginning)
  })
})
