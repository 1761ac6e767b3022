export const apis = ['openai-chat', 'openai-responses', 'anthropic-messages'] as const
export type Api = (typeof apis)[number]

/** What upstreams do wrong. */
export const upstreamFaults = ['refuses', 'resets', 'breaks', 'cut', 'hangs', 'garbage', 'error', 'twice'] as const
/** What clients do wrong. */
export const clientFaults = ['leaves', 'leaves-at-once', 'stalls', 'pauses'] as const

/** What happens to one request: known before, so that what comes of it can be judged. */
export interface Plan {
  /** Of the request, and part of every word that is said in its answer. */
  id: string
  api: Api
  stream: boolean
  /** Reasoning has a field of its own, or stands between tags in the text. */
  format: 'field' | 'tags'
  /** The client may see no reasoning. */
  hidden: boolean
  /** How many words of each. */
  reasoning: number
  answer: number
  upstreamFault: (typeof upstreamFaults)[number] | undefined
  clientFault: (typeof clientFaults)[number] | undefined
  /** After how many words a fault happens. */
  after: number
}

export interface PlanOptions {
  /** Words of a whole stream, on the average. */
  words: number
  /** Share of requests to which something happens, on each side. */
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

/** Words that occur nowhere else, so that each can be told by its place. */
export const reasoningWord = ({ id }: Pick<Plan, 'id'>, index: number): string => `think-${id}-${index} `
export const answerWord = ({ id }: Pick<Plan, 'id'>, index: number): string => `say-${id}-${index} `
/** In everything that was thought, and in nothing else. */
export const thought = 'think-'

const said = (count: number, word: (index: number) => string): string => Array.from({ length: count }, (_, index) => word(index)).join('')
export const wholeReasoning = (plan: Plan): string => said(plan.reasoning, (index) => reasoningWord(plan, index)).trim()
export const wholeAnswer = (plan: Plan): string => said(plan.answer, (index) => answerWord(plan, index)).trim()
