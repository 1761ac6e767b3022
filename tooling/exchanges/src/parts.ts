import type { Part } from '@reason/core'
import type { Channel, Seal } from '@reason/core/parts'
import type { Block } from '@reason/core/result'

/** Parts of a block, with its text in these pieces. */
export const block = (number: number, channel: Channel, texts: readonly string[], seals?: Seal[], kind?: Block['kind']): Part[] => [
  { type: 'block-start', block: number, channel, ...(kind && { kind }) },
  ...texts.map((text): Part => ({ type: 'delta', block: number, channel, text })),
  { type: 'block-end', block: number, channel, boundary: 'wire', ...(seals && { seals }) },
]

/** Parts of a tool call, with its arguments in these pieces. */
export function call(
  number: number,
  name: string,
  texts: readonly string[],
  { id, contentType, seals }: { id?: string | undefined; contentType?: string; seals?: Seal[] } = {},
): Part[] {
  return [
    { type: 'tool-call-start', call: number, name, ...(id !== undefined && { id }), ...(contentType !== undefined && { contentType }) },
    ...texts.map((text): Part => ({ type: 'tool-call-delta', call: number, text })),
    { type: 'tool-call-end', call: number, ...(seals && { seals }) },
  ]
}
