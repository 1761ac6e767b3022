import type { Registry } from '@reason/core'
import type { UpstreamDescription } from './description.ts'
import type { HttpAnswer } from './http/client.ts'
import type { Notation } from './http/notation.ts'
import { markupIn, type Markup } from './markup.ts'
import type { ProbeAnswer, ProbeId, ProbeOptions } from './probes.ts'
import type { SplitSettings } from './split-settings.ts'

export interface ExamineOptions extends ProbeOptions {
  /** True if excerpts may contain reasoning. */
  show: boolean
  notation: Notation
}

/** All facts that findings are made from. */
export interface Examination extends Pick<ExamineOptions, 'survey' | 'model' | 'maxTokens' | 'show' | 'notation'> {
  /** Answers to the requests that were sent. */
  probeAnswers: Partial<Record<ProbeId, ProbeAnswer>>
  /** The response of llama-server when a thought is to be ended that does not exist. */
  control?: HttpAnswer
  /** Facts from the server's own endpoints. Absent if the server has none. */
  description?: UpstreamDescription
  /** The gateway's settings for these answers. Undefined if none fit. */
  settings: SplitSettings | undefined
  /** True if these settings would take an answer without a thought for a thought. */
  hidesAnswers: boolean
  registry: Registry
  /** Answers to requests that allow thinking which contain only a truncated thought. */
  cutThoughts: readonly ProbeAnswer[]
  /** Answers that ended without a closing tag, although the prompt had opened the reasoning. */
  unclosed: readonly ProbeAnswer[]
}

/** Answers without a failure to the requests that allow thinking. */
export const thinkingAnswers = ({ probeAnswers: { whole, streamed, tools } }: Examination): ProbeAnswer[] =>
  [whole, streamed, tools].filter((one) => one !== undefined && one.failure === undefined) as ProbeAnswer[]

export interface MarkupAnswer {
  one: ProbeAnswer
  markup: Markup
}

/** Answers with markup in their text. */
export const markupAnswers = (examination: Examination): MarkupAnswer[] =>
  thinkingAnswers(examination).flatMap((one) => {
    const markup = markupIn(one.result.answer, examination.registry)
    return markup === undefined ? [] : [{ one, markup }]
  })

export const carriersOf = (examination: Examination): string[] => [
  ...new Set(thinkingAnswers(examination).flatMap(({ carriers }) => carriers)),
]

/** Describes the differences between the answers. */
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
