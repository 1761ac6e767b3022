import type { Channel, DeltaPart } from '@reason/core/parts'

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
