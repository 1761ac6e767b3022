import { expect, test } from 'vitest'
import { AnswerProgress } from '../../../src/relay/attempt/answer-progress.ts'

test('an answer that repeats its finish may not go on for longer', () => {
  const progress = new AnswerProgress(1)
  for (let mebibytes = 0; mebibytes < 6; mebibytes++) {
    expect(progress.isOverlong()).toBe(mebibytes === 5)
    progress.see({ type: 'finish', reason: 'stop' })
    progress.length += 1_048_576
  }
})
