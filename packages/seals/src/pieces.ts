import type { Item } from '@reason/core/result'
import { isAnswer, isReasoning } from './items.ts'
import type { SealedRecord } from './payload.ts'
import { seenDigest } from './seen.ts'

/** What was thought up to a place in a message, and the number of the client's items that stand before it. */
export interface SealedPiece {
  at: number
  record: SealedRecord
}

/**
 * The items of a message whose reasoning is sealed in pieces, each where it was thought. Reasoning that the client brings back in clear is
 * the same once more, or less, and is left out; its texts and its calls stay.
 *
 * A piece in the id of a call also has the text before it, by which the two keep their order, and the seals of the call.
 *
 * @param pieces - In the order of their places.
 */
export function inPlace(items: readonly Item[], pieces: readonly SealedPiece[]): Item[] {
  const all: Item[] = []
  let from = 0
  const isSaid = nativesOf(pieces)
  /** What the record says of the call that comes next. */
  let signed: Item | undefined
  for (const { at, record } of pieces) {
    const between = take(at)
    const { items: said } = record.message
    const call = said.at(-1)?.type === 'tool-call' ? said.at(-1) : undefined
    all.push(...ordered(between, call === undefined ? said : said.slice(0, -1), record.seen))
    signed = call
  }
  return [...all, ...take(items.length)]

  function take(to: number): Item[] {
    const taken = items.slice(from, to).filter((item) => !isReasoning(item) && !isLayout(item) && !isSaid(item))
    from = to
    const first = taken.findIndex(({ type }) => type === 'tool-call')
    const seals = signed?.seals
    signed = undefined
    return seals === undefined || first === -1 ? taken : taken.with(first, { ...taken[first]!, seals } as Item)
  }
}

function ordered(between: readonly Item[], said: readonly Item[], seen: string): Item[] {
  if (!said.some(isAnswer)) return [...between, ...said]
  const text = between.filter(isAnswer).map((block) => block.text)
  if (seenDigest(text.join('')) === seen) return [...between.filter((item) => !isAnswer(item)), ...said]
  return [...said.filter((item) => !isAnswer(item)), ...between]
}

/** How the client's message was written counts blocks, of which there are others now. */
const isLayout = (item: Item): boolean =>
  item.type === 'native' && (item.event.startsWith('replay.') || item.event.startsWith('message.reasoning'))

/** A client that speaks the provider's format brings native items back, too: those that are in a piece already are the same once more. */
function nativesOf(pieces: readonly SealedPiece[]): (item: Item) => boolean {
  const said = new Set<string>()
  const nameOf = (item: Item): string | undefined => (item.type === 'native' ? JSON.stringify([item.event, item.value]) : undefined)
  for (const item of pieces.flatMap(({ record }) => record.message.items)) {
    const name = nameOf(item)
    if (name !== undefined) said.add(name)
  }
  return (item) => {
    const name = nameOf(item)
    return name !== undefined && said.has(name)
  }
}
