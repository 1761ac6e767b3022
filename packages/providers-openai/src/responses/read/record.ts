import type { Seal } from '@reason/core/parts'
import { asText, isEmpty, isText, type ChoiceAssembler, type Loose } from '@reason/wire-kit'
import { recordedFields } from '../fields.ts'

/**
 * Emits the details of an item beside its text, as native parts. `replay.item` announces the item of the following
 * blocks and calls. `replay.done` has the fields that changed by the item's end, and seals that came after the end of
 * its last block. Neither contains text of the model.
 */
export interface ItemRecord {
  id(): string | undefined
  /** @param value - The item as sent, with its fields from now on. Absent: unchanged. */
  announce(value?: Loose): void
  finish(value: Loose, lateSeals: Seal[]): void
}

export function createItemRecord(type: string, index: number, id: string | undefined, choice: ChoiceAssembler): ItemRecord {
  let fields: Record<string, unknown> = { type, ...(id !== undefined && { id }) }
  let announced = ''

  return {
    id: () => (isText(fields['id']) ? fields['id'] : undefined),
    announce(value) {
      if (value !== undefined) fields = { ...fields, ...read(value, type) }
      announced = asText(fields)
      choice.native('replay.item', fields, { item: index })
    },
    finish(value, lateSeals) {
      const before = fields
      fields = { ...before, ...read(value, type) }
      if (lateSeals.length === 0 && asText(fields) === announced) return
      const changed = Object.fromEntries(Object.entries(fields).filter(([field, now]) => asText(now) !== asText(before[field])))
      choice.native('replay.done', changed, { item: index, ...(lateSeals.length > 0 && { seals: lateSeals }) })
    },
  }
}

function read(value: Loose, type: string): Record<string, unknown> {
  const id = isText(value.id) ? value.id : value.item_id // `item_id`: Bedrock's whole bodies
  const { status } = value
  return {
    ...(isText(id) && { id }),
    // The usual statuses are omitted. Reasoning items have one only from some providers (xAI), whose clients require it.
    ...(isText(status) && (type === 'reasoning' || (status !== 'in_progress' && status !== 'completed')) && { status }),
    ...Object.fromEntries(recordedFields.flatMap((field) => (isEmpty(value[field]) ? [] : [[field, value[field]]]))),
  }
}
