import type { Context, SpanContext } from '@opentelemetry/api'
import type { GenerationRequest } from '@reason/core/pipeline'

/** Facts about a generation that are known before it begins. */
export interface OtelRequest extends GenerationRequest {
  /** `gen_ai.operation.name`. Default `chat`. */
  operation?: 'chat' | 'generate_content' | 'text_completion'
  /** False for an unstreamed response. Default true. */
  stream?: boolean
  /** Number of choices in the request. Default 1. */
  choices?: number
  /** Address of the upstream, never of a client. */
  server?: { address: string; port: number }
  /** Parent of the span. Default: the active context. */
  context?: Context
  /** Spans of earlier attempts at the same generation: they become links. */
  attempts?: readonly SpanContext[]
  /**
   * Restricts the captured text of this generation, within the configuration. Default: no restriction. Without
   * `reasoning`, error messages are also omitted, as they may repeat it.
   */
  capture?: { answer?: boolean; reasoning?: boolean }
  /** Whether a provider's error code may become `error.type`. An invented code may repeat text of the answer. Default: every code may. */
  tellsCode?: (code: string) => boolean
  /** False for a generation without a span, which only counts in the metrics. Default true. */
  traced?: boolean
  /** Time of the request on the clock of `now`, in milliseconds. Default: the creation of the observers. */
  startedAt?: number
}
