import type { Gauge } from 'prom-client'
import type { MeasuredChoice } from './choice.ts'
import type { ModelSeries } from './model-series.ts'
import { estimated } from './tokens.ts'

/** Facts about a running generation. */
export interface InFlight {
  readonly series: Pick<ModelSeries, 'model'>
  commentaryChars: number
  /** True if a summary or a seal replaces the reasoning, so that its length does not predict its tokens. */
  digest: boolean
  /** The first choice. Undefined before any output. */
  choice: MeasuredChoice | undefined
  /** Other choices, by number. */
  choices: Map<number, MeasuredChoice> | undefined
}

/** Sets the tokens that running generations have written so far. The counters get them when the generations end. */
export function setTokensInFlight(gauge: Gauge, running: Iterable<InFlight>): void {
  gauge.reset()
  for (const { series, commentaryChars, digest, choice, choices } of running) {
    let reasoningChars = choice?.reasoningChars ?? 0
    let answerChars = choice?.answerChars ?? 0
    for (const other of choices?.values() ?? []) {
      reasoningChars += other.reasoningChars
      answerChars += other.answerChars
    }
    const chars = { reasoning: digest ? 0 : reasoningChars, commentary: commentaryChars, answer: answerChars }
    for (const [channel, length] of Object.entries(chars)) {
      if (length > 0) gauge.inc({ model: series.model, channel }, estimated(length).value)
    }
  }
}
