import type { Channel, DeltaPart, NativePart } from '@reason/core/parts'
import type { Block, Item } from '@reason/core/result'
import { isLoose } from './loose.ts'

/** Stands between two texts that a format writes into one field. */
const emptyLine = '\n\n'

/**
 * What stands before a text in a field that has others already: an empty line where a block of commentary begins or has ended before it, as
 * it would run into the thought or the answer beside it. Blocks of one channel stay one text, as a provider wrote them.
 */
export interface TextSeams {
  /** Before the text of that part. Counts it as written. */
  before(field: string, part: Pick<DeltaPart, 'block' | 'channel' | 'text'>): string
  /** Whether something would stand before more text of that block. */
  isDue(field: string, part: Pick<DeltaPart, 'block' | 'channel'>): boolean
}

/** Whether another message of the model begins, in a format that has several in one turn (Responses). */
const beginsMessage = ({ event, value }: NativePart): boolean =>
  (event === 'replay.item' || event === 'replay.layout') && isLoose(value) && value.type === 'message'

/** The blocks with which messages begin. */
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
