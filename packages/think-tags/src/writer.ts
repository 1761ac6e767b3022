import { noParts, type BlockKind, type Boundary, type KnownWarningCode, type MarkupPart, type Part } from '@reason/core'
import { isWhitespace } from './matcher.ts'
import { warning } from './warning.ts'

/** How much whitespace a rule speaks of: none, one line feed, or all that there is. */
export type Whitespace = 'none' | 'newline' | 'all'
export type TagChannel = 'reasoning' | 'answer'

/**
 * Turns text and delimiters into parts: numbers blocks, opens them with their first text, puts separators between segments, and
 * sets whitespace beside delimiters aside.
 *
 *     …the end. ␣␣↵ </think>     kept back until it is known what follows: `settle` drops it, more text releases it
 *     </think> ↵↵ The answer     dropped up to the first text: `skip`
 */
export interface Writer {
  /** Which whitespace at the end of the text is kept back from now on. */
  keepBack(whitespace: Whitespace): void
  /** Which whitespace is dropped before the next text. */
  skip(whitespace: Whitespace): void
  /** Decides on whitespace that was kept back: how much of its end is dropped. The rest is text. */
  settle(drop: Whitespace): void

  /** A new segment of a channel. Its block opens with its first text, or with `open`. */
  begin(channel: TagChannel): void
  /** A new block in the same segment. */
  beginKind(kind: BlockKind | undefined): void
  open(): void
  text(text: string): void
  /** Ends the block, if one is open. */
  finish(boundary: Boundary, terminator?: string): void
  markup(text: string, of: MarkupPart['of']): void
  warn(code: KnownWarningCode, details?: { block?: number; excerpt?: string }): void

  /** Number of the open block, or -1. */
  block(): number
  channel(): TagChannel
  hasAnswer(): boolean
  /** Whitespace is kept back. */
  hasKept(): boolean
  /** Text could go out as it comes, were it not for whitespace at its end. */
  passesThrough(): boolean
  keepsBack(): boolean

  /** From here on parts are kept until `commit` lets them out or `withdraw` takes them back. */
  defer(): void
  /** Undefined: nothing is deferred. */
  deferredChars(): number | undefined
  /** @param late - It had to be let out before it was known what it is: the warning that says so, put before it. */
  commit(late?: KnownWarningCode): void
  /** Back to where `defer` was called. @returns What was deferred. The block in it was never there. */
  withdraw(): readonly Part[]

  /** All parts since the last call. */
  take(): readonly Part[]
}

