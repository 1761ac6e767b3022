import { noParts, type Part } from '@reason/core'
import type { BlockKind, Boundary, MarkupPart } from '@reason/core/parts'
import type { KnownWarningCode } from '@reason/core/warnings'
import { isWhitespace } from '../matching/matcher.ts'
import { warning } from './warning.ts'

/** Amount of whitespace in a rule: none, one line feed, or all. */
export type Whitespace = 'none' | 'newline' | 'all'
export type TagChannel = 'reasoning' | 'answer'

/**
 * Turns text and delimiters into parts: numbers blocks, opens them with their first text, inserts separators between segments, and handles whitespace
 * beside delimiters.
 *
 *     …the end. ␣␣↵ </think>     held until the next text is known: `settleKept` drops it, more text releases it
 *     </think> ↵↵ The answer     dropped up to the first text: `skipping`
 *
 * A record instead of closures, because each message has a writer, and creating closures costs more than a short message.
 */
export interface Writer {
  readonly separator: string
  /** Parts since the last `takeParts`. */
  parts: Part[]
  channel: TagChannel
  kind: BlockKind | undefined
  /** Number of the open block, or -1. */
  block: number
  nextBlock: number
  /** The segment has had no text yet, so a separator may be due. */
  fresh: boolean
  wroteReasoning: boolean
  wroteAnswer: boolean
  /** Undecided whitespace at the end of the written text. */
  kept: string
  /** Trailing whitespace that is held from now on. */
  keeping: Whitespace
  /** Whitespace that is dropped before the next text. */
  skipping: Whitespace
  deferred: Deferred | undefined
}

/** Parts that may be withdrawn, and the state before them. */
interface Deferred {
  parts: Part[]
  chars: number
  nextBlock: number
  wroteReasoning: boolean
  channel: TagChannel
  fresh: boolean
}

export const newWriter = (separator: string): Writer => ({
  separator,
  parts: [],
  channel: 'answer',
  kind: undefined,
  block: -1,
  nextBlock: 0,
  fresh: true,
  wroteReasoning: false,
  wroteAnswer: false,
  kept: '',
  keeping: 'none',
  skipping: 'none',
  deferred: undefined,
})

/** Whether text may pass at once, except for trailing whitespace. */
export const passesThrough = ({ block, fresh, kept, skipping, deferred }: Writer): boolean =>
  block !== -1 && !fresh && kept === '' && skipping === 'none' && deferred === undefined

/** Begins a new segment of a channel. Its block opens with its first text, or with `openBlock`. */
export function beginSegment(writer: Writer, channel: TagChannel): void {
  writer.channel = channel
  writer.kind = undefined
  writer.fresh = true
}

export function openBlock(writer: Writer): void {
  if (writer.block !== -1) return
  const { channel, kind } = writer
  const block = writer.nextBlock++
  writer.block = block
  add(writer, kind === undefined ? { type: 'block-start', block, channel } : { type: 'block-start', block, channel, kind })
}

/** Writes a delimiter that an answer mentions. */
export function writeMention(writer: Writer, tag: string): void {
  if (writer.kept !== '') release(writer)
  writer.skipping = 'none'
  emit(writer, tag, true)
}

export function writeText(writer: Writer, piece: string): void {
  const from = writer.skipping === 'none' ? 0 : skipStart(writer, piece)
  if (from === piece.length) return
  const to = writer.keeping === 'none' ? piece.length : endWithoutKept(writer.keeping, piece, from)
  if (to === from) {
    keep(writer, piece.slice(from))
    return
  }
  if (writer.kept !== '') release(writer)
  emit(writer, from === 0 && to === piece.length ? piece : piece.slice(from, to))
  if (to < piece.length) writer.kept = piece.slice(to)
}

/** @returns The index of the first text that is not dropped. */
function skipStart(writer: Writer, piece: string): number {
  const { skipping } = writer
  const most = skipping === 'newline' ? Number(piece.charCodeAt(0) === 0x0a) : piece.length
  let at = 0
  while (at < most && isWhitespace(piece.charCodeAt(at))) at++
  if (skipping === 'newline' || at < piece.length) writer.skipping = 'none'
  if (at > 0) writeMarkup(writer, piece.slice(0, at), 'whitespace')
  return at
}

