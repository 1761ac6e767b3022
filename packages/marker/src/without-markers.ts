import { noParts, parseOptions, type Part, type Splitter, type TextAdapter } from '@reason/core'
import { aroundSplitter } from '@reason/core/adapter'
import type { BlockStartPart } from '@reason/core/parts'
import { markerConfig, markersOf, type Marker, type MarkerOptions } from './config.ts'
import { isLineStart } from './line.ts'
import { createMarkerScanner, readyMarkers, type MarkerScanner, type ReadyMarkers } from './scanner.ts'

/**
 * The same format with markers removed from its answers. For a model whose prompt asks for a marker, while its format separates the
 * answer already. A marker, and the end of its line, become markup.
 *
 * A marker of signs (`===FINAL===`) is no ordinary text and is removed everywhere; a phrase (`Final Answer:`) only at the start of a line.
 * Other channels keep theirs.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`
 */
export function withoutMarkers(
  adapter: TextAdapter,
  options: Pick<MarkerOptions, 'endTag' | 'markerLine' | 'caseInsensitive'> = {},
): TextAdapter {
  const config = parseOptions(markerConfig, options, 'marker')
  const markers = readyMarkers(markersOf(config).flatMap(inAnswers), config.caseInsensitive)
  return { ...adapter, createSplitter: (context) => createFilter(adapter.createSplitter(context), markers) }
}

/** In bold it is the same marker. */
const inAnswers = (marker: Marker): Marker[] =>
  marker.line === 'whole' ? ['', '**', '__'].map((bold): Marker => ({ text: bold + marker.text + bold, line: 'anywhere' })) : [marker]

/** The answer that is being read. */
interface Answer {
  block: number
  scanner: MarkerScanner
  /** Waits for the first text: an answer of nothing but a marker is none. */
  start: BlockStartPart | undefined
  /** The end of what came, while it may be the beginning of a marker. */
  tail: string
  /** Nothing but blanks stands before the tail on its line. */
  lineBegun: boolean
  /** Whitespace that goes with a marker: the rest of its line, or all that stands before the first text. */
  dropping: 'nothing' | 'line' | 'all'
}

function createFilter(inner: Splitter, markers: ReadyMarkers): Splitter {
  let answer: Answer | undefined
  /** Answers that were none: those behind them are counted without them. */
  let left = 0

  return aroundSplitter(inner, filtered)

  function filtered(parts: readonly Part[]): readonly Part[] {
    if (parts.length === 0) return noParts
    const out: Part[] = []
    for (const part of parts)
      pass(left > 0 && 'block' in part && part.block !== undefined ? { ...part, block: part.block - left } : part, out)
    return out.length === 0 ? noParts : out
  }

  function pass(part: Part, out: Part[]): void {
    if (part.type === 'block-start' && part.channel === 'answer' && part.kind === undefined) {
      const { block } = part
      answer = { block, scanner: createMarkerScanner(markers), start: part, tail: '', lineBegun: true, dropping: 'nothing' }
    } else if (answer === undefined || part.type === 'warning') out.push(part)
    else if (part.type === 'delta' && part.inserted !== true) read(answer, answer.tail + part.text, false, out)
    else {
      // It stands behind all of the text.
      if (answer.tail !== '') read(answer, answer.tail, true, out)
      if (part.type === 'delta') begin(answer, out)
      if (part.type !== 'block-end') return void out.push(part)
      if (answer.start === undefined) out.push(part)
      else left++
      answer = undefined
    }
  }

  function read(answer: Answer, text: string, final: boolean, out: Part[]): void {
    const { scanner } = answer
    let from = 0
    for (;;) {
      const { found, at, end } = scanner.search(text, from, final)
      show(answer, text.slice(from, at), out)
      if (!found) {
        scanner.pass(text, at)
        answer.lineBegun = isLineStart(text, at, answer.lineBegun)
        answer.tail = text.slice(at)
        return
      }
      out.push({ type: 'markup', of: 'delimiter', text: text.slice(at, end) })
      if (answer.start !== undefined) answer.dropping = 'all'
      else if (isLineStart(text, at, answer.lineBegun)) answer.dropping = 'line'
      from = end
    }
  }

  function show(answer: Answer, text: string, out: Part[]): void {
    const dropped = drop(answer, text)
    if (dropped > 0) out.push({ type: 'markup', of: 'whitespace', text: text.slice(0, dropped) })
    if (dropped === text.length) return
    begin(answer, out)
    out.push({ type: 'delta', block: answer.block, channel: 'answer', text: dropped === 0 ? text : text.slice(dropped) })
  }
}

function begin(answer: Answer, out: Part[]): void {
  if (answer.start === undefined) return
  out.push(answer.start)
  answer.start = undefined
}

/** How much of the beginning of a text goes with the marker before it. */
function drop(answer: Answer, text: string): number {
  if (answer.dropping === 'nothing' || text === '') return 0
  const [{ length }] = (answer.dropping === 'all' ? /^\s*/ : /^[^\S\n]*\n?/).exec(text)!
  if (length < text.length || (answer.dropping === 'line' && text.endsWith('\n'))) answer.dropping = 'nothing'
  return length
}
