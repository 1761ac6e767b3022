import type { GenerationRequest } from '@reason/core/pipeline'

/** What is known of a generation before it begins, beyond what core's contracts carry. */
export interface MetricsRequest extends GenerationRequest {
  /** When reasoning is delivered: a label of leaks. */
  mode?: 'off' | 'on' | 'stream'
  /** False: the answer comes as a whole, so that its pieces have no timings. Default true. */
  stream?: boolean
  /** When the request came, on the clock of `now`, in milliseconds. Default: when the observers were made. */
  startedAt?: number
  /** Whether the model is expected to reason. Default: where an effort was asked for, or the text is split by a format other than `plain`. */
  reasons?: boolean
}

/** True where an absence of reasoning is worth a count. */
export function expectsReasoning({ reasons, effort, adapter }: MetricsRequest): boolean {
  return reasons ?? (effort !== undefined || (adapter !== undefined && adapter !== 'plain'))
}
