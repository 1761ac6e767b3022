import type { Part } from '@reason/core'
import { createMetrics, type MetricsRequest } from '@reason/metrics'
import { Registry } from 'prom-client'

/** Exposition text of a registry after one event of every kind. */
export async function everyMetric(): Promise<string> {
  const registry = new Registry()
  const metrics = createMetrics({ registry, alert: { above: 0.1 } })
  for (const [parts, request] of generations) {
    const observers = metrics.observers(request)
    for (const part of parts) for (const observer of observers) observer.onPart(part)
  }

  const request = metrics.requestStarted({ route: '/v1/chat/completions' })
  request.upstreamAsked()
  request.upstreamFirst()
  request.clientFirst()
  request.upstreamEnded()
  request.finished(200)
  metrics.directive({ model: 'gpt-oss', outcome: 'used' })
  metrics.upstream({ status: 200, responseMs: 5 })
  metrics.upstreams([{ name: 'local', up: true, inFlight: 1, queued: 0 }])
  metrics.budgetEvent({ type: 'reasoning_budget_warning' })
  metrics.replay({ decisions: [{ message: 0, action: 'kept', reason: 'r' }] })
  metrics.sealsLost(1, 'damaged')
  metrics.redactions({ email: 1 })
  metrics.traceStore({ up: true, queueLength: 1, journalBytes: 1, unreadable: 1, written: 1 })
  return registry.metrics()
}

const seal = { kind: 'signature', value: 's', issuer: { wire: 'w' } } as const
const count = (value: number) => ({ value, source: 'reported' }) as const
const thoughtLate: Part[] = [
  { type: 'warning', code: 'cut-header', message: '' },
  { type: 'warning', code: 'no-structure', message: '' },
  { type: 'warning', code: 'repetition-suppressed', message: '' },
  { type: 'block-start', block: 0, channel: 'answer' },
  { type: 'delta', block: 0, channel: 'answer', text: 'a' },
  { type: 'block-end', block: 0, channel: 'answer', boundary: 'wire', seals: [seal] },
  { type: 'block-start', block: 1, channel: 'reasoning' },
  { type: 'delta', block: 1, channel: 'reasoning', text: 'b' },
  { type: 'block-end', block: 1, channel: 'reasoning', boundary: 'wire' },
  { type: 'block-start', block: 2, channel: 'commentary' },
  { type: 'delta', block: 2, channel: 'commentary', text: 'c' },
  { type: 'block-end', block: 2, channel: 'commentary', boundary: 'wire' },
  { type: 'usage', usage: { raw: null, input: count(3), cached: count(1), output: count(5), reasoning: count(2) } },
  { type: 'finish', reason: 'length' },
  { type: 'end' },
]
const silent: Part[] = [{ type: 'finish', reason: 'stop' }, { type: 'end' }]

const generations: [readonly Part[], MetricsRequest][] = [
  [thoughtLate, { adapter: 'harmony', mode: 'stream' }],
  [silent, { effort: 'high' }],
]
