import type { AnswerListener } from '../upstreams/upstream.ts'
import type { Head } from '../head.ts'
import { createByteBuffer, forward, type ByteBuffer } from './byte-buffer.ts'

/** Longest refusal that is held, in bytes. Refusals are short; a longer one is forwarded as it arrives. */
export const longestRefusal = 65_536

/** Longest refusal with HTTP 200. Longer answers are hardly refusals, and are not held back. */
const longestWith200 = 2000

/** Rules for the refusals that are held. */
export interface RefusalRules {
  isHeld(status: number, headers: Head): boolean
  /**
   * @param body - Not all of it, unless `isWhole`: the refusal is too long, or the connection failed.
   * @returns The headers with which the refusal is forwarded. Undefined: the client gets nothing of it.
   */
  settle(headers: Head, body: readonly Buffer[], isWhole: boolean): Head | undefined
}

/** Holds the body of a refusal until it is whole. Passes all other answers on at once. */
export function holdRefusal(listener: AnswerListener, { isHeld, settle }: RefusalRules): AnswerListener {
  let refusal: { status: number; headers: Head; held: ByteBuffer } | undefined
  return {
    onHead(status, headers) {
      if (isHeld(status, headers)) refusal = { status, headers, held: createByteBuffer(status === 200 ? longestWith200 : longestRefusal) }
      else listener.onHead(status, headers)
    },
    onData(bytes, more) {
      if (refusal === undefined) listener.onData(bytes, more)
      // Blanks before an answer show that its server is working.
      else if (!refusal.held.push(bytes) || (refusal.status === 200 && bytes.every((byte) => byte <= 0x20))) release(more, false)
    },
    onEnd: () => (release(false, true) ? listener.onEnd() : undefined),
    onFailure(failure) {
      release(false, false)
      listener.onFailure(failure)
    },
  }

  /** @returns Whether the client gets the answer. */
  function release(more: boolean, isWhole: boolean): boolean {
    if (refusal === undefined) return true
    const { status, headers, held } = refusal
    const shown = settle(headers, held.all(), isWhole)
    if (shown === undefined) return false
    refusal = undefined
    listener.onHead(status, shown)
    forward(held.release(), listener, more)
    return true
  }
}
