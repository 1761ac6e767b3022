import type { Observer, Usage } from '@reason/core'

/** Counts all tokens of a generation, input and output. */
export interface Spent {
  observer: Observer
  /** As the provider reports them; else four characters of what was said are one. */
  tokens(): number
}

export function createSpent(): Spent {
  let usage: Usage | undefined
  let chars = 0
  return {
    observer: {
      id: 'spent',
      when: 'before-policy',
      types: ['usage', 'delta', 'tool-call-delta'],
      onPart(part) {
        if (part.type === 'usage') usage = part.usage
        else if (part.type === 'delta' || part.type === 'tool-call-delta') chars += part.text.length
      },
    },
    tokens() {
      const reported = usage?.total?.value ?? (usage?.output && usage.output.value + (usage.input?.value ?? 0))
      return reported ?? Math.ceil(chars / 4)
    },
  }
}