function endWithoutKept(keeping: Whitespace, piece: string, from: number): number {
  const least = keeping === 'newline' ? Math.max(from, piece.length - 1) : from
  let to = piece.length
  while (to > least && (keeping === 'newline' ? piece.charCodeAt(to - 1) === 0x0a : isWhitespace(piece.charCodeAt(to - 1)))) to--
  return to
}

function keep(writer: Writer, whitespace: string): void {
  if (writer.keeping === 'newline' && writer.kept !== '') release(writer)
  writer.kept += whitespace
}

function release(writer: Writer): void {
  const released = writer.kept
  writer.kept = ''
  emit(writer, released)
}

/** Decides held whitespace: how much of its end is dropped. The rest is text. */
export function settleKept(writer: Writer, drop: Whitespace): void {
  const { kept } = writer
  if (kept === '') return
  const dropped = drop === 'all' ? kept.length : Number(drop === 'newline' && kept.endsWith('\n'))
  const text = kept.slice(0, kept.length - dropped)
  const whitespace = kept.slice(text.length)
  writer.kept = ''
  if (text !== '') emit(writer, text)
  if (whitespace !== '') writeMarkup(writer, whitespace, 'whitespace')
}

function emit(writer: Writer, text: string, isMention = false): void {
  openBlock(writer)
  const { block, channel, separator, deferred } = writer
  if (writer.fresh) {
    writer.fresh = false
    const isFirst = channel === 'answer' ? !writer.wroteAnswer : !writer.wroteReasoning
    if (separator !== '' && !isFirst) add(writer, { type: 'delta', block, channel, text: separator, inserted: true })
    if (channel === 'answer') writer.wroteAnswer = true
    else writer.wroteReasoning = true
  }
  add(writer, isMention ? { type: 'delta', block, channel, text, mention: true } : { type: 'delta', block, channel, text })
  if (deferred !== undefined) deferred.chars += text.length
}

/** Ends the open block, if any. */
export function finishBlock(writer: Writer, boundary: Boundary, terminator?: string): void {
  const { block, channel } = writer
  if (block === -1) return
  add(
    writer,
    terminator === undefined
      ? { type: 'block-end', block, channel, boundary }
      : { type: 'block-end', block, channel, boundary, terminator },
  )
  writer.block = -1
}

export function writeMarkup(writer: Writer, text: string, of: MarkupPart['of']): void {
  add(writer, { type: 'markup', text, of })
}

export function writeWarning(writer: Writer, code: KnownWarningCode, details: { block?: number; excerpt?: string } = {}): void {
  add(writer, warning(code, details))
}

function add({ parts, deferred }: Writer, part: Part): void {
  if (deferred === undefined) parts.push(part)
  else deferred.parts.push(part)
}

/** Holds further parts until `commit` emits them or `withdraw` takes them back. */
export function defer(writer: Writer): void {
  const { nextBlock, wroteReasoning, channel, fresh } = writer
  writer.deferred = { parts: [], chars: 0, nextBlock, wroteReasoning, channel, fresh }
}

/** Emits the deferred parts. @param late - Warning that is emitted first if the parts were released before they were decided. */
export function commit(writer: Writer, late?: KnownWarningCode): void {
  const { parts, deferred } = writer
  if (deferred === undefined) return
  if (late !== undefined) parts.push(warning(late))
  for (const part of deferred.parts) parts.push(part)
  writer.deferred = undefined
}

/** Emits the deferred parts, with all text as reasoning. */
export function commitAsReasoning(writer: Writer): void {
  const { parts, deferred } = writer
  if (deferred === undefined) return
  for (const part of deferred.parts) parts.push(asReasoning(part))
  writer.deferred = undefined
}

function asReasoning(part: Part): Part {
  if (part.type === 'block-start') return { type: 'block-start', block: part.block, channel: 'reasoning' }
  return part.type === 'delta' || part.type === 'block-end' ? { ...part, channel: 'reasoning' } : part
}

/** Restores the state before `defer`. @returns The deferred parts. Their blocks never existed. */
export function withdraw(writer: Writer): readonly Part[] {
  const taken = writer.deferred
  if (taken === undefined) return noParts
  writer.deferred = undefined
  writer.nextBlock = taken.nextBlock
  writer.wroteReasoning = taken.wroteReasoning
  writer.channel = taken.channel
  writer.fresh = taken.fresh
  writer.block = -1
  return taken.parts
}

/** Returns all parts since the last call. */
export function takeParts(writer: Writer): readonly Part[] {
  const { parts } = writer
  if (parts.length === 0) return noParts
  writer.parts = []
  return parts
}
