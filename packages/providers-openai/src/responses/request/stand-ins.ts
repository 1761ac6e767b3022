import { isLoose, isText } from '@reason/wire-kit'

/** A name of an item that the provider keeps, in its place. */
export const isReference = (item: unknown): boolean =>
  isLoose(item) && isText(item.id) && (item.type === 'item_reference' || (Object.keys(item).length === 1 && item.type === undefined))

/** What was said before, in a form that the provider alone can read. */
export const isCompaction = (item: unknown): boolean => isLoose(item) && item.type === 'compaction'
