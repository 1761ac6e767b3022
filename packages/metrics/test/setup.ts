import { runPipeline, type Part } from '@reason/core'
import type { RunOptions } from '@reason/core/pipeline'
import { Registry } from 'prom-client'
import { createMetrics, type MetricsOptions, type MetricsRequest } from '../src/index.ts'

/** Creates metrics in a new registry, with a clock that the test controls. */
export function setup(options: Partial<MetricsOptions> = {}) {
  const registry = options.registry ?? new Registry()
  const clock = { ms: 0 }
  const metrics = createMetrics({ registry, models: ['gpt-oss-*'], providers: ['local'], now: () => clock.ms, ...options })

  /** Values of samples, keyed by name and labels. Omits zeros unless `zeros` is true. */
  async function samples(name: string, zeros = false): Promise<Record<string, number>> {
    const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith(name) && !line.startsWith('#'))
    const all = lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))] as const)
    return Object.fromEntries(all.filter(([key, value]) => (zeros || value !== 0) && !key.includes('_bucket{')))
  }

  /** @param source - Parts, or numbers: milliseconds that pass before the next part. */
  async function run(source: readonly (Part | number)[], request: MetricsRequest = {}, pipeline: RunOptions = {}): Promise<void> {
    const parts = (function* (): Generator<Part> {
      for (const one of source) {
        if (typeof one === 'number') clock.ms += one
        else yield one
      }
    })()
    for await (const _ of runPipeline(parts, { ...pipeline, observers: metrics.observers(request) }));
  }

  return { registry, metrics, clock, samples, run }
}

/** The parts of a block with one delta. */
export const block = (number: number, channel: 'reasoning' | 'commentary' | 'answer', text: string, choice = 0): Part[] => {
  const of = choice === 0 ? {} : { choice }
  return [
    { type: 'block-start', block: number, channel, ...of },
    { type: 'delta', block: number, channel, text, ...of },
    { type: 'block-end', block: number, channel, boundary: 'closer', ...of },
  ]
}

export const stop: Part[] = [{ type: 'finish', reason: 'stop' }, { type: 'end' }]
