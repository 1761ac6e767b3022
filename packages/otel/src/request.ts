import type { Context, SpanContext } from '@opentelemetry/api'
import type { GenerationRequest } from '@reason/core/pipeline'

/** What is known of a generation before it begins. */
export interface OtelRequest extends GenerationRequest {
  /** `gen_ai.operation.name`. Default `chat`. */
  operation?: 'chat' | 'generate_content' | 'text_completion'
  /** False: the answer comes as a whole. Default true. */
  stream?: boolean
  /** How many generations the request asks for. Default 1. */
  choices?: number
  /** Of the upstream: never of a client. */
  server?: { address: string; port: number }
  /** The span's parent. Default the active context. */
  context?: Context
  /** Spans of earlier attempts at the same generation: they become links. */
  attempts?: readonly SpanContext[]
  /**
   * Restricts the captured text of this generation, within what is configured. Default: no restriction. Without `reasoning`, messages of
   * errors are left out, too, as they may repeat it.
   */
  capture?: { answer?: boolean; reasoning?: boolean }
  /** Whether a provider's error code may become `error.type`. An invented code may repeat text of the answer. Default: every code may. */
  tellsCode?: (code: string) => boolean
  /** False: it has no span, and is in the metrics alone. Default true. */
  traced?: boolean
  /** When the request came, on the clock of `now`, in milliseconds. Default: when the observers were made. */
  startedAt?: number
}
