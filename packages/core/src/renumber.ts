import type { Part } from './parts.ts'

/** Where the numbers of one stream of blocks and calls continue those of another. */
export interface Numbers {
  blocks: number
  calls: number
}

/** The part with its block or call counted from an offset. The same object where nothing changes. */
export function renumber<P extends Part>(part: P, offset: Numbers): P {
  if (offset.blocks > 0 && 'block' in part && part.block !== undefined) return { ...part, block: part.block + offset.blocks }
  if (offset.calls > 0 && 'call' in part) return { ...part, call: part.call + offset.calls }
  return part
}
