import type { FinishReason, Usage } from '@reason/core/parts'
import type { Observer } from '@reason/core/pipeline'
import type { ClientRequestFacts } from '../../client-apis/client-api.ts'
import { usageOfChoices } from '@reason/core/reading'
import { wholeInput } from '@reason/wire-kit'

/** Counts all tokens of a generation, input and output. */
export interface Spent {
  observer: Observer
  /** Tokens as the provider reports them. Without a report, an estimate from the length of request and answer. */
  tokens(): number
}

const charactersPerToken = 4

/** Longest request that is counted as text, in bytes. A longer one is mostly media, which takes fewer tokens than its length suggests. */
const longestText = 65_536

/** Most output tokens reserved at first. The reservation grows with usage. */
const expectedOutput = 4096

/** @param bodyBytes - Length of the request in bytes. */
export const inputTokens = (bodyBytes: number): number => Math.ceil(Math.min(bodyBytes, longestText) / charactersPerToken)

/** Estimated input and output tokens of a request. */
export const expectedTokens = ({ maxTokens, choices }: Pick<ClientRequestFacts, 'maxTokens' | 'choices'>, bodyBytes: number): number =>
  inputTokens(bodyBytes) + Math.max(1, choices) * Math.min(Math.max(0, maxTokens ?? expectedOutput), expectedOutput)

/** Finish reasons that a provider sets itself, with a final usage report. Other reasons may belong to an answer that was cut. */
const counted: ReadonlySet<FinishReason> = new Set<FinishReason>(['stop', 'length', 'tool-calls', 'content-filter', 'refusal'])

/** @param input - Estimated tokens of the request. */
export function createSpent(input: number): Spent {
  /** Usage by choice. Undefined: the upstream has reported none. */
  let usages: Map<number, Usage> | undefined
  let chars = 0
  /**
   * The last usage report is older than the text after it. Anthropic reports the input, and a first token, before the answer. If the answer
   * breaks off, no later report comes.
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
      if (usage === undefined) return input + said
      const { input: read, total = usage.output && usage.output.value + read } = wholeInput(usage)
      if (total === undefined) return input + said
      return isBehind ? Math.max(total, read + said) : total
    },
  }
}
