import type { DeltaPart, Part } from '../parts.ts'
import type { WarningCode } from '../warnings.ts'

/** Facts that governors and observers get about a generation before it begins. */
export interface GenerationRequest {
  /** Id of the request, for logs and traces. */
  id?: string
  model?: string
  provider?: string
  session?: string
  key?: string
  team?: string
  /** Text adapter chosen for the answer, and requested effort. */
  adapter?: string
  effort?: string
  /** Limit of output tokens in the request. */
  maxTokens?: number
}

export type Admission = { admitted: true } | { admitted: false; reason: string; retryAfterSeconds?: number }

/** `stop-reasoning`: no more reasoning, but an answer if possible. `abort`: end the generation. */
export type Verdict = 'continue' | 'stop-reasoning' | 'abort'

/** A verdict, with a warning for the client. */
export interface Judgement {
  verdict: Verdict
  warning?: { code: WarningCode; message: string }
}

/** May act on a generation, but changes no text. A budget is a governor. A governor that throws in `onPart` ends the generation. */
export interface Governor {
  id: string
  admit?(request: GenerationRequest): Admission | Promise<Admission>
  /** Called with every part after splitting and before policies. */
  onPart?(part: Part): Verdict | Judgement
  /** Whether the governor would return `continue` for this text, so that the part may be delivered later. Has no effect. Absent: never sure. */
  passes?(part: DeltaPart): boolean
  /** Called once at the end of the generation, however it ended, even without any part, if `admit` succeeded. */
  close?(): void | Promise<void>
}

/** Only watches. An observer that throws is removed, with a warning, so it never harms a generation. */
export interface Observer {
  id: string
  /** Traces and budgets watch before policies. Metrics of the client's view watch after them. */
  when: 'before-policy' | 'after-policy'
  /** Types of parts to watch. Absent: all. */
  types?: readonly Part['type'][]
  onPart(part: Part): void
  /**
   * Called once at the end of the generation by the code that drives the pipeline, even if the client disconnected and no `end` part came. Not called for
   * a refused generation.
   */
  close?(): void
}
