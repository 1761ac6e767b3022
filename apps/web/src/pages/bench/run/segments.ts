import type { Part } from '@reason/core'
import type { Channel } from '@reason/core/parts'

/** A run of the text, with its classification. */
export interface BenchSegment {
  kind: Channel | 'tool' | 'markup'
  /** Number of the block or call. For markup its type: `delimiter`. */
  of: string
  text: string
  /** True for the first segment of its block or call. */
  isFirst: boolean
  /** True for text that the adapter inserted between blocks. */
  isInserted: boolean
}

/** Segments of the text, in order. Uses only the first answer of a recording with several. */
export function segmentsOf(parts: readonly Part[]): BenchSegment[] {
  const segments: BenchSegment[] = []
  const seen = new Set<string>()
  for (const part of parts) {
    if ((part.choice ?? 0) !== 0) continue
    if (part.type === 'delta') add(part.channel, String(part.block), part.text, part.inserted === true)
    else if (part.type === 'tool-call-delta') add('tool', String(part.call), part.text)
    else if (part.type === 'markup') segments.push({ kind: 'markup', of: part.of, text: part.text, isFirst: false, isInserted: false })
  }
  return segments

  function add(kind: BenchSegment['kind'], of: string, text: string, isInserted = false): void {
    const name = `${kind === 'tool' ? 'call' : 'block'} ${of}`
    segments.push({ kind, of, text, isFirst: !seen.has(name), isInserted })
    seen.add(name)
  }
}
