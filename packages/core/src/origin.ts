import type { BlockStartPart } from './parts.ts'

/**
 * Where the text of a block comes from. `provider`: a field or an event that the provider has for such text (`reasoning_content`, a
 * thinking block, a refusal). `wire`: the ordinary text of the answer, as it came. `adapter`: split from that text by its delimiters.
 */
export type BlockOrigin = 'provider' | 'wire' | 'adapter'

export const blockOrigins = ['provider', 'wire', 'adapter'] as const satisfies readonly BlockOrigin[]

/** @param block - As a pipeline gives it: a block that was split off says which one it came from. */
export function originOf({ from, channel, kind }: Pick<BlockStartPart, 'from' | 'channel' | 'kind'>): BlockOrigin {
  if (from !== undefined) return 'adapter'
  return channel === 'answer' && kind === undefined ? 'wire' : 'provider'
}
