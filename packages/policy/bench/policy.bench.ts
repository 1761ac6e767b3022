import { createPipeline, type Part } from '@reason/core'
import { createPolicy, leakScore, legacyMarkerProfile, parsePolicyConfig, type PolicyContext, type PolicyOptions } from '../src/index.ts'
import { generation, hostile } from './input.ts'

// node --conditions=@reason/source bench/policy.bench.ts

const rounds = 60
const context: PolicyContext = { adapter: 'harmony', serviceTokens: ['<|im_end|>', '<|im_start|>', '<|endoftext|>'] }
const everything: PolicyOptions = {
  ...legacyMarkerProfile,
  'llm.postproc.reasoning.max_tokens': 1_000_000,
  'llm.postproc.leak_guard.action': 'mask',
}

/** The fastest of several rounds, in nanoseconds: the one that the rest of the machine disturbed least. */
function fastest(action: () => unknown): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const from = process.hrtime.bigint()
    action()
    best = Math.min(best, Number(process.hrtime.bigint() - from))
  }
  return best
}

function run(parts: readonly Part[], options: PolicyOptions | undefined, with_: PolicyContext = context): number {
  const policy = options === undefined ? undefined : createPolicy(parsePolicyConfig(options), with_)
  const pipeline = createPipeline(policy === undefined ? {} : { policies: policy.stages, governors: policy.governors })
  let units = 0
  for (const part of parts) for (const out of pipeline.push(part)) if (out.type === 'delta') units += out.text.length
  return units
}

console.log(`node ${process.version}, fastest of ${rounds}`)
const input = generation(80_000, 4)
const length = input.reasoning.length + input.answer.length
const stacks: [string, PolicyOptions | undefined, PolicyContext?][] = [
  ['no policies', undefined],
  ['switched off', { 'llm.postproc.enabled': false }, {}],
  ['without the guard', { 'llm.postproc.leak_guard.enabled': false }],
  ['default', {}],
  ['default, a client without visibility', {}, { ...context, visibility: 'none' }],
  ['repeats and whitespace too', { 'llm.postproc.ngram.n': 3, 'llm.postproc.collapse.whitespace': true }],
  ['everything, masking', everything],
]
let bare = 0
for (const [name, options, with_] of stacks) {
  const units = run(input.parts, options, with_)
  const expected = with_?.visibility === 'none' ? input.answer.length : length
  if (units !== expected) throw new Error(`"${name}" gave ${units} characters in place of ${expected}.`)
  const ns = fastest(() => run(input.parts, options, with_)) / input.deltas
  bare ||= ns
  console.log(`${name}: ${ns.toFixed(0)} ns a 4-character delta through the pipeline, ${(ns - bare).toFixed(0)} of it policies`)
}

for (const words of [50, 500, 5000]) {
  const { reasoning, answer } = generation(words * 12, 4)
  const size = reasoning.length + answer.length
  const times = Math.ceil(200_000 / size)
  const ns = fastest(() => {
    for (let time = 0; time < times; time++) leakScore(reasoning, answer)
  })
  console.log(
    `leakScore of ${size} characters: ${(ns / times / 1000).toFixed(1)} µs, ${((size * times * 1000) / ns).toFixed(0)} M characters/s`,
  )
}

for (const [name, make] of Object.entries(hostile)) {
  const line = [100_000, 1_000_000].map((size) => {
    const { parts: start } = generation(1000, 4)
    const text = make(size)
    const delta: Part = { type: 'delta', block: 1, channel: 'answer', text }
    const from = process.hrtime.bigint()
    run([...start.slice(0, -3), delta, ...start.slice(-3)], everything)
    return `${(size / 1e6).toFixed(1)} M: ${(Number(process.hrtime.bigint() - from) / text.length).toFixed(0)}`
  })
  console.log(`${name}: ns a character, everything on: ${line.join(', ')}`)
}
