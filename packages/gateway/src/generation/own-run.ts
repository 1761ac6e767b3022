import type { RequestChanges, StopPlan } from '@reason/budget'
import type { Result, Stage } from '@reason/core'
import type { Conversation, Knobs } from '@reason/core/conversation'
import type { Governor, Observer } from '@reason/core/pipeline'
import type { WrapUp } from '../client-apis/client-request.ts'
import type { Head } from '../head.ts'
import type { Send, Upstream } from '../upstreams/upstream.ts'
import type { ClientNotes } from './note.ts'
import type { RelayOutcome } from './relay-outcome.ts'
import type { Split } from './split.ts'

/** Actions of one rule for one generation. Each is optional. */
export interface OwnRun {
  /** Governors that act from admission on. */
  governors?: readonly Governor[]
  /** The governors may stop the reasoning. */
  mayStop?: boolean
  /** An answer that was cut may be continued. */
  mayContinue?: boolean
  /** Messages that ask the model to finish. Called once, when all rules have admitted the request. */
  wrapUps?(): readonly WrapUp[]
  /** Changes to the request before it is sent. @param knobs - Reads the request's own knobs. */
  changes?(knobs: () => Knobs | undefined): RequestChanges
  /** Headers for an upstream request that is about to be sent. @param headers - Those of the client. */
  requestHeaders?(upstream: Pick<Upstream, 'address' | 'provider'>, headers: Head): Head
  /** Wraps each request to an upstream. The first rule is the outermost. */
  sends?(send: Send): Send
  /** Called once when the upstream responds and the split of its text is known, before the first part. */
  begin?(split: Split): RuleStages | undefined
  /** Observes the channels of an answer that is split at a marker. */
  channels?(): Observer
  /**
   * Text took the fast path. Rules see it later.
   *
   * @param pieces - Number of deltas.
   * @param length - Length of their text in UTF-16 units.
   */
  passed?(pieces: number, length: number): void
  /** Headers for the answer. May be called more than once. */
  headers?(): Readonly<Record<string, string>>
  /** Notes for the client, in addition to its answer. */
  clientNotes?: ClientNotes
  /** Called when a governor has stopped the reasoning. @returns Ways to end it upstream, best first. */
  stop?(what: Stopping): StopPlan[]
  /** Called when reasoning may have used up the output. @returns Knobs for a retry. */
  rescue?(how: Pick<Result, 'finish' | 'warnings'>, knobs: () => Knobs | undefined): Knobs | undefined
  /** Another request of the same generation follows. */
  nextAttempt?(): void
  /** Called once when the generation is over, before its client may know. Rules are called in reverse order, also for `end`. */
  over?(outcome: RelayOutcome): void
  /** Called once when the client has its answer and observers are closed. Governors are closed after it. */
  end?(outcome: RelayOutcome): void | Promise<void>
}

/** Stages and observers for the parts of a generation. */
export interface RuleStages {
  /** Stages that see the model's text before blank lines are trimmed. */
  untrimmed?: readonly Stage[]
  policies?: readonly Stage[]
  /** Stages after the policies of all rules. */
  last?: readonly Stage[]
  governors?: readonly Governor[]
  observers?: readonly Observer[]
}

/** Facts about an answer when its reasoning has to end. */
export interface Stopping {
  /** The upstream's id of the answer. */
  id: string | undefined
  conversation: Conversation
  /** All reasoning text so far. */
  reasoning: string
  /** The request may be sent once more. */
  mayAskAgain: boolean
}
