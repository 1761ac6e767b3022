import { describe, expect, test } from 'vitest'
import { setup } from './setup.ts'

describe('a request', () => {
  test('shows what the gateway added, step by step', async () => {
    const { metrics, clock, samples } = setup()
    const timer = metrics.requestStarted({ route: '/v1/chat/completions' })
    expect(await samples('gateway_requests_in_flight')).toEqual({ gateway_requests_in_flight: 1 })
    const steps: [number, () => void][] = [
      [2, timer.upstreamAsked],
      [500, timer.upstreamFirst],
      [1, timer.clientFirst],
      [900, timer.upstreamEnded],
      [3, () => timer.finished(200)],
    ]
    for (const [ms, step] of steps) {
      clock.ms += ms
      step()
      step()
    }
    expect(await samples('gateway')).toEqual({
      'gateway_requests_total{route="/v1/chat/completions",status="2xx"}': 1,
      'gateway_request_duration_seconds_sum{route="/v1/chat/completions"}': 1.406,
      'gateway_request_duration_seconds_count{route="/v1/chat/completions"}': 1,
      'gateway_overhead_seconds_sum{stage="before_upstream"}': 0.002,
      'gateway_overhead_seconds_count{stage="before_upstream"}': 1,
      'gateway_overhead_seconds_sum{stage="first_event"}': 0.001,
      'gateway_overhead_seconds_count{stage="first_event"}': 1,
      'gateway_overhead_seconds_sum{stage="after_upstream"}': 0.003,
      'gateway_overhead_seconds_count{stage="after_upstream"}': 1,
    })
  })

  test('that never got upstream has no overhead of its own', async () => {
    const { metrics, samples } = setup()
    metrics.requestStarted({ route: '/x' }).finished('aborted')
    expect(await samples('gateway_requests_total')).toEqual({ 'gateway_requests_total{route="/x",status="aborted"}': 1 })
    expect(await samples('gateway_overhead_seconds')).toEqual({})
  })

  test('cannot make series without end', async () => {
    const { metrics, samples } = setup()
    for (let index = 0; index < 100; index++) metrics.requestStarted({ route: `/${index}` }).finished(404)
    const routes = await samples('gateway_requests_total')
    expect(Object.keys(routes)).toHaveLength(65)
    expect(routes['gateway_requests_total{route="other",status="4xx"}']).toBe(36)
  })
})

describe('an upstream', () => {
  test.each([
    [{ status: 200 }, 'ok'],
    [{ status: 429 }, 'rate_limited'],
    [{ status: 400 }, 'client_error'],
    [{ status: 503 }, 'server_error'],
    [{ status: 301 }, 'other'],
    [{ error: 'timeout' }, 'timeout'],
    [{ error: 'protocol', status: 200 }, 'protocol'],
  ] as const)('%o is %s', async (event, outcome) => {
    const { metrics, samples } = setup()
    metrics.upstream({ provider: 'local', upstream: 'gpu-1', responseMs: 1500, ...event })
    expect(await samples('upstream')).toEqual({
      [`upstream_requests_total{provider="local",upstream="gpu-1",outcome="${outcome}"}`]: 1,
      'upstream_response_seconds_sum{provider="local",upstream="gpu-1"}': 1.5,
      'upstream_response_seconds_count{provider="local",upstream="gpu-1"}': 1,
    })
  })
})

describe('what other services report', () => {
  test('is counted, with unknown words as "other"', async () => {
    const { metrics, samples } = setup()
    metrics.budgetEvent({ type: 'reasoning_budget_exceeded', balance: { scope: 'team' } })
    metrics.budgetEvent({ type: 'reasoning_budget_refused', refusal: { scope: 'key' } })
    metrics.budgetEvent({ type: 'reasoning_budget_store_failed' })
    metrics.budgetEvent({ type: 'odd', balance: { scope: 'planet' } })
    metrics.replay({
      decisions: [
        { message: 0, action: 'kept', reason: 'r' },
        { message: 1, action: 'dropped', reason: 'r' },
        { message: 2, action: 'dropped', reason: 'r' },
      ],
    })
    metrics.sealsLost(2, 'damaged')
    metrics.sealsLost(0, 'foreign')
    metrics.redactions({ email: 3, card: 0 })
    expect({
      ...(await samples('budget_events_total')),
      ...(await samples('replay_decisions_total')),
      ...(await samples('seals_lost_total')),
      ...(await samples('redactions_total')),
    }).toEqual({
      'budget_events_total{scope="team",event="exceeded"}': 1,
      'budget_events_total{scope="key",event="refused"}': 1,
      'budget_events_total{scope="other",event="store_failed"}': 1,
      'budget_events_total{scope="other",event="other"}': 1,
      'replay_decisions_total{action="kept"}': 1,
      'replay_decisions_total{action="dropped"}': 2,
      'seals_lost_total{reason="damaged"}': 2,
      'redactions_total{type="email"}': 3,
    })
  })

  test('of the trace store are gauges, and counts that add up', async () => {
    const { metrics, samples } = setup()
    metrics.traceStore({ up: true, queueLength: 4, journalBytes: 100, unreadable: 3, written: 2 })
    metrics.traceStore({ up: false, queueLength: 5, written: 3, dropped: 1 })
    expect({ ...(await samples('trace_', true)) }).toEqual({
      trace_store_up: 0,
      trace_queue_length: 5,
      trace_journal_bytes: 100,
      trace_rows_unreadable: 3,
      'trace_writes_total{outcome="written"}': 5,
      'trace_writes_total{outcome="journaled"}': 0,
      'trace_writes_total{outcome="dropped"}': 1,
      'trace_writes_total{outcome="failed"}': 0,
    })
  })
})

test('upstreams show whether they are up, and their requests that run and wait; those that are gone show nothing', async () => {
  const { metrics, samples } = setup()
  const shown = async () => {
    const names = ['upstream_up', 'upstream_requests_in_flight', 'upstream_queue_length']
    return Promise.all(names.map(async (name) => Object.values(await samples(name, true))))
  }
  metrics.upstreams([
    { name: 'a', up: true, inFlight: 2, queued: 3 },
    { name: 'b', up: false, inFlight: 0, queued: 1 },
  ])
  expect(await shown()).toEqual([
    [1, 0],
    [2, 0],
    [3, 1],
  ])
  metrics.upstreams([{ name: 'b', up: true, inFlight: 1, queued: 0 }])
  expect(await shown()).toEqual([[1], [1], [0]])
})
