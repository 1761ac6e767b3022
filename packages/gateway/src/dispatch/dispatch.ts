import type { Router } from '@reason/routing'
import type { PolicyConfig } from '@reason/policy'
import type { Backend } from '../generation/backend.ts'
import type { Destination, RequestContent } from '../generation/destination.ts'
import type { Generation } from '../generation/generation.ts'
import type { RelayOutcome } from '../generation/relay-outcome.ts'
import type { Head } from '../head.ts'
import type { Sink } from '../relay/sink.ts'
import type { Send } from '../upstreams/upstream.ts'

export interface DispatchOptions {
  router: Pick<Router, 'route' | 'acquire' | 'retry'>
  /** The current upstreams. Undefined: routing is off. */
  backends(): ReadonlyMap<string, Backend> | undefined
  /** Keeps the current upstreams open for this request. @returns Call it once when the request is over. */
  hold(): () => void
  /** Any backend. It reads the conversation; backends differ only in how they write it. */
  first: Backend
  content: RequestContent
  policy: PolicyConfig
  generation: Generation
  /** Headers of the client. */
  headers: Head
  /** Destination of the answer. */
  sink: Pick<Sink, 'onGone'>
  /** Called before the request may wait in a queue. @param stop - Ends the wait. */
  waits(stop: () => void): void
  /** Bytes of a whole answer that are held at most. A longer answer is forwarded as it arrives. */
  mostHeld: number
  /** The client's key. Waiting requests of different keys take turns. */
  key: string | undefined
  /** Timestamp from `performance.now`. */
  startedAt: number
  onFault(error: unknown): void
}

/** Sends a request to one upstream, and to others until one answers. */
export interface Dispatch {
  destination: Destination
  send: Send
  /** Notes about settings of the client that were changed or left out. */
  notes(): readonly string[]
  /** The gateway's own headers for the answer. */
  headers(): Readonly<Record<string, string>>
  /** Called when the request is over. Releases its concurrency slot. */
  over(outcome: Pick<RelayOutcome, 'status' | 'aborted' | 'error'>): void
}
