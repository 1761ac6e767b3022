import type { Part } from '@reason/core'
import type {
  BlockKind,
  Boundary,
  Channel,
  FinishReason,
  NativePart,
  Refusal,
  Seal,
  ToolCallStartPart,
  UsagePart,
} from '@reason/core/parts'
import type { WarningCode } from '@reason/core/warnings'

/** How a provider tells its blocks apart: an index, an id, or one key for all of a format that has none. */
export type BlockKey = string | number

export interface SealPiece {
  kind: Seal['kind']
  value: string
  item?: string
  /** Streams may send a value in pieces: those of one block, kind and item are joined. */
  joins?: boolean
}

export interface AssemblerOptions {
  choice: number
  /** Who answered, as far as it is known by now. */
  issuer(): Seal['issuer']
}

/**
 * One generation on its way to parts: numbers blocks and calls, opens them before their first text, closes each once, and
 * sees to it that a generation has one finish. Keys may interleave, come back after their end, or never be ended.
 *
 * Methods append to `out`, in the order in which they are called.
 */
export interface ChoiceAssembler {
  /** Opens a block although it has no text yet (an empty thought with a seal). */
  openBlock(key: BlockKey, channel: Channel, kind?: BlockKind): void
  text(key: BlockKey, channel: Channel, text: string, kind?: BlockKind): void
  /** Onto the block of that key, or where there is none, onto a hidden one of its own. */
  seal(key: BlockKey, seal: SealPiece): void
  closeBlock(key: BlockKey, boundary?: Boundary): void
  /** Formats without block ends: everything but this key. */
  closeOtherBlocks(key?: BlockKey, boundary?: Boundary): void
  openCall(key: BlockKey, call: Pick<ToolCallStartPart, 'id' | 'name' | 'contentType'>): void
  callText(key: BlockKey, text: string): void
  sealCall(key: BlockKey, seal: SealPiece): void
  closeCall(key: BlockKey): void
  hasCall(key: BlockKey): boolean
  native(event: string, value: unknown, details?: Pick<NativePart, 'item' | 'channel' | 'seals'>): void
  usage(usage: UsagePart['usage']): void
  /**
   * The provider's end of this generation; the first counts. A `length` that brought reasoning and nothing else becomes
   * `reasoning-exhausted`, so give usage before it.
   */
  finish(reason: FinishReason, native?: string, seals?: SealPiece[], refusal?: Refusal): void
  /** Closes what is open; without a finish so far, with `reason`. */
  end(reason: FinishReason): void
  /** Seals are addressed to whoever answered. */
  toSeal(seal: SealPiece): Seal
  readonly reasoned: boolean
  readonly answered: boolean
  readonly called: boolean
  readonly finished: boolean
}

interface OpenBlock {
  block: number
  channel: Channel
  kind: BlockKind | undefined
  seals: Seal[]
}

interface OpenCall {
  call: number
  seals: Seal[]
}

