import { signal } from '@preact/signals'
import type { GenerateEvent } from '@reason/gateway-api/generate'
import { pieceOf, type WirePiece } from './wire-piece.ts'
import { onNextFrame } from '../../../text/frames.ts'

/** Most events that are kept to be looked at. */
export const maxRows = 5000

/** An event of the upstream, and what came of it; without the upstream's, one of ours. */
export interface WireRow {
  /** Milliseconds since the question. */
  at: number
  /** What the upstream sent, as it came; undefined where that may not be seen. */
  raw: string | undefined
  /** Our parts that were made of it. */
  parts: WirePiece[]
  /** What this client got of those. */
  ours: WirePiece[]
}

/** What came over the wire, as it came. It has the reasoning in it, so it goes with the reasoning. */
export interface WireLog {
  readonly rows: readonly WireRow[]
  /** Counts up while rows come. */
  readonly version: { value: number }
  /** How many there were, kept or not. */
  readonly count: number
  take(event: GenerateEvent, at: number): void
  forget(): void
  readonly isForgotten: boolean
}

export function createWireLog(): WireLog {
  const start = performance.now()
  const version = signal(0)
  let rows: WireRow[] = []
  let count = 0
  let isForgotten = false
  const tell = (): void => {
    version.value++
  }

  return {
    get rows() {
      return rows
    },
    version,
    get count() {
      return count
    },
    take(event, at) {
      count++
      if (isForgotten || rows.length >= maxRows) return
      if (event.type === 'wire') rows.push({ at: at - start, raw: event.text, parts: [], ours: [] })
      else {
        if (rows.at(-1)?.raw === undefined) rows.push({ at: at - start, raw: undefined, parts: [], ours: [] })
        const row = rows.at(-1)!
        if (event.type === 'part') row.parts.push(pieceOf(event.part))
        else row.ours.push(pieceOf(event))
      }
      onNextFrame(tell)
    },
    forget() {
      isForgotten = true
      rows = []
      tell()
    },
    get isForgotten() {
      return isForgotten
    },
  }
}
