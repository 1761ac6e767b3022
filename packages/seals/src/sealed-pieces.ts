import type { Item } from '@reason/core/result'
import { isAnswer, isReasoning } from './items.ts'
import type { SealedRecord } from './payload.ts'
import { seenDigest } from './answer-digest.ts'
import { withoutTaggedCopy } from './tagged-copy.ts'

/** Reasoning up to a place in a message, and the number of the client's items before that place. */
export interface SealedPiece {
  at: number
  record: SealedRecord
}

/**
 * Restores a message whose reasoning is sealed in pieces, each at its original place. Reasoning that the client returns
 * in clear text is at most a copy, and is left out; its texts and calls stay.
 *
 * A piece in a call id also contains the text before it, which keeps their order, and the seals of the call.
 *
 * @param pieces - In the order of their places.
 */
export function inPlace(sent: readonly Item[], pieces: readonly SealedPiece[]): Item[] {
  const items = withoutTaggedCopy(
    sent,
    pieces.flatMap(({ record }) => record.message.items),
  )
  const all: Item[] = []
  let from = 0
  const isSaid = nativesOf(pieces)
  /** The record's version of the next call. */
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
    const taken = items.slice(from, to).filter((item) => !isReasoning(item) && !isEmptyAnswer(item) && !isLayout(item) && !isSaid(item))
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

const isEmptyAnswer = (item: Item): boolean => isAnswer(item) && item.text === ''

/** True for layouts of the client's message. A layout counts blocks, which have changed. */
const isLayout = (item: Item): boolean =>
  item.type === 'native' && (item.event.startsWith('replay.') || item.event.startsWith('message.reasoning'))

/** Creates a test for native items that a piece already contains. A client of the provider's format returns them as well. */
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
