import type { Channel, DeltaPart, NativePart } from '@reason/core/parts'
import type { Block, Item } from '@reason/core/result'
import { isLoose } from './loose.ts'

/** Separator between two texts that a format writes into one field. */
const emptyLine = '\n\n'

/**
 * Separates texts that share a field. An empty line precedes a text if a commentary block begins or has just ended:
 * commentary would run into the thought or the answer beside it. Blocks of one channel stay one text, as a provider
 * wrote them.
 */
export interface TextSeams {
  /** Returns the separator before a part's text, and counts the text as written. */
  before(field: string, part: Pick<DeltaPart, 'block' | 'channel' | 'text'>): string
  /** Tells whether a separator would precede more text of that block. */
  isDue(field: string, part: Pick<DeltaPart, 'block' | 'channel'>): boolean
}

/** Tells whether another message of the model begins, in a format with several messages per turn (Responses). */
const beginsMessage = ({ event, value }: NativePart): boolean =>
  (event === 'replay.item' || event === 'replay.layout') && isLoose(value) && value.type === 'message'

export function firstBlocks(items: readonly Item[]): ReadonlySet<Block> {
  const found = new Set<Block>()
  let isFirst = false
  for (const item of items) {
    if (item.type === 'native') isFirst ||= beginsMessage(item)
    else if (item.type === 'block' && item.channel !== 'reasoning' && item.text !== '') {
      if (isFirst) found.add(item)
      isFirst = false
    }
  }
  return found
}

export function createTextSeams(): TextSeams {
  const last = new Map<string, { block: number; channel: Channel }>()
  return {
    before(field, { block, channel, text }) {
      if (text === '') return ''
      const before = last.get(field)
      if (before?.block === block && before.channel === channel) return ''
      last.set(field, { block, channel })
      return isApart(before, channel) ? emptyLine : ''
    },
    isDue: (field, { block, channel }) => {
      const before = last.get(field)
      return !(before?.block === block && before.channel === channel) && isApart(before, channel)
    },
  }
}

const isApart = (before: { channel: Channel } | undefined, channel: Channel): boolean =>
  before !== undefined && (before.channel === 'commentary' || channel === 'commentary')
