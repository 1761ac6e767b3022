import type { Part, Stage } from '@reason/core'
import type { NativePart } from '@reason/core/parts'
import { createEventStreamDecoder } from '@reason/providers-bedrock'
import { partEvent, wireEvent } from '../../client-apis/generate/wire-events.ts'
import type { Send } from '../../upstreams/upstream.ts'
import type { OwnRule } from '../own-rule.ts'
import { createEventCutter } from './event-cutter.ts'

/** Shows the upstream's own events to a client that asks for them and may see everything. */
export const wireTapRule: OwnRule = {
  id: 'wire-tap',
  admit({ request }) {
    if (request.wire !== true) return undefined
    const { watch, stage } = createWireTap()
    return { sends: watch, begin: () => ({ policies: [stage] }) }
  },
}

/**
 * Wraps a request to record the events of its answer. The first policy stage puts each recorded event, and a copy of the part, before the part.
 *
 *   upstream ──event──▶ remembered
 *       └────bytes of one event at a time──▶ reader ─▶ splitter ─▶ stage: events remembered, part, itself
 */
function createWireTap(): { watch(send: Send): Send; stage: Stage } {
  const begunAt = performance.now()
  let seen: Part[] = []

  return {
    watch: (send) => (listener) => {
      let read: (bytes: Buffer) => readonly TapPiece[] = () => []
      let rest: () => string | undefined = () => undefined
      return send({
        ...listener,
        onHead(status, headers) {
          if (status >= 200 && status <= 299) ({ read, rest } = openReader(headers['content-type']))
          listener.onHead(status, headers)
        },
        onData(bytes, more) {
          const pieces = read(bytes)
          if (pieces.length === 0) return listener.onData(bytes, more)
          for (const [index, { events, bytes: piece }] of pieces.entries()) {
            events.forEach(see)
            listener.onData(piece, more || index < pieces.length - 1)
          }
        },
        onEnd() {
          const last = rest()
          if (last !== undefined) see(last)
          return listener.onEnd()
        },
      })
    },
    stage: {
      push(part) {
        const before = seen
        seen = []
        return [...before, nativeOf(partEvent, withoutNative(part)), part]
      },
    },
  }

  function see(text: string): void {
    seen.push(nativeOf(wireEvent, { text, ms: Math.round(performance.now() - begunAt) }))
  }
}

/** Bytes, and the events that they complete. */
interface TapPiece {
  bytes: Buffer
  events: readonly string[]
}

/** Cuts bytes at events, so that the parts of an event directly follow it. Without that, a network read with several events would mix them. */
function openReader(contentType = ''): { read(bytes: Buffer): readonly TapPiece[]; rest(): string | undefined } {
  if (contentType.includes('vnd.amazon.eventstream')) {
    const decoder = createEventStreamDecoder()
    const textOf = ({ event, data }: { event?: string | undefined; data: string }): string => `${event ?? 'message'}: ${data}`
    return { read: (bytes) => [{ bytes, events: decoder.push(Buffer.from(bytes)).map(textOf) }], rest: () => undefined }
  }
  const isWhole = contentType.includes('json') && !contentType.includes('ndjson')
  const cutter = createEventCutter(isWhole ? 'body' : contentType.includes('ndjson') ? 'line' : 'blank-line')
  return { read: (bytes) => cutter.push(bytes), rest: cutter.rest }
}

const nativeOf = (kind: typeof wireEvent | typeof partEvent, value: unknown): NativePart => ({ type: 'native', ...kind, value })

/** Removes the provider's own first event, which was shown already. */
function withoutNative(part: Part): Part {
  if (part.type !== 'start' || part.native === undefined) return part
  const { native: _, ...rest } = part
  return rest
}
