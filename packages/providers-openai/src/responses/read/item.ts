import type { WarningCode } from '@reason/core/warnings'
import { isEmpty, type BlockKey, type ChoiceAssembler, type Loose } from '@reason/wire-kit'
import { itemFields, recordedFields } from '../fields.ts'

/** Reader of one output element. */
export interface ResponseItem {
  /** Index in the output. */
  readonly index: number
  readonly type: string
  id(): string | undefined
  isDone(): boolean
  /** True once the item began, or came whole. */
  isAdded(): boolean
  added(value: Loose): void
  /** Reads the item at its end: content beyond the pieces that came, seals, and the end itself. */
  done(value: Loose): void
  /** Ends an item that got no end before the response was over. All known fields count. */
  cut(): void
  /** Called when another item continues. */
  settle(): void
}

/** State shared by the items of one response. */
export interface ItemContext {
  readonly choice: ChoiceAssembler
  /** True if messages of the phase `commentary` go to the commentary channel. */
  readonly commentary: boolean
  warn(code: WarningCode, message: string, subject?: string): void
  nextKey(): BlockKey
  /** Called before an item emits anything. @returns Whether another item was current. */
  enter(item: ResponseItem): boolean
  sawRawReasoning(): void
  sawRefusal(): void
}

/** Emits the fields of an item that no other reader takes. */
export function readUnknownFields(value: Loose, { type, index }: ResponseItem, { choice }: ItemContext): void {
  const own = itemFields[type]
  for (const field in value) {
    if (own?.has(field) === true || (recordedFields as readonly string[]).includes(field) || isEmpty(value[field])) continue
    choice.native(`item/${field}`, value[field], { item: index, channel: 'reasoning' })
  }
}
