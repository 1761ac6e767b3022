import type { DeltaPart, Part } from '../parts.ts'
import type { WarningCode } from '../warnings.ts'

/** What a governor or observer may know of a generation before it begins. */
export interface GenerationRequest {
  /** Of the request, for logs and traces. */
  id?: string
  model?: string
  provider?: string
  session?: string
  key?: string
  team?: string
  /** The text adapter that was chosen for the answer, and the effort that was asked for. */
  adapter?: string
  effort?: string
  /** The most output tokens that the request allows. */
  maxTokens?: number
}

export type Admission = { admitted: true } | { admitted: false; reason: string; retryAfterSeconds?: number }

/** `stop-reasoning`: no more of it, but an answer, where that can be had. `abort`: end the generation. */
export type Verdict = 'continue' | 'stop-reasoning' | 'abort'

/** A verdict, with a warning for the client. */
export interface Judgement {
  verdict: Verdict
  warning?: { code: WarningCode; message: string }
}

/** May act on a generation, but changes no text. A budget is one. One that throws in `onPart` ends the generation. */
export interface Governor {
  id: string
  admit?(request: GenerationRequest): Admission | Promise<Admission>
  /** Sees every part after splitting and before policies. */
  onPart?(part: Part): Verdict | Judgement
  /** Whether it would have nothing to say to this text, so that it may hear of it later. Only asks. Absent: never sure. */
  passes?(part: DeltaPart): boolean
  /** The generation is over, however it ended, also when no part of it ever came. Called once, after a successful `admit`. */
  close?(): void | Promise<void>
}

/** Only watches. One that throws is left out from there on, with a warning: it never harms a generation. */
export interface Observer {
  id: string
  /** Traces and budgets look before policies, metrics of what a client got after them. */
  when: 'before-policy' | 'after-policy'
  /** Only these types. Absent: all. */
  types?: readonly Part['type'][]
  onPart(part: Part): void
  /**
   * Ends the generation, also if the client disconnected and no `end` part came. The code that drives the pipeline calls it once,
   * and not for a generation that was refused.
   */
  close?(): void
}
