import type { BlockKind, ErrorPart, Seal, Usage } from '@reason/core/parts'
import type { ChoicePlace } from './not-carried.ts'

/** Fields of a message that have a text. `reasoning` stands for what the dialect calls it. */
export type TextField = 'reasoning' | 'content' | 'refusal'

export interface CallHead {
  call: number
  id: string
  name: string
  /** Its input is a text, not JSON. */
  custom: boolean
}

/** Where a written response goes: frames, or a whole body. */
export interface ResponseSink<C extends ChoiceSink = ChoiceSink> {
  /** The first part of a choice has come. */
  openChoice(index: number): C
  /** A native field at the top of the response. */
  field(name: string, value: unknown): void
  error(error: ErrorPart['error']): void
  /** Last of all. */
  end(usages: readonly Usage[]): void
}

/** Where one choice goes. */
export interface ChoiceSink {
  text(field: TextField, text: string, block: number, kind: BlockKind | undefined): void
  /** Of a block of reasoning, behind its text. */
  seals(block: number, seals: readonly Seal[]): void
  openCall(head: CallHead): void
  callText(call: number, text: string): void
  /** @param rest - The last of its text, if any. */
  closeCall(call: number, rest: string, signature: Seal | undefined): void
  /** A native field; that of a call may come before the call. */
  field(place: ChoicePlace, value: unknown): void
  /** Not called for a choice that must not look like a success. */
  finish(word: string, signature: Seal | undefined): void
}
