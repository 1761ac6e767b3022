import type { Part } from '@reason/core'
import type {
  BlockEndPart,
  BlockKind,
  BlockStartPart,
  Boundary,
  Channel,
  FinishPart,
  FinishReason,
  NativePart,
  Refusal,
  Seal,
  ToolCallEndPart,
  ToolCallStartPart,
  UsagePart,
} from '@reason/core/parts'
import type { WarningCode } from '@reason/core/warnings'

/** Identifies a block within a provider's format: an index, an id, or one constant for a format without either. */
export type BlockKey = string | number

export interface SealPiece {
  kind: Seal['kind']
  value: string
  item?: string
  /** True if streams may send the value in pieces. Pieces of one block, kind and item are joined. */
  joins?: boolean
}

/** Details of a finish beside its reason and the provider's own word. */
export interface AnswerEnding {
  stopSequence?: string | undefined
  seals?: readonly SealPiece[] | undefined
  refusal?: Refusal | undefined
}

/** Services of the reader that a choice belongs to. */
export interface AssemblerContext {
  readonly wire: string
  emit(part: Part): void
  warn(code: WarningCode, message: string, subject: string, choice: number): void
  /** Provider and model that answered, as far as known so far. */
  issuer(): Seal['issuer']
}

interface OpenBlock {
  key: BlockKey
  block: number
  channel: Channel
  kind: BlockKind | undefined
  seals: Seal[] | undefined
}

interface OpenCall {
  call: number
  seals: Seal[] | undefined
}

/**
 * Turns the events of one choice into parts. The assembler numbers blocks and calls, opens them before their first text,
 * closes each once, and ensures a single finish. Keys may interleave, come back after their end, or never end.
 *
 * Methods emit parts in the order of the calls. The collections are created on first use, and methods are no closures: with closures,
 * reading a short unstreamed answer took 1.5 times as long.
 */
export class ChoiceAssembler {
  reasoned = false
  answered = false
  called = false
  finished = false
  readonly #context: AssemblerContext
  readonly #choice: number
  /** The block that was opened last. Undefined once it is closed. */
  #newest: OpenBlock | undefined
  /** The other open blocks. Most formats have one open block at a time. */
  #older: Map<BlockKey, OpenBlock> | undefined
  #calls: Map<BlockKey, OpenCall> | undefined
  #known: Set<BlockKey> | undefined
  #nextBlock = 0
  #nextCall = 0
  #hiddenTokens = 0

  constructor(context: AssemblerContext, choice: number) {
    this.#context = context
    this.#choice = choice
  }

  /** Opens a block without text, such as an empty thought with a seal. */
  openBlock(key: BlockKey, channel: Channel, kind?: BlockKind): void {
    this.#opened(key, channel, kind)
  }

