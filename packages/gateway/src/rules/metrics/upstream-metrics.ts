import type { Metrics, UpstreamEvent } from '@reason/metrics'
import { isUnusable } from '../../errors/upstream-failures.ts'
import type { Failure, Send } from '../../upstreams/upstream.ts'

/**
 * The same request, with what became of it counted, once: a refusal by its head, an answer when it is over. One that nobody waited for to its end was a good
 * one as far as it came.
 */
export const watched =
  (send: Send, asked: Pick<UpstreamEvent, 'provider' | 'upstream'>, metrics: Pick<Metrics, 'upstream'>): Send =>
  (listener) => {
    const askedAt = performance.now()
    /** Its head, where that was good. */
    let begun: UpstreamEvent | undefined
    let counted = false
    const exchange = send({
      ...listener,
      onHead(status, headers) {
        const event = { status, responseMs: performance.now() - askedAt }
        if (status < 300) begun = event
        else count(event)
        listener.onHead(status, headers)
      },
      onEnd() {
        // Who reads it may say that it was none.
        listener.onEnd()
        if (begun !== undefined) count(begun)
      },
      onFailure(failure) {
        count({ ...begun, ...eventOf(failure) })
        listener.onFailure(failure)
      },
    })
    return {
      ...exchange,
      abort(failure) {
        count(
          failure === undefined
            ? (begun ?? { error: 'aborted' })
            : { ...begun, ...(isUnusable(failure) ? { error: 'protocol' } : { status: failure.status }) },
        )
        exchange.abort(failure)
      },
    }

    function count(event: UpstreamEvent): void {
      if (counted) return
      counted = true
      metrics.upstream({ ...asked, ...event })
    }
  }

function eventOf({ status, kind }: Failure): UpstreamEvent {
  if (status < 500) return { status }
  if (status === 504) return { error: 'timeout' }
  return { error: kind === 'invalid' ? 'protocol' : 'network' }
}
