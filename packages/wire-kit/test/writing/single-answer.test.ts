import type { FinishPart, Usage } from '@reason/core/parts'
import { SingleAnswer } from '@reason/wire-kit'
import { expect, test } from 'vitest'

const finish = (native: string): FinishPart => ({ type: 'finish', reason: 'stop', native })

test('the first finish and the last usage count, and the ending is written once', () => {
  const endings: [string | undefined, Usage | undefined][] = []
  const nothing = (): void => {}
  const answer = new SingleAnswer({ write: nothing, end: (part, usage) => endings.push([part?.native, usage]), fail: nothing }, nothing)
  const [early, late] = [1, 2].map((raw): Usage => ({ raw }))
  for (const usage of [early!, late!]) answer.push({ type: 'usage', usage })
  for (const native of ['first', 'second']) answer.push(finish(native))
  answer.push({ type: 'end' })
  answer.end()
  expect(endings).toEqual([['first', late]])
})
