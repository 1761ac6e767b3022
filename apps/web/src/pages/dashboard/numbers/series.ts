import type { GenerationLine, Sample, WrittenTokens } from '@reason/gateway-api'
import { added, firstTimes, median, sumOf, type FirstPiece } from '@reason/gateway-api/figures'

/** Values over time in the format of charts: times in seconds, and a list of values per line. Null marks a gap. */
export interface ChartSeries {
  seconds: number[]
  lines: (number | null)[][]
}

/** A time span, and the distance between its points, in milliseconds. */
export interface TimeSpan {
  ms: number
  stepMs: number
}

/** Three lines with one value per pair of consecutive samples. */
function seriesOf(
  samples: readonly Sample[],
  valuesOf: (before: Sample, after: Sample, seconds: number) => (number | null)[],
): ChartSeries {
  const series: ChartSeries = { seconds: [], lines: [[], [], []] }
  for (let index = 1; index < samples.length; index++) {
    const [before, after] = [samples[index - 1]!, samples[index]!]
    const seconds = (after.at - before.at) / 1000
    if (seconds <= 0) continue
    series.seconds.push(after.at / 1000)
    const values = valuesOf(before, after, seconds)
    for (const [line, list] of series.lines.entries()) list.push(values[line] ?? null)
  }
  return series
}

export const tokensPerSecond = (samples: readonly Sample[]): ChartSeries =>
  seriesOf(samples, (before, after, seconds) => {
    const [from, to] = [allTokens(before), allTokens(after)]
    return (['reasoning', 'commentary', 'answer'] as const).map((channel) => added(from[channel], to[channel]) / seconds)
  })

export const requestsPerMinute = (samples: readonly Sample[]): ChartSeries =>
  seriesOf(samples, (before, after, seconds) =>
    [['2xx', '1xx', '3xx'], ['4xx'], ['5xx', 'aborted']].map(
      (classes) => (60 * added(sumOf(before.requests, classes), sumOf(after.requests, classes))) / seconds,
    ),
  )

/** Median times in seconds of the generations that ended in each step, at the time of the last of them. @param upTo - Unix milliseconds. */
export function firstPieces(generations: readonly GenerationLine[], upTo: number, { ms, stepMs }: TimeSpan): ChartSeries {
  const inSpan = generations.filter(({ at }) => at > upTo - ms && at <= upTo).toSorted((a, b) => a.at - b.at)
  const steps = [...Map.groupBy(inSpan, ({ at }) => Math.floor(at / stepMs)).values()]
  const medians = (piece: FirstPiece): (number | null)[] => [...steps.map((step) => median(firstTimes(step, piece)) ?? null), null]
  return {
    // Ends with a gap at the end of the span.
    seconds: [...steps.map((step) => step.at(-1)!.at), upTo].map((at) => at / 1000),
    lines: [medians('firstReasoningMs'), medians('firstAnswerMs')],
  }
}

/** Tokens of all models, including running generations. */
export function allTokens({ written }: Pick<Sample, 'written'>): WrittenTokens {
  const sum: WrittenTokens = { reasoning: 0, commentary: 0, answer: 0 }
  for (const of of Object.values(written)) for (const channel of Object.keys(sum) as (keyof WrittenTokens)[]) sum[channel] += of[channel]
  return sum
}

/** Samples of a span, reduced to the last of each step. Older samples are further apart than newer ones, and rates over unequal times make no smooth line. */
export function lastOf(samples: readonly Sample[], { ms, stepMs }: TimeSpan): readonly Sample[] {
  const end = samples.at(-1)?.at ?? 0
  const step = ({ at }: Sample): number => Math.floor(at / stepMs)
  return samples.filter((sample, index) => {
    const next = samples[index + 1]
    return end - sample.at <= ms && (next === undefined || step(next) > step(sample))
  })
}
