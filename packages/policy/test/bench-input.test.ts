import { createPolicy, leakScore, parsePolicyConfig } from '@reason/policy'
import { expect, it } from 'vitest'
import { generation, hostile } from '../bench/input.ts'
import { inputOf, resultOf, through } from './parts.ts'

it('the benchmark reads a generation in which there is nothing to do', () => {
  const { parts, reasoning, answer, deltas } = generation(10_000, 4)
  const { stages, report } = createPolicy(parsePolicyConfig({ 'llm.postproc.ngram.n': 3, 'llm.postproc.collapse.whitespace': true }))
  const out = through(stages, parts)
  expect(resultOf(out)).toMatchObject({ reasoning, answer, warnings: [] })
  expect(report().leakScore).toBe(0)
  expect(deltas).toBeGreaterThan(2000)
  expect(leakScore(reasoning, answer)).toEqual({ score: 0, leaks: [] })
})

it.each(Object.entries(hostile))('%s: nothing is lost with everything on', (_, make) => {
  const text = make(5000)
  const { stages } = createPolicy(
    parsePolicyConfig({ 'llm.postproc.ngram.n': 3, 'llm.postproc.collapse.whitespace': true, 'llm.postproc.leak_guard.action': 'mask' }),
    { serviceTokens: ['<|im_end|>'] },
  )
  const parts = generation(1000, 4).parts
  const out = through(stages, parts.toSpliced(-3, 0, { type: 'delta', block: 1, channel: 'answer', text }))
  expect(inputOf(out)).toBe(inputOf(parts) + text)
})
