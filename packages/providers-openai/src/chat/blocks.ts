import type { BlockEndPart, BlockKind, Boundary, Channel, Part, Seal } from '@reason/core'
import { of, type ReadContext } from './context.ts'

/** The text of one choice as blocks: consecutive text of one channel and kind is one block. */
export interface Blocks {
  /**
   * Adds text to the open block, or opens the next one.
   * @param key - Tells blocks of one channel and kind apart (`reasoning_details[].index`). Absent: goes on with any.
   */
  text(out: Part[], channel: Channel, kind: BlockKind | undefined, text: string, key?: string): void
  /** Puts a seal on the open reasoning block, or where there is none of that key, on a hidden one of its own. */
  seal(out: Part[], seal: SealPiece, key: string | undefined): void
  close(out: Part[], boundary: Boundary): void
  /** The block that is open, or was last. -1: none yet. */
  current(): number
  isOpen(): boolean
  /** There was reasoning, be it hidden behind a seal. */
  reasoned(): boolean
  /** Reasoning that can be read, and is no digest: of that nobody can tell how much was thought. */
  shown(): boolean
  answered(): boolean
}

export interface SealPiece {
  kind: Seal['kind']
  value: string
  item?: string | undefined
  /** A stream may send a value in pieces; those of one kind and item are joined. */
  joins: boolean
}

/** @param onOpen - Called before a block is opened, to end what else is going on. */
export function createBlocks(choice: number, { issuer }: ReadContext, onOpen: (out: Part[]) => void): Blocks {
  let current = -1
  let isOpen = false
  let openChannel: Channel = 'answer'
  let openKind: BlockKind | undefined
  let openKey: string | undefined
  let seals: Seal[] = []
  let reasoned = false
  let shown = false
  let answered = false

  return {
    text,
    seal,
    close,
    current: () => current,
    isOpen: () => isOpen,
    reasoned: () => reasoned,
    shown: () => shown,
    answered: () => answered,
  }

  function text(out: Part[], channel: Channel, kind: BlockKind | undefined, text: string, key?: string): void {
    if (!isOpen || channel !== openChannel || kind !== openKind || (key !== undefined && key !== openKey)) next(out, channel, kind, key)
    out.push(choice === 0 ? { type: 'delta', block: current, channel, text } : { type: 'delta', choice, block: current, channel, text })
  }

  function seal(out: Part[], { kind, value, item, joins }: SealPiece, key: string | undefined): void {
    const fits = isOpen && openChannel === 'reasoning' && (key === undefined || openKey === undefined || key === openKey)
    if (!fits) next(out, 'reasoning', 'hidden', key)
    else if (key !== undefined) openKey = key
    const last = seals.at(-1)
    if (joins && last !== undefined && last.kind === kind && last.item === item) last.value += value
    else seals.push({ kind, value, issuer: issuer(), ...(item !== undefined && { item }) })
  }

  function next(out: Part[], channel: Channel, kind: BlockKind | undefined, key: string | undefined): void {
    // Text that came without a key and goes on with one is the same block: only now is it known which.
    if (isOpen && channel === openChannel && kind === openKind && openKey === undefined) {
      openKey = key
      return
    }
    close(out, 'wire')
    onOpen(out)
    current++
    isOpen = true
    openChannel = channel
    openKind = kind
    openKey = key
    if (channel !== 'reasoning') answered = true
    else {
      reasoned = true
      shown ||= kind !== 'hidden' && kind !== 'summary'
    }
    out.push({ type: 'block-start', ...of(choice), block: current, channel, ...(kind !== undefined && { kind }) })
  }

  function close(out: Part[], boundary: Boundary): void {
    if (!isOpen) return
    isOpen = false
    const end: BlockEndPart = { type: 'block-end', ...of(choice), block: current, channel: openChannel, boundary }
    if (seals.length > 0) end.seals = seals
    seals = []
    out.push(end)
  }
}
