import type { BlockKind, Boundary, Channel } from '@reason/core/parts'
import type { ChoiceAssembler, SealPiece } from '@reason/wire-kit'

/** The text of one choice as blocks: consecutive text of one channel and kind is one block. */
export interface Blocks {
  readonly choice: ChoiceAssembler
  /** Number of the open block, or of the last one. -1 before the first block. */
  current: number
  isOpen: boolean
  channel: Channel
  kind: BlockKind | undefined
  /** Distinguishes blocks of one channel and kind (`reasoning_details[].index`). Undefined matches any key. */
  key: string | undefined
  /** True after readable reasoning that is not a summary. Only then can reasoning token counts be checked. */
  shown: boolean
  /** True after text in the message's `refusal` field. */
  refused: boolean
}

export const createBlocks = (choice: ChoiceAssembler): Blocks => ({
  choice,
  current: -1,
  isOpen: false,
  channel: 'answer',
  kind: undefined,
  key: undefined,
  shown: false,
  refused: false,
})

/** Adds text to the open block, or opens the next one. */
export function addText(blocks: Blocks, channel: Channel, kind: BlockKind | undefined, text: string, key?: string): void {
  const goesOn = blocks.isOpen && channel === blocks.channel && kind === blocks.kind && (key === undefined || key === blocks.key)
  if (!goesOn) next(blocks, channel, kind, key)
  if (kind === 'refusal') blocks.refused = true
  blocks.choice.text(blocks.current, channel, text, kind)
}

/** Puts a seal on the open reasoning block. If no open block has that key, opens a hidden block for the seal. */
export function addSeal(blocks: Blocks, seal: SealPiece, key: string | undefined): void {
  const fits = blocks.isOpen && blocks.channel === 'reasoning' && (key === undefined || blocks.key === undefined || key === blocks.key)
  if (!fits) next(blocks, 'reasoning', 'hidden', key)
  else if (key !== undefined) blocks.key = key
  blocks.choice.seal(blocks.current, seal)
}

function next(blocks: Blocks, channel: Channel, kind: BlockKind | undefined, key: string | undefined): void {
  // Text without a key and later text with one form the same block. The key is known only now.
  if (blocks.isOpen && channel === blocks.channel && kind === blocks.kind && blocks.key === undefined) {
    blocks.key = key
    return
  }
  closeBlock(blocks, 'wire')
  blocks.current++
  blocks.isOpen = true
  blocks.channel = channel
  blocks.kind = kind
  blocks.key = key
  blocks.shown ||= channel === 'reasoning' && kind !== 'hidden' && kind !== 'summary'
  blocks.choice.openBlock(blocks.current, channel, kind)
}

export function closeBlock(blocks: Blocks, boundary: Boundary): void {
  if (!blocks.isOpen) return
  blocks.isOpen = false
  blocks.choice.closeBlock(blocks.current, boundary)
}
