import type { Part } from '@reason/core'
import type { Boundary, Channel, MarkupPart } from '@reason/core/parts'
import type { MarkerConfig } from './config.ts'

type Trim = MarkerConfig['trim'][number]

/** Creates the parts of the two blocks, and removes the whitespace beside the marker. */
export interface MarkerWriter {
  reasoning(parts: Part[], text: string): void
  answer(parts: Part[], text: string): void
  /** Ends the reasoning, even without text, because the marker came. */
  marker(parts: Part[], text: string): void
  /** Adds text to the marker after it ended the reasoning. */
  moreOfMarker(parts: Part[], text: string): void
  end(parts: Part[]): void
}

/**
 * Trims whitespace around the marker.
 *
 *   reasoning ░░ marker ░░ answer
 *             ^^        ^^
 *             withheld  dropped, if trimmed
 */
export function createMarkerWriter(trim: readonly Trim[]): MarkerWriter {
  const before = trim.includes('beforeClose') ? trailing : trim.includes('newline1BeforeClose') ? trailingNewline : none
  const after = trim.includes('afterClose') ? leading : trim.includes('newline1AfterClose') ? leadingNewline : none
  let block = -1
  let open: Channel | undefined
  /** Whitespace at the end of the reasoning, in pieces, so that a run of any length is joined once. */
  let withheld: string[] = []
  /** The marker directly precedes the next text. */
  let trimming = false

  return {
    reasoning,
    answer,
    marker(parts, text) {
      markup(parts, 'whitespace', withheld.splice(0).join(''))
      start(parts, 'reasoning')
      finish(parts, 'closer', text)
      markup(parts, 'delimiter', text)
      trimming = after !== none
    },
    moreOfMarker: (parts, text) => markup(parts, 'delimiter', text),
    end(parts) {
      if (withheld.length > 0) delta(parts, 'reasoning', withheld.splice(0).join(''))
      finish(parts, 'end-of-stream')
    },
  }

  function reasoning(parts: Part[], text: string): void {
    if (before === none) return delta(parts, 'reasoning', text)
    const kept = text.length - before(text)
    if (kept > 0 || before === trailingNewline) {
      delta(parts, 'reasoning', withheld.join('') + text.slice(0, kept))
      withheld = []
    }
    if (kept < text.length) withheld.push(text.slice(kept))
  }

  function answer(parts: Part[], text: string): void {
    if (!trimming) return delta(parts, 'answer', text)
    const dropped = after(text)
    markup(parts, 'whitespace', text.slice(0, dropped))
    // `newline1` drops one line feed. `all` drops whitespace until other text comes.
    if (after === leadingNewline || dropped < text.length) trimming = false
    delta(parts, 'answer', text.slice(dropped))
  }

  function delta(parts: Part[], channel: Channel, text: string): void {
    if (text === '') return
    start(parts, channel)
    parts.push({ type: 'delta', block, channel, text })
  }

  function start(parts: Part[], channel: Channel): void {
    if (open !== undefined) return
    open = channel
    parts.push({ type: 'block-start', block: ++block, channel })
  }

  function finish(parts: Part[], boundary: Boundary, terminator?: string): void {
    if (open === undefined) return
    parts.push({ type: 'block-end', block, channel: open, boundary, ...(terminator !== undefined && { terminator }) })
    open = undefined
  }
}

function markup(parts: Part[], of: MarkupPart['of'], text: string): void {
  if (text !== '') parts.push({ type: 'markup', of, text })
}

/** Each function returns the number of units to remove. */
const none = (): number => 0
const trailing = (text: string): number => text.length - text.trimEnd().length
const leading = (text: string): number => text.length - text.trimStart().length
const trailingNewline = (text: string): number => (text.endsWith('\n') ? 1 : 0)
const leadingNewline = (text: string): number => (text.startsWith('\n') ? 1 : 0)
