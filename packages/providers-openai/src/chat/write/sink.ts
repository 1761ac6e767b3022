import type { BlockKind, ErrorPart, Seal, Usage } from '@reason/core/parts'
import type { ChoicePlace } from './not-carried.ts'

/** Message fields that hold text. `reasoning` stands for the dialect's own name. */
export type TextField = 'reasoning' | 'content' | 'refusal'

export interface CallHead {
  call: number
  id: string
  name: string
  /** True for a call whose input is text instead of JSON. */
  custom: boolean
}

/** Destination of a written response: frames, or a whole body. */
export interface ChatSink<C extends ChoiceSink = ChoiceSink> {
  /** Called with the first part of a choice. */
  openChoice(index: number): C
  /** A native field at the top of the response. */
  field(name: string, value: unknown): void
  error(error: ErrorPart['error']): void
  /** Called last, with all usage. */
  end(usages: readonly Usage[]): void
}

export interface ChoiceSink {
  text(field: TextField, text: string, block: number, kind: BlockKind | undefined): void
  /** Seals of a reasoning block, after its text. */
  seals(block: number, seals: readonly Seal[]): void
  /** @param text - Text of the call that came with its start. */
  openCall(head: CallHead, text?: string): void
  callText(call: number, text: string): void
  /** @param rest - Remaining text of the call, may be empty. */
  closeCall(call: number, rest: string, signature: Seal | undefined): void
  /** A native field. The field of a call may come before the call. */
  field(place: ChoicePlace, value: unknown): void
  /** Called with the finish reason, but not for a choice that must not look like a success. */
  finish(word: string, signature: Seal | undefined): void
}
