import type { Stage } from '@reason/core'
import type { Count, UsagePart } from '@reason/core/parts'
import { countReasoning, reportedReasoning } from '@reason/core/reading'

/**
 * Adds an estimate of reasoning tokens to `usage` if the provider reported none. A count of 0 beside visible reasoning is replaced too:
 * servers report it when they leave the reasoning in the text. Summaries are not estimated: they are much shorter than the reasoning that
 * is billed. An attempt that the gateway cut short reported no usage, so its output is estimated, too.
 *
 * @param tellsReasoning - False: only the output of an attempt that was cut short is added.
 */
export function estimatedUsage(tellsReasoning = true): Stage {
  /** Counts by choice. */
  const counts = new Map<number, { chars: number; isDigest: boolean }>()
  /** The last usage of each choice, and how much reasoning had come by then: text that is held comes behind it. */
  const said = new Map<number, { part: UsagePart; chars: number }>()
  /** Blocks that hold a digest, or nothing. */
  const digests = new Set<string>()
  /** Reasoning of an attempt that was cut short before its usage. Only requests with one choice get another attempt. */
  let cut = 0
  return {
    push(part) {
      const { choice = 0 } = part
      if (part.type === 'block-start' && part.channel === 'reasoning') {
        if (part.kind !== 'summary' && part.kind !== 'hidden') return [part]
        digests.add(`${choice} ${part.block}`)
        countOf(choice).isDigest = true
      } else if (part.type === 'delta' && part.channel === 'reasoning' && part.inserted !== true) {
        if (digests.size === 0 || !digests.has(`${choice} ${part.block}`)) countOf(choice).chars += part.text.length
      } else if (part.type === 'warning' && part.code === 'rescued') {
        if (!said.has(choice)) cut = countOf(choice).chars
      } else if (part.type === 'usage') {
        const whole = cut === 0 ? part : withCut(part, countReasoning(undefined, { chars: cut, isDigest: false })!.value)
        said.set(choice, { part: whole, chars: countOf(choice).chars })
        return [tellsReasoning ? estimated(whole, countOf(choice)) : whole]
      } else if (part.type === 'finish' && tellsReasoning) {
        const last = said.get(choice)
        const count = countOf(choice)
        if (last !== undefined && last.chars < count.chars) return [estimated(last.part, count), part]
      }
      return [part]
    },
    // Text of the fast path is counted later, in joined deltas.
    passes: () => true,
  }

  function countOf(choice: number): { chars: number; isDigest: boolean } {
    let count = counts.get(choice)
    if (count === undefined) counts.set(choice, (count = { chars: 0, isDigest: false }))
    return count
  }
}

/** Adds the tokens of an attempt that was cut short. */
function withCut(part: UsagePart, tokens: number): UsagePart {
  const { output, total } = part.usage
  const more = (count: Count): Count => ({ value: count.value + tokens, source: 'estimated' })
  return { ...part, usage: { ...part.usage, ...(output && { output: more(output) }), ...(total && { total: more(total) }) } }
}

function estimated(part: UsagePart, count: { chars: number; isDigest: boolean }): UsagePart {
  const { usage } = part
  if (count.chars === 0 || reportedReasoning(usage, count.chars) !== undefined) return part
  if (usage.reasoning !== undefined && usage.reasoning.value > 0) return part
  const reasoning = countReasoning(usage, count)
  if (reasoning?.source !== 'estimated') return part
  const most = usage.output?.value ?? Infinity
  return { ...part, usage: { ...usage, reasoning: { ...reasoning, value: Math.min(reasoning.value, most) } } }
}
