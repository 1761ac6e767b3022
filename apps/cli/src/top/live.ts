import { createFrameDecoder } from '@reason/core/framing'
import { noGateway, type GatewayClient } from '../gateway/client.ts'
import type { Balance } from '../budget/render.ts'

/** Counted since the gateway started, by a label. */
export type Counts = Readonly<Record<string, number>>

/** Observations since the start: how many fell under each bound, the last count being beyond all of them. */
export interface Distribution {
  bounds: readonly number[]
  counts: readonly number[]
}

export interface ModelTokens {
  input: number
  reasoning: number
  commentary: number
  answer: number
}

/** How a gateway stood at one moment. What is read here of it; all but `inFlight` only grows. */
export interface Sample {
  /** Unix milliseconds. */
  at: number
  inFlight: number
  /** By class of status. */
  requests: Counts
  tokens: Readonly<Record<string, ModelTokens>>
  /** The same with those of running generations, without input. Absent before 0.1. */
  written?: Readonly<Record<string, Omit<ModelTokens, 'input'>>>
  /** Seconds. */
  overhead: Readonly<Record<string, Distribution>>
  leaks: Counts
  anomalies: Counts
  truncations: Counts
}

export interface Upstream {
  upstream: string
  health: 'up' | 'degraded' | 'down' | 'draining'
  inFlight: number
  queued: number
  /** 0 to 1. */
  failureRate: number
  firstByteMs?: number
  lastFailure?: { kind: string; agoMs: number }
}

export interface GatewayState {
  sample: Sample
  upstreams: readonly Upstream[]
  budgets: { store: string; running: number; balances: readonly Balance[] }
  traces: { status: string; queued?: number; journalled?: number }
}

/** A generation that is over. */
export interface GenerationLine {
  /** Unix milliseconds. */
  at: number
  model: string | null
  session: string | null
  outcome: string | null
  status: number
  ms: number
  /** Null where there was none, and where the answer came whole. */
  firstReasoningMs: number | null
  firstAnswerMs: number | null
  reasoningTokens: number | null
  reasoningTokensSource: 'reported' | 'implausible' | 'estimated' | null
  totalTokens: number | null
}

export interface Hello {
  version: string
  /** Between two states, in milliseconds. */
  everyMs: number
  /** When it was started, in Unix milliseconds. */
  since: number
  history: readonly Sample[]
  generations: readonly GenerationLine[]
  state: GatewayState
}

export type LiveEvent =
  | { event: 'hello'; data: Hello }
  | { event: 'state'; data: GatewayState }
  | { event: 'generation'; data: GenerationLine }
  | { event: 'budget'; data: unknown }
  | { event: 'bye'; data: { message: string } }

/**
 * How a gateway fares, as it tells its dashboard.
 *
 * @throws {CliError} where it refuses, or is none
 */
export async function* follow(gateway: GatewayClient, signal: AbortSignal): AsyncGenerator<LiveEvent> {
  const response = await gateway.send('/api/live', { signal })
  const type = response.headers.get('content-type') ?? 'nothing'
  if (!type.startsWith('text/event-stream')) {
    await response.body?.cancel()
    throw noGateway(gateway.url, '/api/live', type)
  }
  const decoder = createFrameDecoder('sse')
  for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
    for (const { event, data } of decoder.push(text)) yield { event, data: JSON.parse(data) } as LiveEvent
  }
}
