/**
 * What routing costs a request: a plan, a slot, and its end. In processor time, as others may use the machine too. In this package's folder:
 *
 *     node --conditions=@reason/source bench/routing.bench.ts
 */
import { createRouter, type RouteRequest, type RoutingOptions } from '../src/index.ts'

const four = ['a', 'b', 'c', 'd']
const seal = { provider: 'anthropic', wire: 'anthropic-messages', model: 'claude-sonnet-4-5-20250929' }

const cases: { name: string; options: RoutingOptions; request: RouteRequest }[] = [
  { name: 'one upstream', options: { upstreams: [{ id: 'a' }] }, request: { model: 'qwen3-8b' } },
  {
    name: 'four upstreams by weight, limited',
    options: { upstreams: four.map((id, index) => ({ id, models: ['qwen*'], weight: index + 1, limits: { concurrency: 8 } })) },
    request: { model: 'qwen3-8b' },
  },
  {
    name: 'four upstreams, a conversation with ten seals',
    options: { upstreams: four.map((id) => ({ id, issuer: { provider: id === 'c' ? 'anthropic' : id } })) },
    request: { model: 'claude-sonnet-4-5', sealsOf: Array.from({ length: 10 }, () => seal) },
  },
]

for (const { name, options, request } of cases) {
  const router = createRouter(options)
  const times = 100_000
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 5; round += 1) {
    const from = process.cpuUsage().user
    for (let done = 0; done < times; done += 1) {
      const lease = router.acquire(router.route(request))
      if (lease instanceof Promise || !lease.granted) throw new Error('It was not let through at once.')
      lease.began()
      lease.end({ kind: 'success' })
    }
    least = Math.min(least, process.cpuUsage().user - from)
  }
  const sent = router.state().reduce((sum, { counts }) => sum + counts.sent, 0)
  if (sent !== 5 * times) throw new Error(`${sent} requests were counted, not ${5 * times}.`)
  console.log(`${name}: ${(least / times).toFixed(2)} µs a request`)
}
