import type { DeltaPart } from '@reason/core/parts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lengthLimit } from '../../src/rules/answer-limit-rule.ts'

const delta = (text: string): DeltaPart => ({ type: 'delta', block: 0, channel: 'answer', text })

test('text passes as long as it would not end the generation', () => {
  let passed = 0
  let ended = 0
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 12 }), { maxLength: 12 }), (texts) => {
      const limit = lengthLimit(40)
      let length = 0
      for (const text of texts) {
        const passes = limit.passes!(delta(text))
        expect(limit.onPart!(delta(text))).toBe(passes ? 'continue' : 'abort')
        length += text.length
        expect(passes).toBe(length <= 40)
        if (passes) passed++
        else ended++
      }
    }),
  )
  expect(Math.min(passed, ended)).toBeGreaterThan(0)
})

test('arguments of calls count as well', () => {
  const limit = lengthLimit(4)
  expect(limit.onPart!({ type: 'tool-call-delta', call: 0, text: '{"a"' })).toBe('continue')
  expect(limit.passes!(delta('b'))).toBe(false)
  expect(limit.onPart!({ type: 'tool-call-delta', call: 0, text: ':' })).toBe('abort')
})
