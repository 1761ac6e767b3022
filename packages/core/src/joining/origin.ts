import type { BlockStartPart } from '../parts.ts'

/**
 * Source of a block's text. `provider`: a field or event that the provider has for such text (`reasoning_content`, a thinking block, a refusal). `wire`:
 * the ordinary text of the answer, unchanged. `adapter`: split from that text by its delimiters.
 */
export type BlockOrigin = 'provider' | 'wire' | 'adapter'

export const blockOrigins = ['provider', 'wire', 'adapter'] as const satisfies readonly BlockOrigin[]

/** @param block - A block of a pipeline's output. `from` names the block that it was split from. */
export function originOf({ from, channel, kind }: Pick<BlockStartPart, 'from' | 'channel' | 'kind'>): BlockOrigin {
  if (from !== undefined) return 'adapter'
  return channel === 'answer' && kind === undefined ? 'wire' : 'provider'
}
