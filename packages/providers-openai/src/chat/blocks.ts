import type { Part } from '@reason/core'
import type { BlockEndPart, BlockKind, BlockStartPart, Boundary, Channel, Seal } from '@reason/core/parts'
import { of, type ReadContext } from './context.ts'

/** The text of one choice as blocks: consecutive text of one channel and kind is one block. */
export interface Blocks {
  readonly choice: number
  readonly context: ReadContext
  /** Called before a block is opened, to end what else is going on. */
  readonly onOpen: (out: Part[]) => void
  /** The block that is open, or was last. -1: none yet. */
  current: number
  isOpen: boolean
  /** Of the block that is open. */
  channel: Channel
  kind: BlockKind | undefined
  /** Tells blocks of one channel and kind apart (`reasoning_details[].index`). Undefined: it goes on with any. */
  key: string | undefined
  seals: Seal[] | undefined
  /** There was reasoning, be it hidden behind a seal. */
  reasoned: boolean
  /** Reasoning that can be read, and is no digest: of that nobody can tell how much was thought. */
  shown: boolean
  answered: boolean
  /** It said so in a text of its own. */
  refused: boolean
}

export interface SealPiece {
  kind: Seal['kind']
  value: string
  item?: string | undefined
  /** A stream may send a value in pieces; those of one kind and item are joined. */
  joins: boolean
}

export const createBlocks = (choice: number, context: ReadContext, onOpen: Blocks['onOpen']): Blocks => ({
  choice,
  context,
  onOpen,
  current: -1,
  isOpen: false,
  channel: 'answer',
  kind: undefined,
  key: undefined,
  seals: undefined,
  reasoned: false,
  shown: false,
  answered: false,
  refused: false,
})

/** Adds text to the open block, or opens the next one. */
export function addText(blocks: Blocks, out: Part[], channel: Channel, kind: BlockKind | undefined, text: string, key?: string): void {
  const goesOn = blocks.isOpen && channel === blocks.channel && kind === blocks.kind && (key === undefined || key === blocks.key)
  if (!goesOn) next(blocks, out, channel, kind, key)
  if (kind === 'refusal') blocks.refused = true
  const { choice, current: block } = blocks
  out.push(choice === 0 ? { type: 'delta', block, channel, text } : { type: 'delta', choice, block, channel, text })
}

/** Puts a seal on the open reasoning block, or where there is none of that key, on a hidden one of its own. */
export function addSeal(blocks: Blocks, out: Part[], { kind, value, item, joins }: SealPiece, key: string | undefined): void {
  const fits = blocks.isOpen && blocks.channel === 'reasoning' && (key === undefined || blocks.key === undefined || key === blocks.key)
  if (!fits) next(blocks, out, 'reasoning', 'hidden', key)
  else if (key !== undefined) blocks.key = key
  const seals = (blocks.seals ??= [])
  const last = seals.at(-1)
  if (joins && last !== undefined && last.kind === kind && last.item === item) last.value += value
  else seals.push({ kind, value, issuer: blocks.context.issuer(), ...(item !== undefined && { item }) })
}

function next(blocks: Blocks, out: Part[], channel: Channel, kind: BlockKind | undefined, key: string | undefined): void {
  // Text that came without a key and goes on with one is the same block: only now is it known which.
  if (blocks.isOpen && channel === blocks.channel && kind === blocks.kind && blocks.key === undefined) {
    blocks.key = key
    return
  }
  closeBlock(blocks, out, 'wire')
  blocks.onOpen(out)
  blocks.current++
  blocks.isOpen = true
  blocks.channel = channel
  blocks.kind = kind
  blocks.key = key
  if (channel !== 'reasoning') blocks.answered = true
  else {
    blocks.reasoned = true
    blocks.shown ||= kind !== 'hidden' && kind !== 'summary'
  }
  const start: BlockStartPart = { type: 'block-start', ...of(blocks.choice), block: blocks.current, channel }
  if (kind !== undefined) start.kind = kind
  out.push(start)
}

export function closeBlock(blocks: Blocks, out: Part[], boundary: Boundary): void {
  if (!blocks.isOpen) return
  blocks.isOpen = false
  const end: BlockEndPart = { type: 'block-end', ...of(blocks.choice), block: blocks.current, channel: blocks.channel, boundary }
  if (blocks.seals !== undefined) end.seals = blocks.seals
  blocks.seals = undefined
  out.push(end)
}
