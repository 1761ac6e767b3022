import type { Metrics, UpstreamEvent } from '@reason/metrics'
import { isUnusable } from '../../errors/upstream-failures.ts'
import type { UpstreamFailure } from '../../errors/failure.ts'
import type { Send } from '../../upstreams/upstream.ts'
import type { UpstreamFacts } from '../own-rule.ts'

/**
 * Wraps a request to count its outcome once: a refusal when its headers arrive, an answer when it ends. An answer that was aborted by the
 * client counts as a good one.
 */
export const watched =
  (send: Send, { id, provider }: Pick<UpstreamFacts, 'id' | 'provider'>, metrics: Pick<Metrics, 'upstream'>): Send =>
  (listener) => {
    const askedAt = performance.now()
    /** Event of a successful head. */
    let begun: UpstreamEvent | undefined
    let counted = false
    const call = send({
      onHead(status, headers) {
        const event = { status, responseMs: performance.now() - askedAt }
        if (status < 300) begun = event
        else count(event)
        listener.onHead(status, headers)
      },
      onData: listener.onData,
      onEnd() {
        // The listener may still find the answer unusable, now or later.
        const isRead = listener.onEnd()
        if (begun !== undefined && isRead !== false) count(begun)
        return isRead
      },
      onFailure(failure) {
        count({ ...begun, ...eventOf(failure) })
        listener.onFailure(failure)
      },
    })
    return {
      pause: call.pause,
      resume: call.resume,
      abort(why) {
        count(
          why === undefined || why === 'complete'
            ? (begun ?? { error: 'aborted' })
            : { ...begun, ...(isUnusable(why) ? { error: 'protocol' } : { status: why.status }) },
        )
        call.abort(why)
      },
    }

    function count(event: UpstreamEvent): void {
      if (counted) return
      counted = true
      metrics.upstream({ upstream: id, ...(provider !== undefined && { provider }), ...event })
    }
  }

function eventOf({ status, kind }: UpstreamFailure): UpstreamEvent {
  if (status < 500) return { status }
  if (status === 504) return { error: 'timeout' }
  return { error: kind === 'invalid' ? 'protocol' : 'network' }
}
