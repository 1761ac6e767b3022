import type { Reply } from './client.ts'
import { thought, wholeAnswer, wholeReasoning, type Plan } from './plan.ts'
import { understand } from './understood.ts'

/** A fault of a reply. `leak`: reasoning stands where none may be. */
export interface Problem {
  kind: 'leak' | 'wrong'
  what: string
}

/** Upstream faults that leave the answer whole. */
const harmless = new Set<Plan['upstreamFault']>([undefined, 'twice'])

/** Compares a reply with its plan. A client that disconnected must not have received hidden reasoning either. */
export function judge(plan: Plan, { status, text, left, whole }: Reply): Problem[] {
  const problem = (kind: Problem['kind'], what: string): Problem[] => [
    {
      kind,
      what: `${plan.id} (${plan.api}, ${plan.stream ? 'streamed' : 'whole'}, ${plan.format}, ${plan.upstreamFault}/${plan.clientFault}): ${what}`,
    },
  ]
  // Hidden reasoning may not be anywhere in the response.
  if (plan.hidden && text.includes(thought)) return problem('leak', 'reasoning, though the client may see none')
  if (left) return []
  if (status === undefined) return problem('wrong', 'no answer')
  if (!whole) return problem('wrong', 'the answer was cut without a word')
  let understood
  try {
    understood = understand(plan, text, status)
  } catch (error) {
    return problem('wrong', `${String(error)} in ${text.slice(0, 200)}`)
  }
  const { reasoning, answer, complete, failed } = understood
  if (answer.includes(thought)) return problem('leak', `reasoning in the answer: ${answer.slice(0, 200)}`)
  if (status !== 200) return failed ? [] : problem('wrong', `an error that is none: ${text.slice(0, 200)}`)
  if (failed) return harmless.has(plan.upstreamFault) ? problem('wrong', `failed: ${text.slice(-300)}`) : []
  if (!complete) return problem('wrong', `it ends without an end: ${text.slice(-300)}`)
  // The gateway skips a frame of garbage, and passes on the rest.
  if (!harmless.has(plan.upstreamFault) && plan.upstreamFault !== 'garbage') return problem('wrong', 'a failure that looks like a success')
  if (answer.trim() !== wholeAnswer(plan)) return problem('wrong', `another answer: ${answer.slice(0, 200)}`)
  if (!plan.hidden && reasoning.trim() !== wholeReasoning(plan)) return problem('wrong', `other reasoning: ${reasoning.slice(0, 200)}`)
  return []
}
