import type { Part } from '@reason/core'
import type { Frame } from '@reason/core/wire'
import type { ApiError } from '../errors/api-error.ts'
import { isSaid } from '../relay/delivery/answer-beginning.ts'
import { createBodyFrames, framingOf } from '../relay/attempt/body-frames.ts'
import type { Destination } from '../generation/destination.ts'
import { errorFromParts } from '../errors/upstream-error.ts'
import { jsonPerTurn } from '../event-loop/slices.ts'
import { createByteBuffer } from '../structures/byte-buffer.ts'
import type { Head } from '../head.ts'

/**
 * Holds the beginning of an HTTP 200 answer until it proves to be an answer, so that another upstream can still replace it. A stream
 * proves it with its first event, or with a comment, which clients need as keep-alive. A body in one piece proves it at its end.
 */
export interface FirstEventProbe {
  /** @returns Whether the bytes must still be held. */
  push(bytes: Buffer): boolean
  /** Called at the end of the body. */
  end(): void
  /** The error, if the held bytes are no answer. Valid when holding has ended. */
  error(): ApiError | undefined
  /** The held bytes in order. Call it once. */
  release(): readonly Buffer[]
}

/** @param most - Most bytes held. A longer beginning is forwarded unchecked. */
export function createFirstEventProbe(
  { backend: { upstream, wire }, request: { stream } }: Destination,
  headers: Head,
  most: number,
): FirstEventProbe {
  const framing = framingOf(headers['content-type'], stream, upstream.api.framing)
  const held = createByteBuffer(most)
  const frames = createBodyFrames(framing)
  const reader = wire.createReader()
  const parts: Part[] = []
  /** An event is too long for an error. The relay reads it in slices and within limits. */
  let isLong = false
  /** Bytes of a stream's event that has not ended. */
  let open = 0

  return {
    push(bytes) {
      const found = frames.push(bytes)
      open = found.length > 0 || framing === 'json' ? 0 : open + bytes.length
      // Held to its end, the event would be copied and passed on in one step.
      if (open > jsonPerTurn) isLong = true
      readAll(found)
      return held.push(bytes) && parts.length === 0 && !isLong && !frames.wasComment()
    },
    end() {
      readAll(frames.end())
      add(reader.end())
    },
    error() {
      if (isLong) return undefined
      const warnings = new Set(parts.flatMap((part) => (part.type === 'warning' ? [part.code] : [])))
      return errorFromParts(parts, upstream, { warnings, stream, begun: parts.some(isSaid) })
    },
    release: held.release,
  }

  function readAll(found: readonly Frame[]): void {
    for (const frame of found) {
      if (frame.data.length > jsonPerTurn) isLong = true
      else add(reader.pushFrame(frame))
    }
  }

  // A loop, because a frame may hold more parts than a spread call has room for on the stack.
  function add(some: readonly Part[]): void {
    for (const part of some) parts.push(part)
  }
}
