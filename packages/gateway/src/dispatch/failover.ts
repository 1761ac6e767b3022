import type { AttemptOutcome, RetryDecision } from '@reason/routing'
import { internalError, isApiError, shuttingDown, type ApiError } from '../errors/api-error.ts'
import type { RelayOutcome } from '../generation/relay-outcome.ts'
import { bringsKey } from '../upstreams/headers.ts'
import type { AnswerListener, UpstreamCall } from '../upstreams/upstream.ts'
import { gateAnswer, outcomeOfError } from './answer-gate.ts'
import type { Dispatch, DispatchOptions } from './dispatch.ts'
import { createFirstEventProbe } from './first-event-probe.ts'
import { sendTo } from './request/requests.ts'
import { createUpstreamChoice, type LeasedRequest } from './upstream-choice.ts'
import { answeredBy } from './upstream-headers.ts'

/**
 * Waits for an upstream that takes the request. Where there are others meanwhile, it goes to one of them.
 *
 *   route ─▶ acquire ─▶ write ─▶ send ─an answer─▶ begun ─▶ over
 *              ▲                   │ failed before
 *              └────── retry ◀─────┘
 *
 * @returns Why it goes nowhere.
 */
export async function dispatchAmongSeveral(options: DispatchOptions): Promise<Dispatch | ApiError> {
  const { content, generation, headers, onFault, sink, startedAt } = options
  /** Whether the client sent no upstream key: a 401 then means that the gateway's own key is bad. */
  const ownsKey = !bringsKey(headers)
  const left = new AbortController()
  sink.onGone(() => left.abort())
  options.waits(() => left.abort())
  const choice = await createUpstreamChoice(options, left.signal)
  const found = await choice.take(choice.firstPlan())
  if (isApiError(found)) return found
  let leased: LeasedRequest = found

  return {
    destination: choice.destination(),
    send,
    notes: choice.notes,
    headers: () => answeredBy(leased.lease, content.request.model),
    over(outcome) {
      leased.lease.end(outcomeOfAnswer(outcome))
    },
  }

  function send(listener: AnswerListener): UpstreamCall {
    let call: UpstreamCall | undefined
    let timer: NodeJS.Timeout | undefined
    let over = false
    ask()
    return {
      pause: () => call?.pause(),
      resume: () => call?.resume(),
      abort(why) {
        over = true
        clearTimeout(timer)
        left.abort()
        call?.abort(why)
      },
    }

    function ask(): void {
      const { lease, backend, written } = leased
      const destination = choice.destination()
      call = gateAnswer(sendTo(destination, written, headers, generation.requests, choice.addNotes), listener, {
        credential: { ownCredential: ownsKey || backend.ownKey },
        mayBlameSeals: choice.mayBlameSeals(),
        openProbe: (responseHeaders) => createFirstEventProbe(destination, responseHeaders, options.mostHeld),
        isOver: () => over,
        onSuccess: () => lease.began(),
        onFailed(outcome) {
          lease.end(outcome)
          if (over) return false
          const decision = choice.afterFailure(outcome, performance.now() - startedAt)
          if (decision.retry) again(decision)
          else generation.requests.goesTo(backend)
          return decision.retry
        },
        onSealsRefused: () => again({ delayMs: 0, plan: choice.planBeyondSeals(lease.upstream) }),
        onFault,
      })
    }

    function again({ delayMs, plan }: Pick<Extract<RetryDecision, { retry: true }>, 'delayMs' | 'plan'>): void {
      timer = setTimeout(() => {
        choice.take(plan).then(
          (next) => {
            if (isApiError(next)) return void (over || listener.onFailure({ ...next, code: String(next.code) }))
            leased = next
            if (over) next.lease.release()
            else ask()
          },
          (error: unknown) => {
            onFault(error)
            if (!over) listener.onFailure(internalError)
          },
        )
      }, delayMs)
    }
  }
}

/** Outcome of an answer for the router, if no upstream failed before it. */
function outcomeOfAnswer({ status, aborted, error }: Pick<RelayOutcome, 'status' | 'aborted' | 'error'>): AttemptOutcome {
  if (aborted || (error !== undefined && ourFaults.has(error))) return { kind: 'cancelled' }
  return { ...outcomeOfError({ status, code: error ?? null }), begun: true }
}

/** Codes of failures for which the upstream is not responsible. */
const ourFaults: ReadonlySet<string> = new Set([shuttingDown.code, internalError.code, 'key_revoked', 'key_unknown'])
