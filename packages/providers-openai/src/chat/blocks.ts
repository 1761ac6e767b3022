import type { BlockKind, Boundary, Channel } from '@reason/core/parts'
import type { ChoiceAssembler, SealPiece } from '@reason/wire-kit'

/** The text of one choice as blocks: consecutive text of one channel and kind is one block. */
export interface Blocks {
  readonly choice: ChoiceAssembler
  /** Number of the block that is open, or was last. -1: none yet. */
  current: number
  isOpen: boolean
  /** Of the block that is open. */
  channel: Channel
  kind: BlockKind | undefined
  /** Tells blocks of one channel and kind apart (`reasoning_details[].index`). Undefined: it goes on with any. */
  key: string | undefined
  /** Reasoning that can be read, and is no digest: of that alone it can be told how much was thought. */
  shown: boolean
  /** The model refused in a text of its own. */
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

/** Puts a seal on the open reasoning block, or where there is none of that key, on a hidden one of its own. */
export function addSeal(blocks: Blocks, seal: SealPiece, key: string | undefined): void {
  const fits = blocks.isOpen && blocks.channel === 'reasoning' && (key === undefined || blocks.key === undefined || key === blocks.key)
  if (!fits) next(blocks, 'reasoning', 'hidden', key)
  else if (key !== undefined) blocks.key = key
  blocks.choice.seal(blocks.current, seal)
}

function next(blocks: Blocks, channel: Channel, kind: BlockKind | undefined, key: string | undefined): void {
  // Text that came without a key and goes on with one is the same block: only now is it known which.
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
