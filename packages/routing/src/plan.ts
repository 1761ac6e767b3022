import type { Issuer } from '@reason/core/conversation'
import type { UpstreamCandidate, RouteWarning } from './candidate.ts'
import type { Health } from './health.ts'
import { placeOf } from './place-of.ts'
import { refuse, seconds, type RoutingRefusal } from './refusal.ts'
import { ageOfReadable, describeIssuer, distinct, type ModelName } from './seals.ts'
import { isFull, obstacleAt, waitOf, type Obstacle, type RoutedUpstream } from './upstream.ts'
import { inWeightedOrder } from './weights.ts'

export interface RouteRequest {
  /** Model name that the client uses. Absent: the client names none. */
  model?: string
  /** Issuers of the conversation's seals, in order. The newest one counts most. */
  sealsOf?: readonly Issuer[]
  /** Behaviour if no issuer of the conversation is available: `move` to another upstream, or `refuse`. Default `move`. */
  whenForeign?: 'move' | 'refuse'
  /**
   * Key of requests that prefer the same upstream within a rank, on each replica: a conversation then finds its prompt
   * in the cache. Weights hold over many keys. Absent: random.
   */
  affinity?: string
  /** Ids of the upstreams that were asked before, one for each attempt. They are ranked after the others. */
  tried?: readonly string[]
  /**
   * Tells whether an upstream can take the request, by the upstream's name of the model. Absent: all can. Other
   * upstreams count as not serving the model.
   */
  canTake?: (upstream: string, model: string) => boolean
}

export interface Plan {
  model: string
  /** Candidates that were taken, in the order of asking; then those that were refused. */
  candidates: readonly UpstreamCandidate[]
  /** Warnings of the first candidate. */
  warnings: readonly RouteWarning[]
  /** Why no upstream can serve the request. Absent: at least one can. */
  refusal?: RoutingRefusal
}

/** An upstream and its model. The same for all requests. */
export interface Offer {
  upstream: RoutedUpstream
  model: ModelName
  /** Explanation for a healthy upstream. It is created once, not for each request. */
  because: string
  /** True if the upstream does not serve the model. */
  refused: boolean
}

/** An offer, ranked for one request. */
interface Ranked {
  offer: Offer
  seals: UpstreamCandidate['seals']
  /** Whether the conversation continues unchanged; lower is better. */
  home: number
  timesTried: number
  full: boolean
}

interface Moment {
  now: number
  /** Maximum number of attempts for one client request. */
  attempts: number
  /** Time at which the request would be sent. Later than `now` for a delayed retry. */
  at: number
  random: () => number
}

const none: readonly never[] = []

/** @param offers - Sorted by priority. */
export function planAt(offers: readonly Offer[], request: RouteRequest, { now, at, attempts, random }: Moment): Plan {
  const { model = '', tried = none, whenForeign = 'move', canTake } = request
  const sealsOf = request.sealsOf === undefined ? none : distinct(request.sealsOf)
  const usable: Ranked[] = []
  const refused: UpstreamCandidate[] = []
  const obstacles: { upstream: RoutedUpstream; obstacle: Obstacle }[] = []
  let sealed = 0

  for (const offer of offers) {
    const { upstream } = offer
    if (offer.refused) {
      refused.push(refusedOne(offer, 'none', offer.because))
      continue
    }
    if (canTake?.(upstream.config.id, offer.model.name) === false) {
      refused.push(refusedOne(offer, 'none', 'cannot take such a request'))
      continue
    }
    const age = sealsOf.length === 0 ? 0 : ageOfReadable(upstream.config, offer.model, sealsOf)
    const seals = sealsOf.length === 0 ? 'none' : age === 0 ? 'own' : age < sealsOf.length ? 'older' : 'foreign'
    const obstacle = obstacleAt(upstream, at)
    if (obstacle !== undefined) {
      obstacles.push({ upstream, obstacle })
      refused.push(refusedOne(offer, seals, describeObstacle(upstream, obstacle, now)))
    } else if (seals === 'foreign' && whenForeign === 'refuse') {
      sealed += 1
      refused.push(refusedOne(offer, seals, `cannot read seals of ${namesOf(sealsOf)}`))
    } else {
      const timesTried = tried.length === 0 ? 0 : tried.filter((id) => id === upstream.config.id).length
      usable.push({ offer, seals, home: age, timesTried, full: isFull(upstream) })
    }
  }
  if (sealsOf.length > 0 && tried.length > 0) {
    // An issuer gets a second attempt before its conversation moves, if enough attempts remain for each other upstream. It gets no third.
    const chances = attempts - tried.length > usable.filter(({ timesTried }) => timesTried === 0).length ? 2 : 1
    for (const one of usable) if (one.seals !== 'foreign' && one.timesTried >= chances) one.home = sealsOf.length + 1
  }
  if (sealsOf.length > 0 || tried.length > 0) usable.sort(compare)
  const { affinity } = request
  const draw = affinity === undefined ? random : ({ offer }: Ranked) => placeOf(`${affinity}\0${offer.upstream.config.id}`)
  const taken = ordered(usable, draw).map(({ one, group }) => candidateOf(one, group, sealsOf))
  const first = taken[0]
  const plan: Plan = {
    model,
    candidates: refused.length === 0 ? taken : [...taken, ...refused],
    warnings: first?.warning === undefined ? none : [first.warning],
  }
  if (first === undefined) plan.refusal = refusalOf(model, obstacles, sealed, now)
  return plan
}

function compare(a: Ranked, b: Ranked): number {
  return a.home - b.home || Math.min(a.timesTried, 1) - Math.min(b.timesTried, 1) || priorityOf(a) - priorityOf(b)
}