export function createWriter(separator: string): Writer {
  let parts: Part[] = []
  let channel: TagChannel = 'answer'
  let kind: BlockKind | undefined
  /** The open block, or -1. */
  let block = -1
  let nextBlock = 0
  /** The segment has had no text yet, so that a separator may be due. */
  let fresh = true
  const wrote = { reasoning: false, answer: false }
  /** Whitespace at the end of what was written, not yet decided on. */
  let kept = ''
  let keeping: Whitespace = 'none'
  let skipping: Whitespace = 'none'
  let deferred:
    | { parts: Part[]; chars: number; nextBlock: number; wroteReasoning: boolean; channel: TagChannel; fresh: boolean }
    | undefined

  return {
    keepBack(whitespace) {
      keeping = whitespace
    },
    skip(whitespace) {
      skipping = whitespace
    },
    settle,
    begin,
    beginKind(newKind) {
      kind = newKind
    },
    open,
    text,
    finish,
    markup,
    warn,
    block: () => block,
    channel: () => channel,
    hasAnswer: () => wrote.answer,
    hasKept: () => kept !== '',
    passesThrough: () => block !== -1 && !fresh && kept === '' && skipping === 'none' && deferred === undefined,
    keepsBack: () => keeping !== 'none',
    defer() {
      deferred = { parts: [], chars: 0, nextBlock, wroteReasoning: wrote.reasoning, channel, fresh }
    },
    deferredChars: () => deferred?.chars,
    commit,
    withdraw,
    take,
  }

  function add(part: Part): void {
    ;(deferred?.parts ?? parts).push(part)
  }

  function begin(newChannel: TagChannel): void {
    channel = newChannel
    kind = undefined
    fresh = true
  }

  function open(): void {
    if (block !== -1) return
    block = nextBlock++
    add(kind === undefined ? { type: 'block-start', block, channel } : { type: 'block-start', block, channel, kind })
  }

  function text(piece: string): void {
    const from = skipping === 'none' ? 0 : skipStart(piece)
    if (from === piece.length) return
    const to = keeping === 'none' ? piece.length : endWithoutKept(piece, from)
    if (to === from) {
      keep(piece.slice(from))
      return
    }
    if (kept !== '') release()
    emit(from === 0 && to === piece.length ? piece : piece.slice(from, to))
    if (to < piece.length) kept = piece.slice(to)
  }

  /** @returns Where the text begins that is not dropped. */
  function skipStart(piece: string): number {
    const most = skipping === 'newline' ? Number(piece.charCodeAt(0) === 0x0a) : piece.length
    let at = 0
    while (at < most && isWhitespace(piece.charCodeAt(at))) at++
    if (skipping === 'newline' || at < piece.length) skipping = 'none'
    if (at > 0) markup(piece.slice(0, at), 'whitespace')
    return at
  }

  function endWithoutKept(piece: string, from: number): number {
    const least = keeping === 'newline' ? Math.max(from, piece.length - 1) : from
    let to = piece.length
    while (to > least && (keeping === 'newline' ? piece.charCodeAt(to - 1) === 0x0a : isWhitespace(piece.charCodeAt(to - 1)))) to--
    return to
  }

  function keep(whitespace: string): void {
    if (keeping === 'newline' && kept !== '') release()
    kept += whitespace
  }

  function release(): void {
    const released = kept
    kept = ''
    emit(released)
  }

  function settle(drop: Whitespace): void {
    if (kept === '') return
    const dropped = drop === 'all' ? kept.length : Number(drop === 'newline' && kept.endsWith('\n'))
    const text = kept.slice(0, kept.length - dropped)
    const whitespace = kept.slice(text.length)
    kept = ''
    if (text !== '') emit(text)
    if (whitespace !== '') markup(whitespace, 'whitespace')
  }

  function emit(piece: string): void {
    open()
    if (fresh) {
      fresh = false
      if (separator !== '' && wrote[channel]) add({ type: 'delta', block, channel, text: separator, inserted: true })
      wrote[channel] = true
    }
    add({ type: 'delta', block, channel, text: piece })
    if (deferred !== undefined) deferred.chars += piece.length
  }

  function finish(boundary: Boundary, terminator?: string): void {
    if (block === -1) return
    add(
      terminator === undefined
        ? { type: 'block-end', block, channel, boundary }
        : { type: 'block-end', block, channel, boundary, terminator },
    )
    block = -1
  }

  function markup(text: string, of: MarkupPart['of']): void {
    add({ type: 'markup', text, of })
  }

  function warn(code: KnownWarningCode, details: { block?: number; excerpt?: string } = {}): void {
    add(warning(code, details))
  }

  function commit(late?: KnownWarningCode): void {
    if (deferred === undefined) return
    if (late !== undefined) parts.push(warning(late))
    for (const part of deferred.parts) parts.push(part)
    deferred = undefined
  }

  function withdraw(): readonly Part[] {
    if (deferred === undefined) return noParts
    const taken = deferred
    deferred = undefined
    nextBlock = taken.nextBlock
    wrote.reasoning = taken.wroteReasoning
    channel = taken.channel
    fresh = taken.fresh
    block = -1
    return taken.parts
  }

  function take(): readonly Part[] {
    if (parts.length === 0) return noParts
    const taken = parts
    parts = []
    return taken
  }
}
