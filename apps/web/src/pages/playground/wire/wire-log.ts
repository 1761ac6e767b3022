import { signal } from '@preact/signals'
import type { GenerateEvent } from '@reason/gateway-api/generate'
import { pieceOf, type WirePiece } from './wire-piece.ts'
import { onNextFrame } from '../../../text/frames.ts'

export const maxRows = 5000

/** A raw event of the upstream, with its parts and events. If raw events are not visible, the row has only the gateway's events. */
export interface WireRow {
  /** Milliseconds since the request. */
  at: number
  /** Raw event of the upstream. Undefined if it is not visible. */
  raw: string | undefined
  /** Parts that the gateway made of the event. */
  parts: WirePiece[]
  /** Events that this client received for the parts. */
  ours: WirePiece[]
}

/** Log of the raw events. They contain reasoning, so they are dropped together with it. */
export interface WireLog {
  readonly rows: readonly WireRow[]
  /** Incremented when rows are added. */
  readonly version: { value: number }
  /** Number of events, including those that are not stored. */
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
