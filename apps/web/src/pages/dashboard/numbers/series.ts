import type { GenerationLine, Sample, WrittenTokens } from '@reason/gateway-api'
import { added, firstTimes, median, sumOf, type FirstPiece } from '@reason/gateway-api/figures'

/** Values over time, as charts want them: seconds, then a list for each line. What is not known is null: the line has a gap there. */
export interface Series {
  seconds: number[]
  lines: (number | null)[][]
}

/** How much is looked at, and how far its points are apart, in milliseconds. */
export interface Span {
  ms: number
  stepMs: number
}

/** One value for each pair of samples. */
function seriesOf(
  samples: readonly Sample[],
  count: number,
  valuesOf: (before: Sample, after: Sample, seconds: number) => (number | null)[],
): Series {
  const series: Series = { seconds: [], lines: Array.from({ length: count }, () => []) }
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

export const tokensPerSecond = (samples: readonly Sample[]): Series =>
  seriesOf(samples, 3, (before, after, seconds) => {
    const [from, to] = [allTokens(before), allTokens(after)]
    return (['reasoning', 'commentary', 'answer'] as const).map((channel) => added(from[channel], to[channel]) / seconds)
  })

export const requestsPerMinute = (samples: readonly Sample[]): Series =>
  seriesOf(samples, 3, (before, after, seconds) =>
    [['2xx', '1xx', '3xx'], ['4xx'], ['5xx', 'aborted']].map(
      (classes) => (60 * added(sumOf(before.requests, classes), sumOf(after.requests, classes))) / seconds,
    ),
  )

/** Medians of the generations that ended in each step, in seconds, at the time of the last of them. @param upTo - Unix milliseconds. */
export function firstPieces(generations: readonly GenerationLine[], upTo: number, { ms, stepMs }: Span): Series {
  const inSpan = generations.filter(({ at }) => at > upTo - ms && at <= upTo).toSorted((a, b) => a.at - b.at)
  const steps = [...Map.groupBy(inSpan, ({ at }) => Math.floor(at / stepMs)).values()]
  const medians = (piece: FirstPiece): (number | null)[] => [...steps.map((step) => median(firstTimes(step, piece)) ?? null), null]
  return {
    // To the end of the span, where nothing is known.
    seconds: [...steps.map((step) => step.at(-1)!.at), upTo].map((at) => at / 1000),
    lines: [medians('firstReasoningMs'), medians('firstAnswerMs')],
  }
}

/** Of all models, those that still write included. */
export function allTokens({ written }: Pick<Sample, 'written'>): WrittenTokens {
  const sum: WrittenTokens = { reasoning: 0, commentary: 0, answer: 0 }
  for (const of of Object.values(written)) for (const channel of Object.keys(sum) as (keyof WrittenTokens)[]) sum[channel] += of[channel]
  return sum
}

/**
 * Samples of the last while, the last of each step: those of long ago are further apart than those of now, and rates of unequal times are
 * no line.
 */
export function lastOf(samples: readonly Sample[], { ms, stepMs }: Span): readonly Sample[] {
  const end = samples.at(-1)?.at ?? 0
  const step = ({ at }: Sample): number => Math.floor(at / stepMs)
  return samples.filter((sample, index) => {
    const next = samples[index + 1]
    return end - sample.at <= ms && (next === undefined || step(next) > step(sample))
  })
}