const priorityOf = ({ offer }: Ranked): number => offer.upstream.config.priority

/** Groups candidates by rank. Within a group, the weight decides, and upstreams with a free slot come first. */
function ordered(ranked: readonly Ranked[], draw: (one: Ranked) => number): { one: Ranked; group: number }[] {
  const result: { one: Ranked; group: number }[] = []
  for (let from = 0, group = 0; from < ranked.length; group += 1) {
    let to = from + 1
    while (to < ranked.length && compare(ranked[from]!, ranked[to]!) === 0) to += 1
    const weighted = inWeightedOrder(ranked.slice(from, to), ({ offer }) => offer.upstream.config.weight, draw)
    for (const one of weighted) if (!one.full) result.push({ one, group })
    for (const one of weighted) if (one.full) result.push({ one, group })
    from = to
  }
  return result
}

function candidateOf({ offer, seals, timesTried, full }: Ranked, group: number, sealsOf: readonly Issuer[]): UpstreamCandidate {
  const { upstream, model } = offer
  let reason = offer.because
  if (seals === 'own') reason = `reads the conversation's seals; ${reason}`
  if (timesTried > 0) reason += `; tried ${timesTried === 1 ? 'once' : `${timesTried} times`} already`
  if (full) reason += `; busy: ${upstream.inFlight} at once, ${upstream.queue.size} wait`
  const candidate: UpstreamCandidate = { upstream: upstream.config.id, verdict: 'taken', reason, model: model.name, seals, group }
  if (seals === 'older') candidate.warning = leftBehind(upstream, sealsOf.slice(-ageOfReadable(upstream.config, model, sealsOf)))
  if (seals === 'foreign') candidate.warning = leftBehind(upstream, sealsOf)
  return candidate
}

const leftBehind = ({ config: { id } }: RoutedUpstream, issuers: readonly Issuer[]): RouteWarning => ({
  code: 'seals-left-behind',
  message: `The conversation goes to ${id}, which cannot read seals of ${namesOf(issuers)}. Plan its replay again, for ${id}.`,
  issuers,
})

const refusedOne = ({ upstream, model }: Offer, seals: UpstreamCandidate['seals'], reason: string): UpstreamCandidate => ({
  upstream: upstream.config.id,
  verdict: 'refused',
  reason,
  model: model.name,
  seals,
  group: -1,
})

const namesOf = (issuers: readonly Issuer[]): string => [...new Set(issuers.map(describeIssuer))].join(', ')

/** Failure names for messages: `is down (connection failed)`. */
const failureNames: Readonly<Record<NonNullable<Health['lastFailure']>['kind'], string>> = {
  'connect-failed': 'connection failed',
  'connect-timeout': 'connection timed out',
  reset: 'connection broke',
  invalid: 'invalid response',
  'first-byte-timeout': 'no response in time',
  'idle-timeout': 'response stopped',
  'server-error': 'server error',
  overloaded: 'overloaded',
  'rate-limited': 'rate limited',
  unauthorized: 'key rejected',
  probe: 'probe failed',
  'slow-start': 'slow to start',
}

export function describeObstacle(upstream: RoutedUpstream, obstacle: Obstacle, now: number): string {
  const { health } = upstream
  if (obstacle === 'draining') return 'is being removed'
  if (obstacle === 'trial') return 'is being tried by another request'
  if (obstacle === 'aside') return `is rate limited for another ${seconds(health.asideUntil - now)}`
  const { kind } = health.lastFailure ?? {}
  return `is down${kind === undefined ? '' : ` (${failureNames[kind]})`}, next try in ${seconds(health.circuit.openUntil - now)}`
}

/** Maximum number of upstreams that a refusal describes one by one. */
const mostDescribed = 3

function refusalOf(
  model: string,
  obstacles: readonly { upstream: RoutedUpstream; obstacle: Obstacle }[],
  sealed: number,
  now: number,
): RoutingRefusal {
  const named = model === '' ? 'a request without a model' : `the model ${JSON.stringify(model.slice(0, 200))}`
  const wait = Math.min(...obstacles.map(({ upstream, obstacle }) => waitOf(upstream, obstacle, now)))
  if (sealed > 0)
    return refuse(
      'seals-elsewhere',
      'Only the upstream that began this conversation can continue it, but it is not available. Try again later.',
      wait,
    )
  // No list of names: some keys may not know them all.
  if (obstacles.length === 0) return refuse('model-unknown', `No upstream serves ${named}. GET /v1/models lists the models.`)
  if (obstacles.every(({ obstacle }) => obstacle === 'aside'))
    return refuse('rate-limited', `Every upstream for ${named} is rate limited. Try again in ${seconds(wait)}.`, wait)
  return refuse('unavailable', `No upstream for ${named} is available: ${describeAll(obstacles, now)}.`, wait)
}

/** Describes each upstream with the time of its next try, if they are few. Otherwise counts them by kind. */
function describeAll(obstacles: readonly { upstream: RoutedUpstream; obstacle: Obstacle }[], now: number): string {
  if (obstacles.length <= mostDescribed)
    return obstacles.map(({ upstream, obstacle }) => `${upstream.config.id} ${describeObstacle(upstream, obstacle, now)}`).join('; ')
  const words = { draining: 'being removed', open: 'failing', trial: 'being tried', aside: 'rate limited' } as const
  const counts = Object.entries(words).map(([kind, word]) => [obstacles.filter(({ obstacle }) => obstacle === kind).length, word] as const)
  return counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ')
}
