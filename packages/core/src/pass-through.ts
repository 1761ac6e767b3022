import type { Conversation, Knobs } from './conversation/conversation.ts'
import type { ReplayPlan, Target } from './conversation/replay.ts'

/** Of a request, parsed. */
export type RequestBody = Readonly<Record<string, unknown>>

/** What changes in a request whose target speaks its format, too. All that is not named here goes as it came. */
export interface PassThrough {
  /** Without lines of a client's instructions that are for another provider. The same object, where there are none. Absent: no client writes any. */
  withoutForeignLines?(body: RequestBody, target: Target): RequestBody
  /** Asked in turn, each with what the one before made. */
  amendments?: readonly Amendment[]
  /** Whether the target refuses words of the request that the format can write otherwise. */
  mayBeRefused?(body: RequestBody, target: Target): boolean
  /** Whether the target refuses the request where thinking is missing in a tool loop. */
  needsThinking?(body: RequestBody): boolean
  /** Fields with which a request that says nothing of it asks for reasoning to be shown. */
  askingFor?(visibility: NonNullable<Knobs['visibility']>, body: RequestBody, target: Target): RequestBody
  /** How a request asks the target to show thinking that it hides. Undefined: it cannot. Absent: as all targets of the format are asked. */
  wayToSee?(body: RequestBody, target: Target): WayToSee | undefined
  /** Thoughts at the beginning of texts are moved by one of the amendments, so that the request need not be written anew for them. */
  movesThoughts?: true
}

export interface WayToSee {
  /** The setting, as it stands in a request. */
  words: string
  /** The request has it. */
  isAsked: boolean
}

/** A change of what a request brings back of earlier answers, so that the target reads it. @returns Undefined: it changes nothing. */
export type Amendment = (body: RequestBody, context: AmendmentContext) => Amended | undefined

export interface AmendmentContext {
  /** What becomes of the reasoning of a conversation there. */
  replay(conversation: Conversation): ReplayPlan
  /** The format knows what the provider writes. */
  isKnown: boolean
  /** Old reasoning goes where the target has no use for it. */
  dropsOld: boolean
  /** The thought that a text of the history begins with. Absent: thoughts may stay in texts. */
  leadingThought?(text: string): LeadingThought | undefined
}

export interface LeadingThought {
  /** Without white space around it; empty for a thought that was opened and closed at once. */
  reasoning: string
  /** The text behind it, without white space in front. */
  answer: string
}

export interface Amended {
  body: RequestBody
  /** What became of the reasoning. Absent: all of it stayed. */
  plan?: ReplayPlan
  /** What was left out, for the client. */
  notes?: readonly string[]
}
