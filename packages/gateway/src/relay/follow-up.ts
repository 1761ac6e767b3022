import type { StopPlan } from '@reason/budget'
import type { Conversation } from '@reason/core/conversation'
import type { WarningCode } from '@reason/core/warnings'
import type { OverrunRules } from '../generation/generation.ts'
import type { Requests } from '../generation/upstream-requests.ts'
import type { Send } from '../upstreams/upstream.ts'
import type { AttemptSeries } from './attempt-series.ts'

/** How an attempt follows another one. See `AttemptSeries.follow`. */
export interface FollowUp {
  /** The beginning of the answer that it continues. */
  prefill?: string | undefined
  announcement?: string
  withoutThinking?: boolean
}

/** The answer that may need another attempt. */
export interface FollowedAnswer {
  series: AttemptSeries
  overrun: OverrunRules
  requests: Requests
  /** Codes of all warnings. */
  warnings: ReadonlySet<string>
  /** The answer has not gone on since its reasoning was stopped. */
  isStuck(): boolean
  /** Leaves the running attempt for another. */
  follow(send: Send, how: FollowUp): void
  /** Ends the generation without an answer. @param native - The upstream's name for this finish reason. */
  endHere(native?: string): void
  onFault(error: unknown): void
}

/** Ends or continues an answer whose reasoning a governor has stopped. */
export function afterStop(answer: FollowedAnswer): void {
  const { series, overrun, requests, endHere } = answer
  if (!series.mayFollow) return endHere()
  const { progress } = series
  const plans = overrun.stop({
    id: progress.id(),
    conversation: requests.conversation(),
    reasoning: progress.thought(),
    mayAskAgain: series.count() === 1,
  })
  carryOut(plans, answer)
}

/** Returns the request that follows a whole attempt, because thinking used up its output limit. Undefined: none does. */
export function afterExhaustion({ series, overrun, requests, warnings }: FollowedAnswer): Send | undefined {
  const finish = series.finish()
  if (finish === undefined || series.count() > 1) return undefined
  const found = [...warnings].map((code) => ({ code: code as WarningCode, message: '' }))
  const knobs = overrun.rescue({ finish, warnings: found }, () => requests.conversation().knobs)
  return knobs && requests.withKnobs(knobs)
}

/** Carries out the first possible plan. */
function carryOut([plan, ...others]: readonly StopPlan[], answer: FollowedAnswer): void {
  const { requests, follow } = answer
  if (plan === undefined || plan.by === 'end') return answer.endHere(plan?.finish.native)
  if (plan.by === 'prefix') {
    const send = requests.conversationAs(plan.conversation, plan.fields)
    return send === undefined ? carryOut(others, answer) : follow(send, { prefill: beginningOf(plan.conversation) })
  }
  if (plan.by === 'again') {
    const send = requests.withKnobs(plan.knobs)
    if (send === undefined) return carryOut(others, answer)
    return follow(send, { announcement: askedWithoutThinking, withoutThinking: true })
  }
  // Reasoning that arrives until the upstream reacts is not passed on.
  const { isDone } = plan
  void requests.tell(plan.path, plan.body).then(
    (reply) => afterTelling(isDone(reply)),
    () => afterTelling(false),
  )
  function afterTelling(done: boolean): void {
    if (done || !answer.isStuck()) return
    try {
      carryOut(others, answer)
    } catch (error) {
      answer.onFault(error)
    }
  }
}

/** The text at the end of a conversation that the model continues. */
function beginningOf({ messages }: Conversation): string | undefined {
  const last = messages.at(-1)
  if (last?.role !== 'assistant') return undefined
  return last.items.map((item) => (item.type === 'block' && item.channel === 'answer' ? item.text : '')).join('')
}

const askedWithoutThinking = 'Thinking was stopped before the answer: the gateway sent the request again without thinking.'
export const askedWithLessEffort = 'Thinking used up the output limit: the gateway sent the request again with less effort.'
