import type { GatewayState, GenerationLine, Hello, ModelTokens, Sample } from '../live.ts'
import { added, sumOf } from './counts.ts'
import { between, medianRange, type Range } from './distribution.ts'
import { firstTimes, median } from './first-times.ts'

/** Window for rates, in milliseconds: long enough to be stable, short enough to be current. */
const windowMs = 30_000

/** Data of a gateway that a watching page keeps. */
export interface KnownFigures {
  version: string
  since: number
  state: GatewayState
  /** Samples of slightly more time than rates need. */
  samples: readonly Sample[]
  /** Recent generations, latest last. */
  generations: readonly GenerationLine[]
}

export interface Figures {
  /** Length of the measured time, in seconds. If 0, nothing was measured yet and all rates are 0. */
  seconds: number
  /** Requests per second. */
  requests: number
  /** Tokens per second. */
  tokens: ModelTokens
  /** Rates by model, and total reasoning since the start. Models with the highest reasoning rate come first. */
  models: readonly (ModelTokens & { model: string; reasoningInAll: number })[]
  /** Medians in seconds, of the latest streamed generations. Undefined if there were none. */
  firstReasoning: number | undefined
  firstAnswer: number | undefined
  /** Bounds of the gateway's median overhead, in seconds: of the recent window, or else since the start. Undefined if not measured yet. */
  overhead: Range | undefined
  /** Failed requests of the recent window, and all requests. */
  failed: number
  asked: number
  /** Counts since the start. */
  leaks: number
  anomalies: number
  truncations: number
}

const mostGenerations = 50

export const begin = ({ version, since, history, generations, state }: Hello): KnownFigures => ({
  version,
  since,
  state,
  generations: generations.slice(-mostGenerations),
  samples: recent([...history, state.sample]),
})

export const withState = (known: KnownFigures, state: GatewayState): KnownFigures => ({
  ...known,
  state,
  samples: recent([...known.samples, state.sample]),
})

export const withGeneration = (known: KnownFigures, generation: GenerationLine): KnownFigures => ({
  ...known,
  generations: [...known.generations, generation].slice(-mostGenerations),
})

/** Samples of the window. The first one is just older than the window. */
function recent(samples: readonly Sample[]): Sample[] {
  const end = samples.at(-1)?.at ?? 0
  const first = samples.findLastIndex(({ at }) => end - at >= windowMs)
  return samples.slice(Math.max(0, first))
}

export function figuresOf({ samples, generations }: KnownFigures): Figures {
  const [before, after] = [samples[0]!, samples.at(-1)!]
  const seconds = (after.at - before.at) / 1000
  const rate = (from: number, to: number): number => (seconds <= 0 ? 0 : added(from, to) / seconds)
  const rates = (from: ModelTokens | undefined, to: ModelTokens): ModelTokens => ({
    input: rate(from?.input ?? 0, to.input),
    reasoning: rate(from?.reasoning ?? 0, to.reasoning),
    commentary: rate(from?.commentary ?? 0, to.commentary),
    answer: rate(from?.answer ?? 0, to.answer),
  })
  const earlier = tokensOf(before)
  const models = Object.entries(tokensOf(after)).map(([model, tokens]) => ({
    model,
    reasoningInAll: tokens.reasoning,
    ...rates(earlier[model], tokens),
  }))
  const asked = seconds <= 0 ? 0 : added(sumOf(before.requests), sumOf(after.requests))
  const failures = ({ requests }: Sample): number => (requests['5xx'] ?? 0) + (requests['aborted'] ?? 0)
  return {
    seconds,
    requests: asked / (seconds || 1),
    tokens: models.reduce((all, one) => addTokens(all, one), none),
    models: models.toSorted((a, b) => b.reasoning - a.reasoning || b.answer - a.answer || b.reasoningInAll - a.reasoningInAll),
    firstReasoning: median(firstTimes(generations, 'firstReasoningMs')),
    firstAnswer: median(firstTimes(generations, 'firstAnswerMs')),
    overhead: overheadOf(before, after),
    failed: seconds <= 0 ? 0 : added(failures(before), failures(after)),
    asked,
    leaks: sumOf(after.leaks),
    anomalies: sumOf(after.anomalies),
    truncations: sumOf(after.truncations),
  }
}

/** Counted tokens, and those of generations that still run. */
function tokensOf({ tokens, written }: Sample): Readonly<Record<string, ModelTokens>> {
  return Object.fromEntries(
    Object.keys({ ...tokens, ...written }).map((model) => [model, { ...none, ...tokens[model], ...written[model] }]),
  )
}

const none: ModelTokens = { input: 0, reasoning: 0, commentary: 0, answer: 0 }

const addTokens = (a: ModelTokens, b: ModelTokens): ModelTokens => ({
  input: a.input + b.input,
  reasoning: a.reasoning + b.reasoning,
  commentary: a.commentary + b.commentary,
  answer: a.answer + b.answer,
})

/** Stages run one after another, so the total overhead is about the sum of their medians. */
function overheadOf(before: Sample, after: Sample): Range | undefined {
  const ranges = Object.entries(after.overhead).flatMap(
    ([stage, now]) => medianRange(between(before.overhead[stage], now)) ?? medianRange(now) ?? [],
  )
  if (ranges.length === 0) return undefined
  return ranges.reduce((all, { from, to }) => ({ from: all.from + from, to: all.to + to }))
}
