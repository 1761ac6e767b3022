import { noParts, parseOptions, type Part, type Splitter, type TextAdapter } from '@reason/core'
import { aroundSplitter } from '@reason/core/adapter'
import type { BlockStartPart } from '@reason/core/parts'
import { markerConfig, markersOf, type Marker, type MarkerOptions } from './config.ts'
import { isLineStart } from './line.ts'
import { createMarkerScanner, readyMarkers, type MarkerScanner, type ReadyMarkers } from './scanner.ts'

/**
 * Removes markers from an adapter's answers. For a model whose prompt asks for a marker, although its format separates the answer already. A marker, and
 * the end of its line, become markup.
 *
 * A marker of signs (`===FINAL===`) is never ordinary text and is removed anywhere. A phrase (`Final Answer:`) is removed only at the start of a line.
 * Markers in other channels stay.
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

/** Adds the variants of a marker in bold. */
const inAnswers = (marker: Marker): Marker[] =>
  marker.line === 'whole' ? ['', '**', '__'].map((bold): Marker => ({ text: bold + marker.text + bold, line: 'anywhere' })) : [marker]

/** State of the current answer. */
interface Answer {
  block: number
  scanner: MarkerScanner
  /** Held until the first text, because an answer of only a marker is no answer. */
  start: BlockStartPart | undefined
  /** End of the text so far, while it may begin a marker. */
  tail: string
  /** Only blanks precede the tail on its line. */
  lineBegun: boolean
  /** Whitespace that is removed with a marker: the rest of its line, or all whitespace before the first text. */
  dropping: 'nothing' | 'line' | 'all'
}

function createFilter(inner: Splitter, markers: ReadyMarkers): Splitter {
  let answer: Answer | undefined
  /** Number of removed empty answers, which later blocks are not counted with. */
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
      // The part follows all of the text.
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

/** Length of the beginning of a text that is removed with the marker before it. */
function drop(answer: Answer, text: string): number {
  if (answer.dropping === 'nothing' || text === '') return 0
  const [{ length }] = (answer.dropping === 'all' ? /^\s*/ : /^[^\S\n]*\n?/).exec(text)!
  if (length < text.length || (answer.dropping === 'line' && text.endsWith('\n'))) answer.dropping = 'nothing'
  return length
}
