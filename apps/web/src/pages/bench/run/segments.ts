import type { Part } from '@reason/core'
import type { Channel } from '@reason/core/parts'

/** A run of the text, and what it was taken for. */
export interface Segment {
  kind: Channel | 'tool' | 'markup'
  /** Of blocks and calls their number; of markup what it is: `delimiter`. */
  of: string
  text: string
  /** The first of its block or call. */
  isFirst: boolean
  /** Not in the text: put between blocks by the adapter. */
  isInserted: boolean
}

/** The text as the parts account for it, in order. Of a recording with several answers only the first is looked at. */
export function segmentsOf(parts: readonly Part[]): Segment[] {
  const segments: Segment[] = []
  const seen = new Set<string>()
  for (const part of parts) {
    if ((part.choice ?? 0) !== 0) continue
    if (part.type === 'delta') add(part.channel, String(part.block), part.text, part.inserted === true)
    else if (part.type === 'tool-call-delta') add('tool', String(part.call), part.text)
    else if (part.type === 'markup') segments.push({ kind: 'markup', of: part.of, text: part.text, isFirst: false, isInserted: false })
  }
  return segments

  function add(kind: Segment['kind'], of: string, text: string, isInserted = false): void {
    const name = `${kind === 'tool' ? 'call' : 'block'} ${of}`
    segments.push({ kind, of, text, isFirst: !seen.has(name), isInserted })
    seen.add(name)
  }
}
