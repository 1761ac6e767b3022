import type { Metrics, UpstreamEvent } from '@reason/metrics'
import type { Failure } from '../upstream/upstream.ts'
import type { Send } from './generation.ts'

/** The same request, with what becomes of it counted. */
export const watched =
  (send: Send, provider: string | undefined, metrics: Pick<Metrics, 'upstream'>): Send =>
  (listener) => {
    const askedAt = performance.now()
    const count = (event: UpstreamEvent): void => metrics.upstream({ ...(provider !== undefined && { provider }), ...event })
    let answered = false
    return send({
      ...listener,
      onHead(status, headers) {
        answered = true
        count({ status, responseMs: performance.now() - askedAt })
        listener.onHead(status, headers)
      },
      onFailure(failure) {
        // One that breaks off later was counted when it answered.
        if (!answered) count({ error: errorOf(failure) })
        listener.onFailure(failure)
      },
    })
  }

const errorOf = ({ status }: Failure): NonNullable<UpstreamEvent['error']> => (status === 504 ? 'timeout' : 'network')
