import type { RequestChanges, StopPlan } from '@reason/budget'
import type { Result, Stage } from '@reason/core'
import type { Governor, Observer } from '@reason/core/pipeline'
import type { Conversation, Knobs } from '@reason/core/conversation'
import type { Sealing } from '../client-apis/client-request.ts'
import type { Outcome } from '../relay/relay-outcome.ts'
import type { Split } from '../relay/split-choice.ts'
import type { Secret } from '../errors/withheld-text.ts'
import type { StartEvidence } from '../upstreams/start-evidence.ts'
import type { Send, Upstream } from '../upstreams/upstream.ts'
import type { Told } from './notes/client-notes.ts'
import type { WrapUp } from './budget/wrap-ups.ts'
import type { Head } from '../head.ts'

/** What is known of an answer when its reasoning has to end. */
export interface Stopping {
  /** The upstream's id of the answer. */
  id: string | undefined
  /** The request that is being answered. */
  conversation: Conversation
  /** All that was thought. */
  reasoning: string
  /** It may be asked once more. */
  mayAskAgain: boolean
}

/** What acts on the parts of a generation, and what watches them. */
export interface Rules {
  policies: readonly Stage[]
  governors: readonly Governor[]
  observers: readonly Observer[]
}

/** How its upstreams are asked. */
export interface RequestRules {
  /** Whom it asks, from now on. Called before anything is sent there. */
  goesTo(backend: { id: string; upstream: Pick<Upstream, 'provider' | 'engine' | 'api'>; starts: Pick<StartEvidence, 'engine'> }): void
  /** What to change in the request before it is sent. @param knobs - Its own, where they are asked for. */
  before(knobs: () => Knobs | undefined): RequestChanges
  /** The headers of its client, for an upstream that is about to be asked. */
  passes(upstream: Pick<Upstream, 'name' | 'provider'>, headers: Head): Head
  /** Counts what becomes of a request to the upstream. */
  watch(send: Send): Send
}

/** What holds for its answer, of however many attempts that is made. */
export interface AnswerRules {
  /** The upstream answers, and how its text is split is known. Called once, before the first part. */
  begin(resolution: Split): Rules
  /** Pieces of text have come and gone on, which are shown to its rules later. @param length - Of all of them, in UTF-16 units. */
  arrived(pieces: number, length: number): void
  /** Watches the channels of an answer that is split otherwise. */
  onChannels(): Observer
  /** What of an upstream's own words about a failure the client may not see. */
  secret(): Secret
  /** For its head. */
  headers(): Readonly<Record<string, string>>
  /** What the client is told beside its answer. */
  told: Pick<Told, 'notes' | 'news'>
}

/** What follows where reasoning does not come to an end by itself, or leaves no room for an answer. */
export interface OverrunRules {
  /** A governor may stop the reasoning. */
  mayStop: boolean
  /** An answer that was cut may be continued: all that was thought is kept until then. */
  mayContinue: boolean
  /** A governor has stopped the reasoning: the ways there are to end it upstream, best first. */
  stop(what: Stopping): StopPlan[]
  /** Thinking may have used up all of the output: the knobs with which to ask once more. Undefined: it has not, or that is the outcome. */
  rescue(how: Pick<Result, 'finish' | 'warnings'>, knobs: () => Knobs | undefined): Knobs | undefined
  /** Another request follows. */
  nextAttempt(): void
}

/** What governs one generation. */
export interface Generation {
  /** What it is part of: a session, or what the client calls the conversation. */
  conversation: string | undefined
  /** What of its conversation travels sealed. */
  sealing: Sealing
  /** Messages that ask the model to come to an end. */
  wrapUps: readonly WrapUp[]
  requests: RequestRules
  answer: AnswerRules
  overrun: OverrunRules
  /** It is over, however it ended. Called once. */
  over(outcome: Outcome): void
}
