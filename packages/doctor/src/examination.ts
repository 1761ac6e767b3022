import type { Registry } from '@reason/core'
import type { UpstreamDescription } from './description.ts'
import type { HttpAnswer } from './http/client.ts'
import type { Notation } from './http/notation.ts'
import { markupIn, type Markup } from './markup.ts'
import type { ProbeAnswer, ProbeId } from './probes.ts'
import type { SplitSettings } from './split-settings.ts'
import type { Survey } from './survey.ts'

/** All facts that findings are made from. */
export interface Examination {
  survey: Survey
  model: string
  /** Answers to the requests that were sent. */
  probeAnswers: Partial<Record<ProbeId, ProbeAnswer>>
  /** The response of llama-server when a thought is to be ended that does not exist. */
  control?: HttpAnswer
  /** What the server's own endpoints state. Absent if the server has none. */
  description?: UpstreamDescription
  /** The gateway's settings for these answers. Undefined if none fit. */
  settings: SplitSettings | undefined
  /** With these settings, an answer without a thought would be taken for a thought. */
  hidesAnswers: boolean
  registry: Registry
  maxTokens: number
  /** Answers to the requests that allow thinking which hold a thought alone, because it was cut. */
  cutThoughts: readonly ProbeAnswer[]
  /** Those that ended by themselves, without a closing tag, although the prompt had opened the reasoning. */
  unclosed: readonly ProbeAnswer[]
  /** Excerpts may hold reasoning. */
  show: boolean
  notation: Notation
}

/** Answers without a failure to the requests that allow thinking. */
export const thinkingAnswers = ({ probeAnswers: { whole, streamed, tools } }: Examination): ProbeAnswer[] =>
  [whole, streamed, tools].filter((one) => one !== undefined && one.failure === undefined) as ProbeAnswer[]

export interface MarkupAnswer {
  one: ProbeAnswer
  markup: Markup
}

/** Those of them with markup in their text. */
export const markupAnswers = (examination: Examination): MarkupAnswer[] =>
  thinkingAnswers(examination).flatMap((one) => {
    const markup = markupIn(one.result.answer, examination.registry)
    return markup === undefined ? [] : [{ one, markup }]
  })

export const carriersOf = (examination: Examination): string[] => [
  ...new Set(thinkingAnswers(examination).flatMap(({ carriers }) => carriers)),
]

/** How the answers differ, in words. */
export function kindsOf(examination: Examination): string[] {
  const byKind = new Map<string, ProbeId[]>()
  for (const { probe, result, carriers } of thinkingAnswers(examination)) {
    const markup = markupIn(result.answer, examination.registry)
    if (markup === undefined && carriers.length === 0 && result.answer.trim() === '') continue
    const kind =
      carriers.length > 0
        ? `a field: ${carriers.join(', ')}`
        : markup === undefined
          ? 'no reasoning'
          : `${markup.text.trim()}${markup.orphan ? ' alone' : ''}`
    byKind.set(kind, [...(byKind.get(kind) ?? []), probe.id])
  }
  return [...byKind].map(([kind, ids]) => `${kind} (${ids.join(', ')})`)
}

/** Whether any answer shows that the model thinks. */
export const thinks = (examination: Examination): boolean => carriersOf(examination).length > 0 || markupAnswers(examination).length > 0
