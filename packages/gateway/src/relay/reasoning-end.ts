import type { StopPlan } from '@reason/budget'
import type { Conversation } from '@reason/core/conversation'
import type { Send } from '../upstreams/upstream.ts'
import type { Requests } from '../generation/upstream-requests.ts'

/** Operations for an answer whose reasoning a governor has stopped. */
export interface Ends {
  requests: Pick<Requests, 'conversationAs' | 'tell' | 'withKnobs'>
  /** Continues the answer with another request. @param prefill - The beginning of the answer. */
  again(send: Send, prefill: string | undefined): void
  /** Sends the request again, without thinking. */
  askAnew(send: Send): void
  /** Ends the generation without an answer. @param native - The upstream's name for this finish reason. */
  endHere(native?: string): void
  /** The answer has not gone on since it was stopped. */
  isStuck(): boolean
  onFault(error: unknown): void
}

/** Carries out the first possible plan. */
export function endReasoning([plan, ...others]: readonly StopPlan[], ends: Ends): void {
  if (plan === undefined || plan.by === 'end') return ends.endHere(plan?.finish.native)
  if (plan.by === 'prefix') {
    const send = ends.requests.conversationAs(plan.conversation, plan.fields)
    return send === undefined ? endReasoning(others, ends) : ends.again(send, beginningOf(plan.conversation))
  }
  if (plan.by === 'again') {
    const send = ends.requests.withKnobs(plan.knobs)
    return send === undefined ? endReasoning(others, ends) : ends.askAnew(send)
  }
  // Reasoning that arrives until the upstream reacts is not passed on.
  const { isDone } = plan
  void ends.requests.tell(plan.path, plan.body).then(
    (reply) => afterTelling(isDone(reply)),
    () => afterTelling(false),
  )
  function afterTelling(done: boolean): void {
    if (done || !ends.isStuck()) return
    try {
      endReasoning(others, ends)
    } catch (error) {
      ends.onFault(error)
    }
  }
}

/** The text at the end of a conversation that the model continues. */
function beginningOf({ messages }: Conversation): string | undefined {
  const last = messages.at(-1)
  if (last?.role !== 'assistant') return undefined
  return last.items.map((item) => (item.type === 'block' && item.channel === 'answer' ? item.text : '')).join('')
}
