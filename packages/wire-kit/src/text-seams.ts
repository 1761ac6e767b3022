import type { BlockKind, Channel, DeltaPart, NativePart } from '@reason/core/parts'
import type { Block, Item } from '@reason/core/result'
import { isLoose } from './loose.ts'

/** Separator between two texts that a format writes into one field. */
const emptyLine = '\n\n'

/**
 * Separates texts that share a field. An empty line precedes a text if a commentary block begins or has just ended, as
 * commentary would run into the thought or the answer beside it. It also precedes each further part of a summary, which
 * is a paragraph of its own (Responses). Other blocks of one channel stay one text, as a provider wrote them.
 */
export interface TextSeams {
  /** Returns the separator before a part's text, and counts the text as written. */
  before(field: string, part: Pick<DeltaPart, 'block' | 'channel' | 'text'>, kind?: BlockKind): string
  /** Tells whether a separator would precede more text of that block. */
  isDue(field: string, part: Pick<DeltaPart, 'block' | 'channel'>, kind?: BlockKind): boolean
}

/** A block whose text was written. */
interface WrittenBlock {
  block: number
  channel: Channel
  kind: BlockKind | undefined
  /** The text ends in a line break. */
  isEnded: boolean
}

/** Tells whether another message of the model begins, in a format with several messages per turn (Responses). */
const beginsMessage = ({ event, value }: NativePart): boolean =>
  (event === 'replay.item' || event === 'replay.layout') && isLoose(value) && value.type === 'message'

/** Returns the first block of each message. */
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
  const last = new Map<string, WrittenBlock>()
  return {
    before(field, { block, channel, text }, kind) {
      if (text === '') return ''
      const before = last.get(field)
      const isEnded = text.endsWith('\n')
      if (before?.block === block && before.channel === channel) {
        before.isEnded = isEnded
        return ''
      }
      last.set(field, { block, channel, kind, isEnded })
      return isApart(before, channel, kind) && !(kind === 'summary' && text.startsWith('\n')) ? emptyLine : ''
    },
    isDue: (field, { block, channel }, kind) => {
      const before = last.get(field)
      return !(before?.block === block && before.channel === channel) && isApart(before, channel, kind)
    },
  }
}

function isApart(before: WrittenBlock | undefined, channel: Channel, kind: BlockKind | undefined): boolean {
  if (before === undefined) return false
  if (kind === 'summary' && before.kind === 'summary') return !before.isEnded
  return before.channel === 'commentary' || channel === 'commentary'
}
