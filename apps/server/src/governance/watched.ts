import type { Metrics, UpstreamEvent } from '@reason/metrics'
import type { Failure } from '../upstream/upstream.ts'
import type { Send } from './generation.ts'

/** The same request, with what becomes of it counted. */
export const watched =
  (send: Send, provider: string | undefined, metrics: Pick<Metrics, 'upstream'>): Send =>
  (listener) => {
    const askedAt = performance.now()
    const count = (event: UpstreamEvent): void => metrics.upstream({ ...(provider !== undefined && { provider }), ...event })
    /** It was counted. */
    let counted = false
    const exchange = send({
      ...listener,
      onHead(status, headers) {
        counted = true
        count({ status, responseMs: performance.now() - askedAt })
        listener.onHead(status, headers)
      },
      onFailure(failure) {
        // One that breaks off later was counted when it answered.
        if (!counted) count(failure.status < 500 ? { status: failure.status } : { error: errorOf(failure) })
        counted = true
        listener.onFailure(failure)
      },
    })
    return {
      ...exchange,
      abort() {
        if (!counted) count({ error: 'aborted' })
        counted = true
        exchange.abort()
      },
    }
  }

const errorOf = ({ status }: Failure): NonNullable<UpstreamEvent['error']> => (status === 504 ? 'timeout' : 'network')
