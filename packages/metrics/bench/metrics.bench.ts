import type { Part } from '@reason/core'
import type { Observer } from '@reason/core/pipeline'
import { Registry } from 'prom-client'
import { createMetrics } from '../src/index.ts'
import { stream } from './input.ts'

// node --conditions=@reason/source bench/metrics.bench.ts

const rounds = 15
const deltas = 200_000

/** The fastest of several rounds, in nanoseconds a part: the one that the rest of the machine disturbed least. */
function fastest(parts: readonly Part[], make: () => readonly Observer[]): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const observers = make()
    const from = process.hrtime.bigint()
    for (const part of parts) for (const observer of observers) observer.onPart(part)
    best = Math.min(best, Number(process.hrtime.bigint() - from))
  }
  return best / parts.length
}

const metrics = createMetrics({ registry: new Registry(), models: ['*'], providers: ['*'] })
const request = { model: 'gpt-oss-20b', provider: 'local', adapter: 'harmony' }
const parts = stream(deltas)
const print = (name: string, ns: number) => console.log(`${name}: ${ns.toFixed(1)} ns a delta`)

console.log(`node ${process.version}, fastest of ${rounds}, ${deltas} deltas`)
let clock = 0
const reading: Observer = { id: 'clock', when: 'before-policy', onPart: () => void (clock = performance.now()) }
print(
  'the clock alone',
  fastest(parts, () => [reading]),
)
print(
  'before policies (tokens, timings)',
  fastest(parts, () => metrics.observers(request).slice(0, 1)),
)
print(
  'after policies (leaks, anomalies)',
  fastest(parts, () => metrics.observers(request).slice(1)),
)
print(
  'both',
  fastest(parts, () => metrics.observers(request)),
)

const short = stream(0)
const from = process.hrtime.bigint()
for (let index = 0; index < 20_000; index++) {
  const observers = metrics.observers(request)
  for (const part of short) for (const observer of observers) observer.onPart(part)
}
console.log(`a generation without deltas, start to end: ${(Number(process.hrtime.bigint() - from) / 20_000 / 1000).toFixed(2)} µs`)
if (clock < 0) throw new Error('The clock was not read.')
