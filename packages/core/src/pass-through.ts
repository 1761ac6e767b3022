import type { Conversation, Knobs } from './conversation/conversation.ts'
import type { ReplayPlan, Target } from './conversation/replay.ts'

export type RequestBody = Readonly<Record<string, unknown>>

/** Changes to a request whose target uses the same format. All other fields stay unchanged. */
export interface PassThrough {
  /** Removes lines of a client's instructions that are meant for another provider. Returns the same object if there are none. Absent: no client writes any. */
  withoutForeignLines?(body: RequestBody, target: Target): RequestBody
  /** Amendments in order, each applied to the result of the previous one. */
  amendments?: readonly Amendment[]
  /** Whether the target refuses a wording in the request that the format can express otherwise. */
  mayBeRefused?(body: RequestBody, target: Target): boolean
  /** Whether the target refuses the request because a tool loop lacks thinking. */
  needsThinking?(body: RequestBody): boolean
  /** Fields that request visible reasoning, for a request that does not specify it. */
  askingFor?(visibility: NonNullable<Knobs['visibility']>, body: RequestBody, target: Target): RequestBody
  /** Setting that makes the target show thinking that it hides. Undefined: the target cannot. Absent: the same setting as for all targets of the format. */
  wayToSee?(body: RequestBody, target: Target): WayToSee | undefined
  /** Whether the target counts the tokens of every stream, and refuses to be asked for it. Absent: never. */
  countsUnasked?(target: Target): boolean
  /** Whether an amendment moves thoughts out of the beginning of texts, so that the request need not be rewritten for them. */
  movesThoughts?: true
}

export interface WayToSee {
  /** The setting, as a request writes it. */
  words: string
  /** Whether the request contains the setting. */
  isAsked: boolean
}

/** Changes earlier answers in a request so that the target can read them. @returns Undefined if nothing changes. */
export type Amendment = (body: RequestBody, context: AmendmentContext) => Amended | undefined

export interface AmendmentContext {
  /** Plans which reasoning of a conversation is sent to the target. */
  replay(conversation: Conversation): ReplayPlan
  /** Whether the format knows the provider's output. */
  isKnown: boolean
  /** Whether old reasoning is dropped if the target has no use for it. */
  dropsOld: boolean
  /** Finds the thought at the beginning of a text of the history. Absent: thoughts may stay in texts. */
  leadingThought?(text: string): LeadingThought | undefined
}

export interface LeadingThought {
  /** Without surrounding whitespace. Empty for a thought that was opened and closed at once. */
  reasoning: string
  /** Text after the thought, without leading whitespace. */
  answer: string
}

export interface Amended {
  body: RequestBody
  /** Decisions about the reasoning. Absent: all of it stayed. */
  plan?: ReplayPlan
  /** Notes for the client about what was left out. */
  notes?: readonly string[]
}
