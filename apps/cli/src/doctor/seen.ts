import type { Registry } from '@reason/core'
import type { ServerDescription } from '@reason/probe'
import type { Answer } from './client.ts'
import { markupIn, type Markup } from './markup.ts'
import type { Probed, ProbeId } from './probes.ts'
import type { SplitSettings } from './settings.ts'
import type { Survey } from './survey.ts'

/** Everything that findings are made from. */
export interface Seen {
  survey: Survey
  model: string
  /** Answers to the requests that were sent. */
  probed: Partial<Record<ProbeId, Probed>>
  /** What llama-server says to the end of a thought that does not exist. */
  control?: Answer
  /** What the server says of itself. Absent: it is none that has endpoints for that. */
  description?: ServerDescription
  /** The gateway's settings for what was seen; undefined: there are none. */
  settings: SplitSettings | undefined
  /** With them, an answer that was not thought about would be taken for a thought. */
  hidesAnswers: boolean
  registry: Registry
  maxTokens: number
  /** Excerpts may hold reasoning. */
  show: boolean
}

/** Answers that were to be thought about, and came. */
export const thought = ({ probed: { whole, streamed, tools } }: Seen): Probed[] =>
  [whole, streamed, tools].filter((one) => one !== undefined && one.failure === undefined) as Probed[]

export interface Marked {
  one: Probed
  markup: Markup
}

/** Those of them with markup in their text. */
export const marked = (seen: Seen): Marked[] =>
  thought(seen).flatMap((one) => {
    const markup = markupIn(one.result.answer, seen.registry)
    return markup === undefined ? [] : [{ one, markup }]
  })

export const carriersOf = (seen: Seen): string[] => [...new Set(thought(seen).flatMap(({ carriers }) => carriers))]

/** Whether anything of it was thinking, as far as could be seen. */
export const thinks = (seen: Seen): boolean => carriersOf(seen).length > 0 || marked(seen).length > 0
