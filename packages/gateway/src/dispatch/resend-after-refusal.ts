import type { UpstreamCall, Send } from '../upstreams/upstream.ts'
import { holdRefusal, type RefusalRules } from './held-refusal.ts'

/**
 * Sends a second request if the first is refused for a reason that another request avoids. The client has received nothing by then, and the
 * second answer is final.
 *
 * @param isAvoidable - Decides by the status and the headers of the refusal.
 * @param again - Creates the second request. Undefined: the refusal is the answer.
 */
export function resendAfterRefusal(
  first: Send,
  isAvoidable: RefusalRules['isHeld'],
  again: (refusal: readonly Buffer[]) => Send | undefined,
): Send {
  return (listener) => {
    let over = false
    let second: UpstreamCall | undefined
    const held = holdRefusal(listener, {
      isHeld: isAvoidable,
      settle(headers, body, isWhole) {
        const next = isWhole && !over ? again(body) : undefined
        if (next === undefined) return headers
        second = next(listener)
        return undefined
      },
    })
    const asked = first(held)
    return {
      pause: () => (second ?? asked).pause(),
      resume: () => (second ?? asked).resume(),
      abort(why) {
        over = true
        held.drop()
        ;(second ?? asked).abort(why)
      },
    }
  }
}
