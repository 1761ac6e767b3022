import type { Usage } from '@reason/core/parts'
import type { HarmonyCounter } from './harmony.ts'
import type { ModelSeries } from './model-series.ts'
import type { MetricsRequest } from './request.ts'
import type { Exemplar, Series } from './series.ts'
import type { InFlight } from './tokens-in-flight.ts'

/** State that all generations share. */
export interface Counting {
  series: Series
  now: () => number
  /** Bucket bounds of gaps between tokens, in milliseconds. */
  gapBounds: readonly number[]
  alert: { above?: number | undefined; below?: number | undefined }
  /** Generations that are not counted yet. */
  running: Set<InFlight>
  seriesOf(request: Pick<MetricsRequest, 'model' | 'provider'>): ModelSeries
}

/** State of a running generation. */
export interface MeteredRun extends InFlight {
  readonly counting: Counting
  readonly request: MetricsRequest
  readonly exemplar: Exemplar | undefined
  readonly series: ModelSeries
  /** Undefined if another adapter splits the text. */
  readonly harmony: HarmonyCounter | undefined
  /** True if the response is streamed, so that its pieces have timings. */
  readonly isTimed: boolean
  /** Times on the clock of `now`. -1: not yet. */
  readonly startedAt: number
  lastAt: number
  firstReasoningAt: number
  lastReasoningAt: number
  firstAnswerAt: number
  /** Undefined before the first gap, and for unstreamed responses, whose gaps are the network's and not the model's. */
  gaps: Float64Array | undefined
  gapSum: number
  toolCalls: boolean
  /** UTF-16 units of the next text whose arrival was already recorded by `arrived`. */
  arrivedChars: number
  /** True after the last part. Policies may still hold back parts. */
  isWhole: boolean
  /** True if a governor ended the generation. */
  isEnded: boolean
  isCounted: boolean
  /** Usage of a request with one choice and one report, as most have. */
  usage: Usage | undefined
  /** Usage by choice, if there are several reports. */
  usages: Map<number, Usage> | undefined
}
