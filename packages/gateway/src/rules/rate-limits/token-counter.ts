import type { FinishReason, Usage } from '@reason/core/parts'
import type { Observer } from '@reason/core/pipeline'
import type { RequestFacts } from '../../client-apis/client-api.ts'
import { usageOfChoices } from '@reason/core/reading'
import { wholeInput } from '@reason/wire-kit'

/** Counts all tokens of a generation, input and output. */
export interface Spent {
  observer: Observer
  /** As the provider reports them; else about as many as were sent and said. */
  tokens(): number
}

const charactersPerToken = 4

/** What is longer is media more often than text, and takes fewer tokens than its length says. In bytes. */
const longestText = 65_536

/** Tokens of output that are set aside for a request that may have so many; more when it has used them. */
const expectedOutput = 4096

/** @param bodyBytes - Length of the request. */
export const inputTokens = (bodyBytes: number): number => Math.ceil(Math.min(bodyBytes, longestText) / charactersPerToken)

/** What a request is about to use, input and output. */
export const expectedTokens = ({ maxTokens, choices }: Pick<RequestFacts, 'maxTokens' | 'choices'>, bodyBytes: number): number =>
  inputTokens(bodyBytes) + Math.max(1, choices) * Math.min(Math.max(0, maxTokens ?? expectedOutput), expectedOutput)

/** Ends that providers come to by themselves, and count. Others are also those of an answer that was cut, here or on its way. */
const counted: ReadonlySet<FinishReason> = new Set<FinishReason>(['stop', 'length', 'tool-calls', 'content-filter', 'refusal'])

/** @param input - Tokens of the request, about. */
export function createSpent(input: number): Spent {
  /** Usage by choice. Undefined: the upstream has reported none. */
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
      if (usage === undefined) return input + said
      const { input: read, total = usage.output && usage.output.value + read } = wholeInput(usage)
      if (total === undefined) return input + said
      return isBehind ? Math.max(total, read + said) : total
    },
  }
}
