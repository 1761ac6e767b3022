import { isLoose, isText } from '@reason/wire-kit'

/** True for a reference to an item that the provider stores. */
export const isReference = (item: unknown): boolean =>
  isLoose(item) && isText(item.id) && (item.type === 'item_reference' || (Object.keys(item).length === 1 && item.type === undefined))

/** True for a compaction: earlier messages in a form that only the provider can read. */
export const isCompaction = (item: unknown): boolean => isLoose(item) && item.type === 'compaction'
