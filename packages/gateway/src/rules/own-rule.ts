import type { RequestChanges, StopPlan } from '@reason/budget'
import type { Result, Stage, WireFormat } from '@reason/core'
import type { Conversation, Knobs } from '@reason/core/conversation'
import type { GenerationRequest, Governor, Observer } from '@reason/core/pipeline'
import type { Finished } from '@reason/trace-store'
import type { ClientRequest, Sealing, WrapUp } from '../client-apis/client-request.ts'
import type { Wishes } from '../client-apis/effective-access.ts'
import type { ApiError } from '../errors/api-error.ts'
import type { Head } from '../head.ts'
import type { Outcome } from '../relay/relay-outcome.ts'
import type { Split } from '../relay/split-choice.ts'
import type { Send, Upstream } from '../upstreams/upstream.ts'
import type { Incoming } from './incoming.ts'
import type { Told } from './notes/client-notes.ts'

/** A rule of the gateway: limits, budgets, policies, traces and the like. What others register becomes one, too. */
export interface OwnRule {
  id: string
  /** Decides on a request. @returns What the rule does with this generation, a refusal, or nothing where it is none of its business. */
  admit(generation: GenerationFacts): OwnAdmitted | Promise<OwnAdmitted>
}

export type OwnAdmitted = OwnRun | { refusal: ApiError } | undefined

/** What is known of one generation. The gateway fills it in, and rules read it. */
export interface GenerationFacts {
  readonly request: ClientRequest
  readonly incoming: Incoming
  readonly wishes: Wishes
  readonly sealing: Sealing
  /** As governors know the request, before it is sent. */
  readonly asked: GenerationRequest
  /** As observers know it: with the conversation in place of the session; provider and adapter are added when they are known. */
  readonly known: GenerationRequest
  /** A governor may stop the reasoning. Known when all rules have admitted the request. */
  mayStop: boolean
  /** Whom it asks. */
  upstream?: UpstreamFacts
  /** How its text is split. Known when the upstream answers. */
  split?: Split
  /** It went to an upstream. */
  isSent: boolean
  /** What rules tell those that begin behind them, or end before them. */
  readonly reports: RuleReports
}

export interface UpstreamFacts {
  id: string
  provider: string | undefined
  engine: Upstream['engine']
  /** What it speaks. */
  wire: Pick<WireFormat, 'id' | 'passThrough'>
}

export interface RuleReports {
  /** Reasoning so far. From the budgets. */
  reasoningTokens?(): number
  /** What the budgets charge. Undefined: none binds the generation. */
  chargedTokens?(): number | undefined
  /** 0 to 1. From the policies. */
  leakScore?(): number | undefined
  /** Its trace, when it is stored. */
  trace?: Promise<Finished>
}

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

/** What one rule does with one generation. All of it is optional. */
export interface OwnRun {
  /** They hold from now on. */
  governors?: readonly Governor[]
  /** They may stop the reasoning. */
  mayStop?: boolean
  /** An answer that was cut may be continued. */
  mayContinue?: boolean
  /** Messages that ask the model to come to an end. Asked once, when all rules have admitted the request. */
  wrapUps?(): readonly WrapUp[]
  /** What to change in the request before it is sent. @param knobs - Its own, where they are needed. */
  changes?(knobs: () => Knobs | undefined): RequestChanges
  /** The headers of the client, for an upstream that is about to be asked. */
  requestHeaders?(upstream: Pick<Upstream, 'name' | 'provider'>, headers: Head): Head
  /** Each request to an upstream. The first rule is the outermost. */
  sends?(send: Send): Send
  /** The upstream answers, and how its text is split is known. Called once, before the first part. */
  begin?(split: Split): Acts | undefined
  /** Watches the channels of an answer that is split otherwise. */
  channels?(): Observer
  /** Pieces of text have come and gone on, which are shown to the rules later. @param length - Of all of them, in UTF-16 units. */
  passed?(pieces: number, length: number): void
  /** For the head of the answer. May be asked more than once. */
  headers?(): Readonly<Record<string, string>>
  /** Notes for the client, beside its answer. */
  told?: Pick<Told, 'notes' | 'news'>
  /** A governor has stopped the reasoning. @returns Ways to end it upstream, best first. */
  stop?(what: Stopping): StopPlan[]
  /** Thinking may have used up all of the output. @returns The knobs with which to ask once more. */
  rescue?(how: Pick<Result, 'finish' | 'warnings'>, knobs: () => Knobs | undefined): Knobs | undefined
  /** Another request of the same generation follows. */
  nextAttempt?(): void
  /** It is over, and its client may not know yet. Called once, in the reverse order of the rules, as `end` is. */
  over?(outcome: Outcome): void
  /** The client has what it gets, and observers are closed; governors are closed after it. Called once. */
  end?(outcome: Outcome): void | Promise<void>
}

/** What acts on the parts of a generation, and what watches them. */
export interface Acts {
  /** Stages that see the text of the model with its blank lines, which clients do not get. */
  untrimmed?: readonly Stage[]
  policies?: readonly Stage[]
  /** Behind the policies of all rules. */
  last?: readonly Stage[]
  governors?: readonly Governor[]
  observers?: readonly Observer[]
}
