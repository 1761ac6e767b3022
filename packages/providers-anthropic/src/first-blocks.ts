import { asLoose, type Loose } from '@reason/wire-kit'
import type { BlockReader } from '@reason/wire-kit'

/** Blocks in the message of `message_start`, each of which is read when no event can repeat it any more. */
export interface FirstBlocks {
  take(blocks: readonly unknown[]): void
  /** Called before a block starts. A block of the same index and type is the same one. */
  readBefore(start: Loose): void
  /** Called before a delta of the block with this index. */
  readThrough(index: unknown): void
  readAll(): void
}

/**
 * The API sends no blocks there, but some proxies do. The `MessageStream` of Anthropic's SDK shows some, too: its
 * `message_start` has the message that it collects, and so the beginning of blocks whose events are still to come.
 */
export function createFirstBlocks(reader: BlockReader): FirstBlocks {
  let blocks: unknown[] = []
  let next = 0
  return {
    take(taken) {
      // The list belongs to the SDK, and grows while it collects.
      blocks = [...taken]
      next = 0
    },
    readBefore({ index, content_block: block }) {
      const at = typeof index === 'number' ? index : blocks.length
      const { type } = asLoose(blocks[at])
      if (type !== undefined && type === asLoose(block)['type']) blocks[at] = undefined
      read(at)
    },
    readThrough: (index) => read(typeof index === 'number' ? index + 1 : blocks.length),
    readAll: () => read(blocks.length),
  }

  function read(end: number): void {
    for (; next < Math.min(end, blocks.length); next++) if (blocks[next] !== undefined) reader.whole([blocks[next]])
  }
}
