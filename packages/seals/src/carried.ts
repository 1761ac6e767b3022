import type { Conversation } from '@reason/core/conversation'
import type { Item } from '@reason/core/result'
import { splitCallId } from './call-id.ts'
import { isSealed } from './envelope.ts'

/** A run of a message's items, and the sealed values that they carry. */
export interface Carried {
  /** Each with the number of items that stood before it. */
  values: Map<string, number>
  /** Of these, the values in ids of calls. */
  inIds: Set<string>
  /** The rest: without what carried them. */
  items: Item[]
}

/**
 * Finds sealed values among the items of a message: seals of blocks, and ends of calls' ids. What has nothing but such a seal is left out.
 *
 * @returns Undefined: there are none.
 */
export function findCarried(items: readonly Item[]): Carried | undefined {
  if (!items.some(carries)) return undefined
  const found: Carried = { values: new Map(), inIds: new Set(), items: [] }
  for (const item of items) take(item, found)
  return found
}

/**
 * The same, for a format in which several messages of a model stand in a row: each ends with its seal.
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
 * What a client keeps of sealed fields, by what it brought back: `all`, only blocks that have a text beside the seal (some leave out what has none), or
 * nothing, as far as the conversation shows.
 */
export type KeptFields = 'all' | 'blocks' | 'nothing'

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
