import type { Count as Tokens, FinishReason } from '@reason/core/parts'
import type { BulkSeries } from './gap-histogram.ts'
import { snake } from './mappings.ts'
import { lazy, remembered } from './result-cache.ts'
import type { CountUp, Observe, Series } from './series.ts'

/** Series of the generations of one model at one provider. */
export interface ModelSeries {
  /** Value of the label `model`. */
  model: string
  ended(reason: FinishReason): CountUp
  truncated(cause: FinishReason): CountUp
  input(): CountUp
  cached(): CountUp
  output(): CountUp
  reasoning(source: Tokens['source']): CountUp
  answer(source: Tokens['source']): CountUp
  commentary(): CountUp
  ratio(): Observe
  firstReasoning(): Observe
  firstAnswer(): Observe
  reasoningDuration(): Observe
  gaps(): BulkSeries
}

export function createModelSeries(series: Series, labels: Readonly<Record<'model' | 'provider', string>>): ModelSeries {
  return {
    model: labels.model,
    ended: remembered((reason) => series.counter('generations_total', { ...labels, finish: snake(reason) })),
    truncated: remembered((cause) => series.counter('truncations_total', { ...labels, cause: snake(cause) })),
    input: lazy(() => series.counter('input_tokens_total', labels)),
    cached: lazy(() => series.counter('cached_input_tokens_total', labels)),
    output: lazy(() => series.counter('output_tokens_total', labels)),
    reasoning: remembered((source) => series.counter('reasoning_tokens_total', { ...labels, source })),
    answer: remembered((source) => series.counter('answer_tokens_total', { ...labels, source })),
    commentary: lazy(() => series.counter('commentary_tokens_total', { ...labels, source: 'estimated' })),
    ratio: lazy(() => series.histogram('reasoning_ratio', labels)),
    firstReasoning: lazy(() => series.histogram('time_to_first_reasoning_seconds', labels)),
    firstAnswer: lazy(() => series.histogram('time_to_first_answer_seconds', labels)),
    reasoningDuration: lazy(() => series.histogram('reasoning_duration_seconds', labels)),
    gaps: lazy(() => series.gaps(labels)),
  }
}
