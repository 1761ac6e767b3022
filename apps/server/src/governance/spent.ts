import type { FinishReason, Observer, Usage } from '@reason/core'
import { usageOfChoices } from '@reason/core/reading'
import { wholeInput } from '@reason/core/wire-kit'

/** Counts all tokens of a generation, input and output. */
export interface Spent {
  observer: Observer
  /** As the provider reports them; else four characters of what was said are one. */
  tokens(): number
}

const charactersPerToken = 4

/** Ends that providers come to by themselves, and count. Others are also those of an answer that was cut, here or on its way. */
const counted: ReadonlySet<FinishReason> = new Set<FinishReason>(['stop', 'length', 'tool-calls', 'content-filter', 'refusal'])

export function createSpent(): Spent {
  /** By choice. Undefined: nobody has reported any. */
  let usages: Map<number, Usage> | undefined
  let chars = 0
  /**
   * The last report is older than what was said after it, and than any end. Anthropic reports the input, and a first token, before it begins:
   * of an answer that is broken off then there is nothing else.
   */
  let isBehind = false
  return {
    observer: {
      id: 'spent',
      when: 'before-policy',
      types: ['usage', 'delta', 'tool-call-delta', 'finish'],
      onPart(part) {
        if (part.type === 'usage') {
          usages ??= new Map()
          usages.set(part.choice ?? 0, part.usage)
          isBehind = false
        } else if (part.type === 'delta' || part.type === 'tool-call-delta') {
          chars += part.text.length
          isBehind = true
        } else if (part.type === 'finish' && counted.has(part.reason)) {
          isBehind = false
        }
      },
    },
    tokens() {
      const said = Math.ceil(chars / charactersPerToken)
      const usage = usages && usageOfChoices(usages)
      if (usage === undefined) return said
      const { input, total = usage.output && usage.output.value + input } = wholeInput(usage)
      if (total === undefined) return said
      return isBehind ? Math.max(total, input + said) : total
    },
  }
}
