import type { GenerationRequest } from '@reason/core/pipeline'

/** Facts about a generation that are known before it begins, in addition to core's contracts. */
export interface MetricsRequest extends GenerationRequest {
  /** Delivery mode of reasoning, as a label of leaks. */
  mode?: 'off' | 'on' | 'stream'
  /** False for an unstreamed response, whose pieces have no timings. Default true. */
  stream?: boolean
  /** Time of the request on the clock of `now`, in milliseconds. Default: the creation of the observers. */
  startedAt?: number
  /** Whether the model is expected to reason. Default: true if an effort was requested, or if the text has a format other than `plain`. */
  reasons?: boolean
}

/** True if missing reasoning should be counted. */
export function expectsReasoning({ reasons, effort, adapter }: MetricsRequest): boolean {
  return reasons ?? (effort !== undefined || (adapter !== undefined && adapter !== 'plain'))
}
