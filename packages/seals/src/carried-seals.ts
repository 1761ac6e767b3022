import type { Conversation } from '@reason/core/conversation'
import type { Item } from '@reason/core/result'
import { splitCallId } from './call-id.ts'
import { isSealed } from './envelope.ts'

/** Consecutive items of a message, and the sealed values that they carry. */
export interface Carried {
  /** Sealed values, each with the number of preceding items. */
  values: Map<string, number>
  /** Values that came in call ids. */
  inIds: Set<string>
  /** Items without the carriers of the values. */
  items: Item[]
}

/**
 * Finds sealed values among the items of a message: in seals of blocks, and in call ids. Items that contain only such a
 * seal are removed.
 *
 * @returns Undefined if there are none.
 */
export function findCarried(items: readonly Item[]): Carried | undefined {
  if (!items.some(carries)) return undefined
  const found: Carried = { values: new Map(), inIds: new Set(), items: [] }
  for (const item of items) take(item, found)
  return found
}

/**
 * Finds sealed values in a format that has several messages of a model in a row, each of which ends with its seal.
 *
 * @param isEarly - Whether more of the message follows a value.
 */
export function findEachCarried(items: readonly Item[], isEarly: (value: string) => boolean): Carried[] {
  const all: Carried[] = []
  let open: Carried | undefined
  for (const item of items) {
    if (open === undefined) all.push((open = { values: new Map(), inIds: new Set(), items: [] }))
    const before = open.values.size
    take(item, open)
    if (item.type === 'block' && [...open.values.keys()].slice(before).some((value) => !isEarly(value))) open = undefined
  }
  return all
}

/**
 * Sealed fields that a client keeps, judged by its conversation: `all`, only `blocks` with text beside the seal (some
 * clients drop blocks without text), or `nothing` so far.
 */
export type KeptFields = 'all' | 'blocks' | 'nothing'

/** Looks at a conversation that a client sent back, and says which sealed fields the client keeps. */
export function keptFields({ messages }: Conversation): KeptFields {
  const found = messages.flatMap((message) => (message.role === 'assistant' ? message.items.filter(hasSealedField) : []))
  if (found.some((item) => item.type !== 'block' || item.text === '')) return 'all'
  return found.length > 0 ? 'blocks' : 'nothing'
}

const hasSealedField = ({ seals }: Item): boolean => seals?.some(({ value }) => isSealed(value)) === true

const carries = (item: Item): boolean =>
  (item.type === 'tool-call' && item.id !== undefined && splitCallId(item.id).value !== undefined) || hasSealedField(item)

function take(item: Item, into: Carried): void {
  if (!carries(item)) return void into.items.push(item)
  const ours = item.seals?.filter(({ value }) => isSealed(value)) ?? []
  for (const { value } of ours) add(value)
  const { seals, ...bare } = item
  const left = seals?.filter((seal) => !ours.includes(seal)) ?? []
  const rest = { ...bare, ...(left.length > 0 && { seals: left }) } as Item
  if (rest.type === 'tool-call') {
    const { id, value } = splitCallId(rest.id ?? '')
    if (value !== undefined) {
      if (!into.values.has(value)) into.inIds.add(value)
      add(value)
    }
    into.items.push(rest.id === undefined ? rest : { ...rest, id })
  } else if (rest.type === 'block' && (rest.text !== '' || left.length > 0)) into.items.push(rest)

  function add(value: string): void {
    if (!into.values.has(value)) into.values.set(value, into.items.length)
  }
}
