import type { Part } from '@reason/core'
import { expect, test } from 'vitest'
import { estimatedUsage } from '../../../src/relay/delivery/estimated-usage.ts'

const thought: readonly Part[] = [
  { type: 'block-start', block: 0, channel: 'reasoning' },
  { type: 'delta', block: 0, channel: 'reasoning', text: 'x'.repeat(400) },
  { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire' },
]
const again: Part = { type: 'warning', code: 'rescued', message: 'Once more.' }
const usage: Part = {
  type: 'usage',
  usage: { output: { value: 5, source: 'reported' }, total: { value: 9, source: 'reported' }, raw: {} },
}
const countsOf = (parts: readonly Part[]): unknown => {
  const stage = estimatedUsage()
  const last = parts.flatMap((part) => stage.push(part)).findLast((part) => part.type === 'usage')
  return last && [last.usage.output?.value, last.usage.reasoning?.value, last.usage.total?.value]
}

test('an attempt that was cut before its usage counts as output', () => {
  expect(countsOf([...thought, again, usage])).toEqual([105, 100, 109])
})

test('an attempt that reported its usage is counted once', () => {
  expect(countsOf([...thought, usage, again, usage])).toEqual([5, 5, 9])
})

test('reasoning in one attempt is at most its output', () => {
  expect(countsOf([...thought, usage])).toEqual([5, 5, 9])
})

test('a thought behind the usage is estimated at the end, but not for clients that get no estimate', () => {
  const finish: Part = { type: 'finish', reason: 'stop' }
  const given = (tellsReasoning: boolean): (number | undefined)[] => {
    const stage = estimatedUsage(tellsReasoning)
    const parts = [usage, ...thought, finish].flatMap((part) => stage.push(part))
    return parts.flatMap((part) => (part.type === 'usage' ? [part.usage.reasoning?.value] : []))
  }
  expect([given(true), given(false)]).toEqual([[undefined, 5], [undefined]])
})
