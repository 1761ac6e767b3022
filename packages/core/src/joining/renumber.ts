import type { Part } from '../parts.ts'

/** Offsets at which one stream's block and call numbers continue those of another stream. */
export interface PartNumbers {
  blocks: number
  calls: number
}

/** Adds an offset to a part's block or call number. Returns the same object if nothing changes. */
export function renumber<P extends Part>(part: P, offset: PartNumbers): P {
  if (offset.blocks > 0 && 'block' in part && part.block !== undefined) return { ...part, block: part.block + offset.blocks }
  if (offset.calls > 0 && 'call' in part) return { ...part, call: part.call + offset.calls }
  return part
}
