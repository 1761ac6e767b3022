import type { KeyRecord } from '@reason/keys'
import type { Client } from './client-apis/client-access.ts'
import type { ClientRequest } from './client-apis/client-request.ts'
import type { Dispatch } from './dispatch/dispatch.ts'
import { shuttingDown, type ApiError } from './errors/api-error.ts'
import type { Exchange, Runtime } from './exchange.ts'
import type { RelayOutcome } from './generation/relay-outcome.ts'
import { sendError } from './relay/delivery/error-delivery.ts'
import type { Governance } from './rules/governance.ts'
import { gone } from './upstreams/reply.ts'

/** A request from its arrival to its line in the log, and what may stop it meanwhile. */
export interface OpenRequest {
  /** Milliseconds, by `performance.now()`. */
  readonly startedAt: number
  readonly timer: ReturnType<Governance['requestStarted']>
  /** Sets the client. If its key is taken back, the request must stop. */
  identified(client: Client): void
  /** Sets the request, for the log. */
  read(request: ClientRequest): void
  /** Sets how the work that has begun is stopped. */
  stopsBy(stop: (why: ApiError) => void): void
  /** The error if the request must stop. */
  whyStopped(): ApiError | undefined
  /** Sends an error in place of an answer. With `gone`, only ends the request. */
  refuse(error: ApiError): void
  /** Ends the request after its answer. */
  answered(request: ClientRequest, dispatch: Dispatch, outcome: RelayOutcome): void
}

export function openRequest({ api, head, sink, log }: Exchange, { access, answers, governance, routing }: Runtime): OpenRequest {
  const startedAt = performance.now()
  const timer = governance.requestStarted(api.path, head)
  let key: KeyRecord | undefined
  let request: ClientRequest | undefined
  let stop: ((why: ApiError) => void) | undefined
  let stopped: ApiError | undefined
  let unfollow: (() => void) | undefined

  return {
    startedAt,
    timer,
    identified(client) {
      key = client.key
      unfollow = access.follow(client, (why) => {
        stopped = why
        stop?.(why)
      })
    },
    read(parsed) {
      request = parsed
    },
    stopsBy(next) {
      stop = next
    },
    whyStopped: () => stopped ?? (answers.isDraining() ? shuttingDown : undefined),
    refuse(error) {
      unfollow?.()
      if (error === gone) return timer.finished('aborted')
      sendError(sink, api, error)
      timer.finished(error.status)
      const line = {
        ...asked(),
        status: error.status,
        ...(typeof error.code === 'string' && { code: error.code }),
        ms: duration(),
      }
      if (error.status >= 500 && error !== shuttingDown) log.warn(line, 'refused')
      else log.info(line, 'refused')
    },
    answered(sent, dispatch, outcome) {
      unfollow?.()
      request = sent
      const notes = dispatch.notes().length
      const line = {
        ...asked(),
        ...outcome,
        ...(routing !== undefined && { upstream: dispatch.headers()['x-reason-upstream'] }),
        ...(notes > 0 && { notes }),
        ms: duration(),
      }
      if (outcome.status >= 500) log.warn(line, 'answer failed')
      else log.info(line, 'answered')
    },
  }

  function asked(): Record<string, unknown> {
    return {
      ...(request !== undefined && { model: request.model, stream: request.stream }),
      ...(key !== undefined && { key: key.id }),
    }
  }

  function duration(): number {
    return Math.round(performance.now() - startedAt)
  }
}