export function createChoiceAssembler(
  out: Part[],
  warn: (code: WarningCode, message: string, subject?: string) => void,
  { choice, issuer }: AssemblerOptions,
): ChoiceAssembler {
  const of = choice === 0 ? {} : { choice }
  const blocks = new Map<BlockKey, OpenBlock>()
  const calls = new Map<BlockKey, OpenCall>()
  const known = new Set<BlockKey>()
  let nextBlock = 0
  let nextCall = 0
  let hiddenTokens = 0
  // Fields and no getters: those in an object literal cost each object a hidden class of its own.
  const assembler: { -readonly [Member in keyof ChoiceAssembler]: ChoiceAssembler[Member] } = {
    openBlock,
    text,
    seal,
    closeBlock,
    closeOtherBlocks,
    openCall,
    callText,
    sealCall,
    closeCall,
    hasCall: (key) => known.has(key),
    native: (event, value, details = {}) => push({ type: 'native', ...of, wire: issuer().wire, event, ...details, value }),
    usage(usage) {
      hiddenTokens = usage.reasoning?.value ?? 0
      push({ type: 'usage', ...of, usage })
    },
    finish,
    end,
    toSeal,
    reasoned: false,
    answered: false,
    called: false,
    finished: false,
  }
  return assembler

  function openBlock(key: BlockKey, channel: Channel, kind?: BlockKind): OpenBlock {
    const open = blocks.get(key)
    if (open !== undefined && open.channel === channel && open.kind === kind) return open
    closeBlock(key)
    if (assembler.finished) warn('late-part', 'Text came after the finish of its choice; it was kept.', 'text')
    if (channel === 'reasoning') assembler.reasoned = true
    else assembler.answered = true
    const block: OpenBlock = { block: nextBlock++, channel, kind, seals: [] }
    blocks.set(key, block)
    push({ type: 'block-start', ...of, block: block.block, channel, ...(kind !== undefined && { kind }) })
    return block
  }

  function text(key: BlockKey, channel: Channel, text: string, kind?: BlockKind): void {
    if (text === '') return
    const { block } = openBlock(key, channel, kind)
    push(choice === 0 ? { type: 'delta', block, channel, text } : { type: 'delta', choice, block, channel, text })
  }

  function seal(key: BlockKey, piece: SealPiece): void {
    const { seals } = blocks.get(key) ?? openBlock(key, 'reasoning', 'hidden')
    addSeal(seals, piece)
  }

  function addSeal(seals: Seal[], piece: SealPiece): void {
    if (piece.value === '') return
    const last = seals.at(-1)
    if (piece.joins === true && last !== undefined && last.kind === piece.kind && last.item === piece.item) last.value += piece.value
    else seals.push(toSeal(piece))
  }

  function toSeal({ kind, value, item }: SealPiece): Seal {
    return { kind, value, issuer: issuer(), ...(item !== undefined && { item }) }
  }

  function closeBlock(key: BlockKey, boundary: Boundary = 'wire'): void {
    const open = blocks.get(key)
    if (open === undefined) return
    blocks.delete(key)
    push({
      type: 'block-end',
      ...of,
      block: open.block,
      channel: open.channel,
      boundary,
      ...(open.seals.length > 0 && { seals: open.seals }),
    })
  }

  function closeOtherBlocks(key?: BlockKey, boundary?: Boundary): void {
    for (const other of blocks.keys()) if (other !== key) closeBlock(other, boundary)
  }

  function openCall(key: BlockKey, { id, name, contentType }: Pick<ToolCallStartPart, 'id' | 'name' | 'contentType'>): void {
    closeCall(key)
    if (assembler.finished) warn('late-part', 'A tool call came after the finish of its choice; it was kept.', 'call')
    known.add(key)
    assembler.called = true
    const call: OpenCall = { call: nextCall++, seals: [] }
    calls.set(key, call)
    push({
      type: 'tool-call-start',
      ...of,
      call: call.call,
      ...(id !== undefined && { id }),
      name,
      ...(contentType !== undefined && { contentType }),
    })
  }

  function callText(key: BlockKey, text: string): void {
    const open = calls.get(key)
    if (open !== undefined && text !== '') push({ type: 'tool-call-delta', ...of, call: open.call, text })
  }

  function sealCall(key: BlockKey, piece: SealPiece): void {
    const open = calls.get(key)
    if (open !== undefined) addSeal(open.seals, piece)
  }

  function closeCall(key: BlockKey, boundary: Boundary = 'wire'): void {
    const open = calls.get(key)
    if (open === undefined) return
    calls.delete(key)
    push({ type: 'tool-call-end', ...of, call: open.call, boundary, ...(open.seals.length > 0 && { seals: open.seals }) })
  }

  function finish(reason: FinishReason, native?: string, seals: SealPiece[] = [], refusal?: Refusal): void {
    if (assembler.finished) return
    closeAll(reason === 'length' ? 'end-of-stream' : 'wire')
    const exhausted = reason === 'length' && (assembler.reasoned || hiddenTokens > 0) && !assembler.answered && !assembler.called
    assembler.finished = true
    push({
      type: 'finish',
      ...of,
      reason: exhausted ? 'reasoning-exhausted' : reason,
      ...(native !== undefined && { native }),
      ...(seals.length > 0 && { seals: seals.map(toSeal) }),
      ...(refusal !== undefined && { refusal }),
    })
  }

  function end(reason: FinishReason): void {
    if (assembler.finished) closeAll('end-of-stream')
    else {
      closeAll('end-of-stream')
      assembler.finished = true
      push({ type: 'finish', ...of, reason })
    }
  }

  function closeAll(boundary: Boundary): void {
    closeOtherBlocks(undefined, boundary)
    for (const key of calls.keys()) closeCall(key, boundary)
  }

  function push(part: Part): void {
    out.push(part)
  }
}
