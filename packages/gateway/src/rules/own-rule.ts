import type { RequestChanges, StopPlan } from '@reason/budget'
import type { Result, Stage, WireFormat } from '@reason/core'
import type { Conversation, Knobs } from '@reason/core/conversation'
import type { GenerationRequest, Governor, Observer } from '@reason/core/pipeline'
import type { Finished } from '@reason/trace-store'
import type { ClientRequest, Sealing, WrapUp } from '../client-apis/client-request.ts'
import type { Wishes } from '../client-apis/effective-access.ts'
import type { ApiError } from '../errors/api-error.ts'
import type { Head } from '../head.ts'
import type { RelayOutcome } from '../relay/relay-outcome.ts'
import type { Split } from '../relay/split-choice.ts'
import type { Send, Upstream } from '../upstreams/upstream.ts'
import type { Incoming } from './incoming.ts'
import type { Told } from './notes/client-notes.ts'

/** A rule of the gateway, such as limits, budgets, policies or traces. Registered third-party rules are wrapped in one. */
export interface OwnRule {
  id: string
  /**
   * Decides on a request.
   *
   * @returns The rule's actions for this generation, or a refusal. Undefined: the rule does not apply.
   */
  admit(generation: GenerationFacts): OwnAdmitted | Promise<OwnAdmitted>
}

export type OwnAdmitted = OwnRun | { refusal: ApiError } | undefined

/** Facts about one generation. The gateway sets them, and rules read them. */
export interface GenerationFacts {
  readonly request: ClientRequest
  readonly incoming: Incoming
  readonly wishes: Wishes
  readonly sealing: Sealing
  /** The request as governors see it, before it is sent. */
  readonly asked: GenerationRequest
  /** The request as observers see it, with the conversation instead of the session. Provider and adapter are added when known. */
  readonly known: GenerationRequest
  /** A governor may stop the reasoning. Set when all rules have admitted the request. */
  mayStop: boolean
  /** The current upstream. */
  upstream?: UpstreamFacts
  /** How the text is split. Set when the upstream responds. */
  split?: Split
  /** The request was sent to an upstream. */
  isSent: boolean
  /** Reports of rules to rules that begin after them, or end before them. */
  readonly reports: RuleReports
}

export interface UpstreamFacts {
  id: string
  provider: string | undefined
  engine: Upstream['engine']
  /** Wire format of the upstream. */
  wire: Pick<WireFormat, 'id' | 'passThrough'>
}

export interface RuleReports {
  /** Reasoning tokens so far, from the budgets. */
  reasoningTokens?(): number
  /** Tokens that the budgets charge. Undefined: no budget binds the generation. */
  chargedTokens?(): number | undefined
  /** Leak score from 0 to 1, from the policies. */
  leakScore?(): number | undefined
  /** Resolves when the trace is stored. */
  trace?: Promise<Finished>
}

/** Facts about an answer when its reasoning has to end. */
export interface Stopping {
  /** The upstream's id of the answer. */
  id: string | undefined
  /** The conversation of the request. */
  conversation: Conversation
  /** All reasoning text so far. */
  reasoning: string
  /** The request may be sent once more. */
  mayAskAgain: boolean
}

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
  requestHeaders?(upstream: Pick<Upstream, 'name' | 'provider'>, headers: Head): Head
  /** Wraps each request to an upstream. The first rule is the outermost. */
  sends?(send: Send): Send
  /** Called once when the upstream responds and the split of its text is known, before the first part. */
  begin?(split: Split): Acts | undefined
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
  told?: Pick<Told, 'notes' | 'news'>
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
export interface Acts {
  /** Stages that see the model's text before blank lines are trimmed. */
  untrimmed?: readonly Stage[]
  policies?: readonly Stage[]
  /** Stages after the policies of all rules. */
  last?: readonly Stage[]
  governors?: readonly Governor[]
  observers?: readonly Observer[]
}
