import { safeText } from '../render/safe-text.ts'
import type { Paint } from '../render/styles.ts'
import type { ChatOutcome } from './answer.ts'
import { truncate } from '../render/wrap.ts'

const outcomes: Readonly<Record<string, string>> = {
  length: 'cut off: it reached its limit of tokens',
  reasoning_exhausted: 'thinking used up all of its tokens: give it more, or /effort low',
  content_filter: 'cut off by a filter of its provider',
  refusal: 'refused',
  no_final: 'it came to no answer',
  aborted: 'ended by the gateway',
}

/** Status lines under an answer. */
export function statusLines(outcome: ChatOutcome, model: string, paint: Paint): string {
  const { final, error, stopped, ms, remaining } = outcome
  const lines: string[] = []
  if (error !== undefined) lines.push(`${paint('red', 'failed:')} ${safeText(error)}`)
  else if (stopped) lines.push(paint('yellow', 'stopped'))
  else if (final === undefined) lines.push(`${paint('red', 'failed:')} the answer ended in the middle`)
  const why = final === undefined ? undefined : outcomes[final.finish_reason]
  if (why !== undefined) lines.push(paint('yellow', why))
  if (final?.leak_detected === true) lines.push(paint('red', 'the answer contains reasoning'))
  if (final !== undefined) {
    const { reasoning_tokens: reasoning, charged_tokens: charged = reasoning ?? 0, final_tokens: answer } = final.stats
    const facts = [
      safeText(model),
      `${reasoning ?? 'unknown'} + ${answer} tokens`,
      `${(ms / 1000).toFixed(1)} s`,
      ...(remaining === undefined ? [] : [`${Math.max(0, remaining - charged)} of the budget left`]),
    ]
    lines.push(paint('dim', truncate(facts.join(' · '), (process.stdout.columns || 80) - 1)))
  }
  return `${lines.join('\n')}\n`
}
