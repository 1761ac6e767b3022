import { createRouter, type Lease, type Plan, type Refused, type Router, type RoutingOptions } from '../src/index.ts'
import { testClock, type TestClock } from './clock.ts'

export function makeRouter(options: RoutingOptions, seed = 1): { router: Router; clock: TestClock } {
  const clock = testClock(seed)
  return { router: createRouter(options, clock), clock }
}

/** Ids of the taken upstreams, in order. */
export const taken = ({ candidates }: Plan): string[] =>
  candidates.filter(({ verdict }) => verdict === 'taken').map(({ upstream }) => upstream)

/** Returns a lease that was granted at once. Throws if it waits or was refused. */
export function leaseOf(result: Lease | Refused | Promise<Lease | Refused>): Lease {
  if (result instanceof Promise) throw new Error('It waits.')
  if (!result.granted) throw new Error(result.refusal.message)
  return result
}

/** Makes an upstream fail `times` times: by default often enough to open its circuit. */
export function fail(router: Router, id: string, times = 5): void {
  for (let round = 0; round < times; round += 1) {
    const plan = router.route({ model: id })
    const only = { ...plan, candidates: plan.candidates.filter(({ upstream }) => upstream === id) }
    leaseOf(router.acquire(only)).end({ kind: 'server-error' })
  }
}
