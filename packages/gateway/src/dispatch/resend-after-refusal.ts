import type { UpstreamCall, Send } from '../upstreams/upstream.ts'
import { createByteBuffer, forward, type ByteBuffer } from './byte-buffer.ts'

/** Longest refusal that is held, in bytes. Refusals are short; a longer one is forwarded as it arrives. */
export const longestRefusal = 65_536

/**
 * Sends a second request if the first is refused for a reason that another request avoids. The client has received nothing by then, and the
 * second answer is final.
 *
 * @param isAvoidable - Decides by the status of the refusal.
 * @param again - Creates the second request. Undefined: the refusal is the answer.
 */
export function resendAfterRefusal(
  first: Send,
  isAvoidable: (status: number) => boolean,
  again: (refusal: readonly Buffer[]) => Send | undefined,
): Send {
  return (listener) => {
    let refusal: { held: ByteBuffer; head(): void } | undefined
    let over = false
    let second: UpstreamCall | undefined
    const asked = first({
      onHead(status, headers) {
        if (!isAvoidable(status)) return listener.onHead(status, headers)
        refusal = { held: createByteBuffer(longestRefusal), head: () => listener.onHead(status, headers) }
      },
      onData(bytes, more) {
        if (refusal === undefined) listener.onData(bytes, more)
        else if (!refusal.held.push(bytes)) release(more)
      },
      onEnd() {
        const next = refusal === undefined || over ? undefined : again(refusal.held.all())
        if (next !== undefined) return void (second = next(listener))
        release(false)
        return listener.onEnd()
      },
      onFailure(failure) {
        release(false)
        listener.onFailure(failure)
      },
    })
    return {
      pause: () => (second ?? asked).pause(),
      resume: () => (second ?? asked).resume(),
      abort(why) {
        over = true
        ;(second ?? asked).abort(why)
      },
    }

    function release(more: boolean): void {
      if (refusal === undefined) return
      const { held, head } = refusal
      refusal = undefined
      head()
      forward(held.release(), listener, more)
    }
  }
}
