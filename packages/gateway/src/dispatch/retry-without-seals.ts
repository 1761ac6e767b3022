import type { Call, Send } from '../upstreams/upstream.ts'
import { createHeld, type Held } from './byte-buffer.ts'
import { isOfSeals, longestRefusal } from './seal-refusal.ts'

/**
 * Sends a request once more where the upstream refuses it for what it brings back sealed. Nothing of the refusal has gone to the client
 * by then, and the second answer is the last.
 *
 * @param again - The request without what is sealed. Undefined: there is no such request.
 */
export function retriedWithoutSeals(first: Send, again: () => Send | undefined): Send {
  return (listener) => {
    let refusal: { held: Held; head(): void } | undefined
    let over = false
    let second: Call | undefined
    const asked = first({
      onHead(status, headers) {
        const head = (): void => listener.onHead(status, headers)
        if (status >= 400 && status < 500) refusal = { held: createHeld(longestRefusal), head }
        else head()
      },
      onData(bytes, more) {
        if (refusal === undefined) listener.onData(bytes, more)
        else if (!refusal.held.push(bytes)) release(more)
      },
      onEnd() {
        const next = refusal !== undefined && !over && isOfSeals(refusal.held.all()) ? again() : undefined
        if (next !== undefined) return void (second = next(listener))
        release(false)
        listener.onEnd()
      },
      onFailure(failure) {
        release(false)
        listener.onFailure(failure)
      },
    })
    return {
      pause: () => (second ?? asked).pause(),
      resume: () => (second ?? asked).resume(),
      abort(failure) {
        over = true
        ;(second ?? asked).abort(failure)
      },
    }

    function release(more: boolean): void {
      if (refusal === undefined) return
      const { held, head } = refusal
      refusal = undefined
      head()
      const pieces = held.release()
      for (const [index, piece] of pieces.entries()) listener.onData(piece, more || index < pieces.length - 1)
    }
  }
}