  #opened(key: BlockKey, channel: Channel, kind: BlockKind | undefined): OpenBlock {
    const open = this.#find(key)
    if (open !== undefined && open.channel === channel && open.kind === kind) return open
    this.closeBlock(key)
    if (this.finished) this.#warnLate('Text', 'text')
    if (channel === 'reasoning') this.reasoned = true
    else this.answered = true
    if (this.#newest !== undefined) (this.#older ??= new Map()).set(this.#newest.key, this.#newest)
    const block: OpenBlock = { key, block: this.#nextBlock++, channel, kind, seals: undefined }
    this.#newest = block
    const part: BlockStartPart = { type: 'block-start', ...of(this.#choice), block: block.block, channel }
    if (kind !== undefined) part.kind = kind
    this.#context.emit(part)
    return block
  }

  #find(key: BlockKey): OpenBlock | undefined {
    return this.#newest?.key === key ? this.#newest : this.#older?.get(key)
  }

  text(key: BlockKey, channel: Channel, text: string, kind?: BlockKind): void {
    if (text === '') return
    const { block } = this.#opened(key, channel, kind)
    const choice = this.#choice
    this.#context.emit(choice === 0 ? { type: 'delta', block, channel, text } : { type: 'delta', choice, block, channel, text })
  }

  /** Puts a seal on the block of that key. Without such a block, opens a hidden block for the seal. */
  seal(key: BlockKey, piece: SealPiece): void {
    this.#addSeal(this.#find(key) ?? this.#opened(key, 'reasoning', 'hidden'), piece)
  }

  #addSeal(holder: OpenBlock | OpenCall, piece: SealPiece): void {
    if (piece.value === '') return
    const seals = (holder.seals ??= [])
    const last = seals.at(-1)
    if (piece.joins === true && last !== undefined && last.kind === piece.kind && last.item === piece.item) last.value += piece.value
    else seals.push(this.toSeal(piece))
  }

  /** Adds the issuer, which is the provider and model of the response. */
  toSeal({ kind, value, item }: SealPiece): Seal {
    return { kind, value, issuer: this.#context.issuer(), ...(item !== undefined && { item }) }
  }

  closeBlock(key: BlockKey, boundary: Boundary = 'wire'): void {
    const open = this.#find(key)
    if (open === undefined) return
    if (open === this.#newest) this.#newest = undefined
    else this.#older!.delete(key)
    const { block, channel, seals } = open
    const part: BlockEndPart = { type: 'block-end', ...of(this.#choice), block, channel, boundary }
    if (seals !== undefined) part.seals = seals
    this.#context.emit(part)
  }

  /** Closes all blocks except this key, for formats without block ends. */
  closeOtherBlocks(key?: BlockKey, boundary?: Boundary): void {
    if (this.#older !== undefined) for (const other of this.#older.keys()) if (other !== key) this.closeBlock(other, boundary)
    const newest = this.#newest?.key
    if (newest !== undefined && newest !== key) this.closeBlock(newest, boundary)
  }

  openCall(key: BlockKey, { id, name, contentType }: Pick<ToolCallStartPart, 'id' | 'name' | 'contentType'>): void {
    this.closeCall(key)
    if (this.finished) this.#warnLate('A tool call', 'call')
    ;(this.#known ??= new Set()).add(key)
    this.called = true
    const call: OpenCall = { call: this.#nextCall++, seals: undefined }
    ;(this.#calls ??= new Map()).set(key, call)
    const part: ToolCallStartPart = { type: 'tool-call-start', ...of(this.#choice), call: call.call, ...(id !== undefined && { id }), name }
    if (contentType !== undefined) part.contentType = contentType
    this.#context.emit(part)
  }

  /** @returns False if no call of that key is open. The text is then not taken. */
  callText(key: BlockKey, text: string): boolean {
    const open = this.#calls?.get(key)
    if (open === undefined) return false
    if (text !== '') this.#context.emit({ type: 'tool-call-delta', ...of(this.#choice), call: open.call, text })
    return true
  }

  sealCall(key: BlockKey, piece: SealPiece): void {
    const open = this.#calls?.get(key)
    if (open !== undefined) this.#addSeal(open, piece)
  }

  closeCall(key: BlockKey, boundary: Boundary = 'wire'): void {
    const open = this.#calls?.get(key)
    if (open === undefined) return
    this.#calls!.delete(key)
    const { call, seals } = open
    const part: ToolCallEndPart = { type: 'tool-call-end', ...of(this.#choice), call, boundary }
    if (seals !== undefined) part.seals = seals
    this.#context.emit(part)
  }

  hasCall(key: BlockKey): boolean {
    return this.#known?.has(key) === true
  }

  native(event: string, value: unknown, details?: Pick<NativePart, 'item' | 'channel' | 'seals'>): void {
    this.#context.emit({ type: 'native', ...of(this.#choice), wire: this.#context.wire, event, ...details, value })
  }

  usage(usage: UsagePart['usage']): void {
    this.#hiddenTokens = usage.reasoning?.value ?? 0
    this.#context.emit({ type: 'usage', ...of(this.#choice), usage })
  }

  /** Closes all blocks, then all calls. */
  closeAll(boundary: Boundary): void {
    this.closeOtherBlocks(undefined, boundary)
    if (this.#calls !== undefined) for (const key of this.#calls.keys()) this.closeCall(key, boundary)
  }

  /**
   * Records the provider's end of this choice; the first one counts. A `length` after reasoning and nothing else becomes
   * `reasoning-exhausted`, so report usage first.
   *
   * @param native - The provider's own finish reason.
   */
  finish(reason: FinishReason, native?: string, { stopSequence, seals = [], refusal }: AnswerEnding = {}): void {
    if (this.finished) return
    this.closeAll(reason === 'length' ? 'end-of-stream' : 'wire')
    const exhausted = reason === 'length' && (this.reasoned || this.#hiddenTokens > 0) && !this.answered && !this.called
    this.finished = true
    const part: FinishPart = { type: 'finish', ...of(this.#choice), reason: exhausted ? 'reasoning-exhausted' : reason }
    if (native !== undefined) part.native = native
    if (stopSequence !== undefined) part.stopSequence = stopSequence
    if (seals.length > 0) part.seals = seals.map((piece) => this.toSeal(piece))
    if (refusal !== undefined) part.refusal = refusal
    this.#context.emit(part)
  }

  /** Closes everything. If there was no finish so far, `reason` applies. */
  end(reason: FinishReason): void {
    this.closeAll('end-of-stream')
    if (this.finished) return
    this.finished = true
    this.#context.emit({ type: 'finish', ...of(this.#choice), reason })
  }

  #warnLate(what: string, subject: string): void {
    this.#context.warn('late-part', `${what} came after the finish of its choice; it was kept.`, subject, this.#choice)
  }
}

const first = {}

/** Returns the field that identifies a part's choice: none for the first choice. */
export const of = (choice: number): { choice?: number } => (choice === 0 ? first : { choice })
