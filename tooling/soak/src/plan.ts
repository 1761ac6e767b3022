export const apis = ['openai-chat', 'openai-responses', 'anthropic-messages'] as const
export type Api = (typeof apis)[number]

/** Faults of an upstream. */
export const upstreamFaults = ['refuses', 'resets', 'breaks', 'cut', 'hangs', 'garbage', 'error', 'twice'] as const
/** Faults of a client. */
export const clientFaults = ['leaves', 'leaves-at-once', 'stalls', 'pauses'] as const

/** Course of one request, fixed in advance so that its reply can be judged. */
export interface Plan {
  /** Id of the request, and part of every word of its answer. */
  id: string
  api: Api
  stream: boolean
  /** Reasoning is in its own field, or between tags in the text. */
  format: 'field' | 'tags'
  /** The client may see no reasoning. */
  hidden: boolean
  /** Number of words of reasoning and, in `answer`, of the answer. */
  reasoning: number
  answer: number
  upstreamFault: (typeof upstreamFaults)[number] | undefined
  clientFault: (typeof clientFaults)[number] | undefined
  /** Number of words before the fault. */
  after: number
}

export interface PlanOptions {
  /** Average number of words of a stream. */
  words: number
  /** Share of requests with a fault, on each side: 0 to 1. */
  faults: number
}

export function planRequest(id: string, random: () => number, { words, faults }: PlanOptions): Plan {
  const oneOf = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!
  const length = Math.max(4, Math.floor(words * (0.5 + random())))
  const reasoning = Math.floor(length / 2)
  return {
    id,
    api: oneOf(apis),
    stream: random() < 0.9,
    format: oneOf(['field', 'tags']),
    hidden: random() < 0.3,
    reasoning,
    answer: length - reasoning,
    upstreamFault: random() < faults ? oneOf(upstreamFaults) : undefined,
    clientFault: random() < faults ? oneOf(clientFaults) : undefined,
    after: 1 + Math.floor(random() * (length - 2)),
  }
}

/** Unique words, so that each shows its request and its position. */
export const reasoningWord = ({ id }: Pick<Plan, 'id'>, index: number): string => `think-${id}-${index} `
export const answerWord = ({ id }: Pick<Plan, 'id'>, index: number): string => `say-${id}-${index} `
/** Text that is in every word of reasoning, and nowhere else. */
export const thought = 'think-'

const said = (count: number, word: (index: number) => string): string => Array.from({ length: count }, (_, index) => word(index)).join('')
export const wholeReasoning = (plan: Plan): string => said(plan.reasoning, (index) => reasoningWord(plan, index)).trim()
export const wholeAnswer = (plan: Plan): string => said(plan.answer, (index) => answerWord(plan, index)).trim()
