import type { Governor, Observer, Stage } from '@reason/core'
import type { AnswerListener, Exchange } from '../upstream/upstream.ts'
import type { Outcome } from '../relay/relay.ts'

/** Sends a request of this generation. */
export type Send = (listener: AnswerListener) => Exchange

/** What is known of an answer when its reasoning has to end. */
export interface Stopping {
  /** The upstream's id of the answer. */
  id: string | undefined
  /** All that was thought. */
  reasoning: string
}

/**
 * How the reasoning was ended: the upstream was `told` and goes on to the answer; another attempt is sent, which continues this one;
 * or the answer ends here, without one.
 */
export type Stopped = 'told' | 'ended' | { send: Send }

/** What governs one generation: who may act on it, who watches, and what becomes of it when its reasoning does not come to an end. */
export interface Generation {
  policies: readonly Stage[]
  governors: readonly Governor[]
  observers: readonly Observer[]
  /** For the head of the answer. */
  headers: Readonly<Record<string, string>>
  /** A governor has stopped the reasoning. Asked once. */
  stop(what: Stopping): Stopped
  /** Thinking has used up all of the output, and there is no answer. Absent: that is the outcome. */
  rescue?(): Send | undefined
  /** For the client, in the last event of the answer. Undefined: there is nothing to tell. */
  notes(): Readonly<Record<string, unknown>> | undefined
  /** It is over, however it ended. Called once. */
  over(outcome: Outcome): void
}

/** Where nothing is governed. */
export const ungoverned: Generation = {
  policies: [],
  governors: [],
  observers: [],
  headers: {},
  stop: () => 'ended',
  notes: () => undefined,
  over() {},
}
