import type { RetriesConfig } from './config.ts'
import { consequences, type AttemptOutcome } from './outcome.ts'
import type { Plan, RouteRequest } from './plan.ts'

export interface RetryRequest extends RouteRequest {
  /** Ids of the upstreams that were asked, one for each attempt. The last one failed. */
  tried: readonly string[]
  outcome: AttemptOutcome
  /** Time since the client's request came, in milliseconds. */
  elapsedMs: number
  /**
   * Whether the request may be repeated. `safe`: a repetition costs tokens and nothing else. `unsent`: only if no upstream received it,
   * for upstreams that run tools of their own, or store requests. `never`. Default `safe`.
   */
  repeat?: 'safe' | 'unsent' | 'never'
}

/**
 * Why a request is not retried:
 * - `final`: it succeeded, or would fail at every upstream. `begun`: the client has a part of the answer.
 * - `not-repeatable`: the request may not be sent twice. `attempts`, `too-late`: this request used up its attempts or its time.
 * - `budget`: all requests together have used up their retries. `no-upstream`: no upstream is available in time.
 */
export type NoRetryCode = 'final' | 'begun' | 'not-repeatable' | 'attempts' | 'too-late' | 'budget' | 'no-upstream'

export type RetryDecision =
  | {
      retry: true
      /** Delay before `acquire`, in whole milliseconds. */
      delayMs: number
      plan: Plan
    }
  | { retry: false; code: NoRetryCode; reason: string }

/** Retry budget of all requests together: a share for each request that is sent, and some to begin with. */
export interface RetryBudget {
  earn(): void
  /** @returns Whether a retry was left. */
  spend(): boolean
}

export function createRetryBudget({ ratio, burst }: Pick<RetriesConfig, 'ratio' | 'burst'>): RetryBudget {
  let left = burst
  return {
    earn() {
      left = Math.min(Math.max(1, burst), left + ratio)
    },
    spend() {
      // Tenths do not add up to one in binary.
      if (left < 1 - 1e-9) return false
      left -= 1
      return true
    },
  }
}

export interface RetryTools {
  config: RetriesConfig
  budget: RetryBudget
  random: () => number
  /** Returns the plan for a retry that is sent after the delay. */
  planAfter(delayMs: number): Plan
  /** Milliseconds until one of the paused upstreams may be asked. Infinity if there is none. */
  untilAnyAside(): number
}

/** Decides whether a failed request is sent again, where, and when. */
export function decideRetry(request: RetryRequest, { config, budget, random, planAfter, untilAnyAside }: RetryTools): RetryDecision {
  const { outcome, tried, elapsedMs, repeat = 'safe' } = request
  const { retry, unsent } = consequences[outcome.kind]
  if (outcome.begun === true) return no('begun', 'a part of the answer has gone to the client')
  if (retry === 'no') return no('final', `"${outcome.kind}" would be the same again`)
  if (repeat === 'never' || (repeat === 'unsent' && !unsent)) return no('not-repeatable', 'the request may not be repeated')
  if (tried.length >= config.attempts) return no('attempts', `it was tried ${tried.length} times`)

  const jitter = random() * Math.min(config.maxDelayMs, config.baseDelayMs * 2 ** Math.min(tried.length - 1, 30))
  let delayMs = 0
  let plan = withoutTried(planAfter(0), retry === 'elsewhere' ? tried : [])
  const isTried = (): boolean => tried.includes(plan.candidates[0]!.upstream)
  if (plan.refusal !== undefined) {
    // Every upstream is paused or failing. Only a pause is worth a wait.
    const wait = untilAnyAside()
    if (retry === 'elsewhere' || wait > config.maxDelayMs) return noUpstream(plan)
    delayMs = wait + jitter
    plan = planAfter(delayMs)
    if (plan.refusal !== undefined) return noUpstream(plan)
  } else if (isTried()) {
    // The upstream that failed gets the request again: after a delay, and not before its `retry-after`.
    const asked = plan.candidates[0]!.upstream === tried.at(-1) ? (outcome.retryAfterMs ?? 0) : 0
    if (asked > config.maxDelayMs) return no('no-upstream', `the only upstream left is rate limited for ${Math.ceil(asked)} ms`)
    delayMs = Math.max(jitter, asked)
  }
  delayMs = Math.ceil(delayMs)
  if (elapsedMs + delayMs > config.withinMs) return no('too-late', `it has taken ${Math.round(elapsedMs)} ms already`)
  // A request that was never sent put no load on an upstream, so its retry costs no budget.
  if (!unsent && !budget.spend()) return no('budget', 'too many requests are being retried')
  return { retry: true, delayMs, plan }
}

function withoutTried(plan: Plan, tried: readonly string[]): Plan {
  if (tried.length === 0 || plan.refusal !== undefined) return plan
  const candidates = plan.candidates.map((candidate) =>
    candidate.verdict === 'taken' && tried.includes(candidate.upstream)
      ? { ...candidate, verdict: 'refused' as const, reason: 'the same would happen again there' }
      : candidate,
  )
  const taken = candidates.filter(({ verdict }) => verdict === 'taken')
  const refused = candidates.filter(({ verdict }) => verdict === 'refused')
  const warning = taken[0]?.warning
  return {
    model: plan.model,
    candidates: [...taken, ...refused],
    warnings: warning === undefined ? [] : [warning],
    ...(taken.length === 0 && {
      refusal: { code: 'unavailable', status: 503, message: 'Every available upstream failed this request. Try again later.' },
    }),
  }
}

const no = (code: NoRetryCode, reason: string): RetryDecision => ({ retry: false, code, reason })
const noUpstream = ({ refusal }: Plan): RetryDecision => no('no-upstream', refusal!.message)
