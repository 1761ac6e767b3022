import { outcomeOf, type AttemptOutcome, type OutcomeContext } from '@reason/routing'
import { internalError } from '../errors/api-error.ts'
import type { AnswerFailure } from '../errors/failure.ts'
import { createGuard } from '../errors/guard.ts'
import { isUnusable } from '../errors/upstream-failures.ts'
import type { AnswerListener, Send, UpstreamCall } from '../upstreams/upstream.ts'
import { createByteBuffer, forward, type ByteBuffer } from '../structures/byte-buffer.ts'
import type { FirstEventProbe } from './first-event-probe.ts'
import { longestRefusal } from './held-refusal.ts'
import { isOfSeals } from './seal-refusal.ts'
import type { Head } from '../head.ts'

export interface AnswerGateOptions {
  credential: OutcomeContext
  /** Whether a refusal may be caused by the seals of the conversation alone. */
  mayBlameSeals: boolean
  openProbe(headers: Head): FirstEventProbe
  /** The client is gone. */
  isOver(): boolean
  onSuccess(): void
  /** @returns Whether the request is sent again. The client then gets nothing of this answer. */
  onFailed(outcome: AttemptOutcome): boolean
  /** The upstream refused the seals. The client gets nothing of this answer. */
  onSealsRefused(): void
  onFault(error: unknown): void
}

/**
 * Sends a request, and holds the beginning of its answer back until it is one. Failures before that may be retried elsewhere.
 *
 *   head ─200─▶ probe ───first event───▶ begun: all events pass
 *     │           └──error event──┐
 *     ├─4xx─▶ refusal of seals? ──┴──▶ dropped, or begun
 *     └─failure─▶ dropped, or begun
 */
export function gateAnswer(send: Send, listener: AnswerListener, options: AnswerGateOptions): UpstreamCall {
  const { credential, isOver } = options
  /** Passes the head on. Set until the answer begins. */
  let head: (() => void) | undefined
  let begun = false
  /** The answer was given up for another upstream. */
  let dropped = false
  /** Until it ends, the client has received nothing of the answer. */
  let probe: FirstEventProbe | undefined
  /** Body of a refusal that may be caused by the seals alone. */
  let refusal: ByteBuffer | undefined
  const guarded = createGuard((error) => {
    dropped = true
    call.abort()
    options.onFault(error)
    if (!isOver()) listener.onFailure(internalError)
  })
  const call = send({
    onHead: guarded((status, headers) => {
      const pass = (): void => listener.onHead(status, headers)
      const outcome = outcomeOf(status, headers, credential)
      if (outcome.kind === 'success') {
        options.onSuccess()
        head = pass
        probe = options.openProbe(headers)
        return
      }
      dropped = options.onFailed(outcome)
      if (dropped) call.abort()
      else if (outcome.kind === 'client-error' && options.mayBlameSeals) {
        head = pass
        refusal = createByteBuffer(longestRefusal)
      } else pass()
    }),
    onData: guarded((bytes, more) => {
      if (dropped) return
      if (refusal !== undefined) return void (refusal.push(bytes) || begin(more))
      if (probe === undefined) listener.onData(bytes, more)
      else if (!probe.push(bytes) && !isDropped(probe)) begin(more)
    }),
    onEnd: guarded(() => {
      if (dropped) return
      probe?.end()
      if (probe !== undefined && isDropped(probe)) return
      if (refusal !== undefined && !isOver() && isOfSeals(refusal.all())) {
        dropped = true
        return options.onSealsRefused()
      }
      begin(false)
      return listener.onEnd()
    }),
    onFailure: guarded((failure) => {
      if (dropped) return
      dropped = failure.kind !== undefined && options.onFailed({ kind: failure.kind, begun })
      if (dropped) return
      // Sends the held bytes before the failure.
      begin(false)
      listener.onFailure(failure)
    }),
  })
  return call

  function begin(more: boolean): void {
    const bytes = (probe ?? refusal)?.release() ?? []
    probe = refusal = undefined
    begun = true
    head?.()
    head = undefined
    forward(bytes, listener, more)
  }

  /** @returns Whether the response is no answer and another upstream is tried. */
  function isDropped(ended: FirstEventProbe): boolean {
    const error = ended.error()
    if (error === undefined) return false
    dropped = options.onFailed(outcomeOfError(error, credential))
    const ofSeals = !dropped && options.mayBlameSeals && !isOver() && isOfSeals([Buffer.from(JSON.stringify(error))])
    dropped ||= ofSeals
    if (dropped) call.abort(error)
    if (ofSeals) options.onSealsRefused()
    return dropped
  }
}

export const outcomeOfError = (failure: AnswerFailure, credential: OutcomeContext = {}): AttemptOutcome =>
  isUnusable(failure) ? { kind: 'invalid' } : outcomeOf(failure.status, {}, credential)
