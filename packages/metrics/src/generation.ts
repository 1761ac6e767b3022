import type { Part } from '@reason/core'
import type { FinishPart, Seal, Usage, UsagePart, WarningPart } from '@reason/core/parts'
import type { Observer } from '@reason/core/pipeline'
import { usageOfChoices } from '@reason/core/reading'
import { createChoice, whyNone, type MeasuredChoice } from './choice.ts'
import { labelValues } from './definitions.ts'
import { countHarmonyWarning, createHarmonyCounter, type HarmonyCounter } from './harmony.ts'
import type { ModelSeries } from './model-series.ts'
import { brokenOff, snake, structureMissing, truncations } from './mappings.ts'
import { oneOf } from './labels.ts'
import { expectsReasoning, type MetricsRequest } from './request.ts'
import type { Exemplar, Series } from './series.ts'
import { countTokens } from './tokens.ts'
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

/** An observer that learns of deltas when they arrive, to measure the gaps between them. The pipeline may push them later, joined. */
export interface TimedObserver extends Observer {
  /** Records that pieces of text arrived now. The next deltas contain them. @param length - Total length in UTF-16 units. */
  arrived(pieces: number, length: number): void
}

/** A measured generation. Policies may change its finish reason or hold it to the very end, so an observer behind them reports it. */
export interface MeasuredGeneration {
  observer: TimedObserver
  /** Records the finish reason that the client gets. */
  told(part: FinishPart): void
  /** Ends the generation, after the last part has passed the policies. */
  over(): void
}

/** State of a running generation. */
interface MeteredRun extends InFlight {
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
  told: number
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

const types = [
  'delta',
  'block-start',
  'block-end',
  'tool-call-start',
  'tool-call-delta',
  'tool-call-end',
  'native',
  'usage',
  'warning',
  'error',
  'finish',
  'end',
] as const satisfies readonly Part['type'][]

/**
 * Creates an observer of the model's output, before policies: tokens and timings. For each delta it reads the clock,
 * adds numbers, and allocates nothing. Prometheus metrics are updated once, when the generation has also passed the
 * policies or was closed.
 */
export function createGeneration(counting: Counting, request: MetricsRequest, exemplar: Exemplar | undefined): MeasuredGeneration {
  const run: MeteredRun = {
    counting,
    request,
    exemplar,
    series: counting.seriesOf(request),
    harmony: request.adapter === 'harmony' ? createHarmonyCounter(counting.series, request) : undefined,
    isTimed: request.stream !== false,
    startedAt: request.startedAt ?? counting.now(),
    lastAt: -1,
    firstReasoningAt: -1,
    lastReasoningAt: -1,
    firstAnswerAt: -1,
    gaps: undefined,
    gapSum: 0,
    commentaryChars: 0,
    digest: false,
    toolCalls: false,
    told: 0,
    isWhole: false,
    isEnded: false,
    isCounted: false,
    choice: undefined,
    usage: undefined,
    choices: undefined,
    usages: undefined,
  }
  counting.running.add(run)
  return {
    observer: {
      id: 'metrics',
      when: 'before-policy',
      types,
      onPart: (part) => onPart(run, part),
      arrived(pieces, length) {
        const at = counting.now()
        for (let piece = 0; piece < pieces; piece++) tick(run, at)
        run.told += length
      },
      close: () => finish(run),
    },
    told(part) {
      choiceOf(run, part).told = part.reason
    },
    over() {
      // Without the observer before the policies, there is nothing to count.
      if (run.isWhole) finish(run)
    },
  }
}

function onPart(run: MeteredRun, part: Part): void {
  switch (part.type) {
    case 'delta': {
      const at = run.counting.now()
      const { length } = part.text
      if (run.told > 0) run.told = Math.max(0, run.told - length)
      else tick(run, at)
      if (part.channel === 'answer') {
        choiceOf(run, part).answerChars += length
        if (run.firstAnswerAt === -1) run.firstAnswerAt = at
      } else if (part.channel === 'reasoning') {
        if (part.inserted !== true) choiceOf(run, part).reasoningChars += length
        if (run.firstReasoningAt === -1) run.firstReasoningAt = at
        run.lastReasoningAt = at
      } else run.commentaryChars += length
      return
    }
    case 'tool-call-delta':
      return tick(run, run.counting.now())
    case 'block-start': {
      const choice = choiceOf(run, part)
      run.harmony?.block(part)
      if (part.channel === 'answer') choice.answered = true
      else if (part.channel === 'reasoning') {
        choice.reasoned = true
        if (part.kind === 'hidden') choice.hidden = true
        if (part.kind === 'hidden' || part.kind === 'summary') run.digest = true
      }
      return
    }
    case 'block-end':
      if (part.channel === 'reasoning' && run.firstReasoningAt !== -1) run.lastReasoningAt = run.counting.now()
      return countSeals(run, part.seals)
    case 'tool-call-start':
      run.toolCalls = true
      choiceOf(run, part)
      return run.harmony?.toolCall()
    case 'tool-call-end':
    case 'native':
      return countSeals(run, part.seals)
    case 'usage':
      return report(run, part)
    case 'warning':
      if (part.code === 'aborted') run.isEnded = true
      if (structureMissing.has(part.code)) choiceOf(run, part).structureMissing = true
      if (part.code === 'late-closer') moveAnswer(run, part)
      return run.harmony === undefined ? countHarmonyWarning(run.counting.series, part) : run.harmony.warning(part)
    case 'error':
      choiceOf(run, part).failed = true
      return
    case 'finish':
      choiceOf(run, part).finish = part.reason
      return countSeals(run, part.seals)
    case 'end':
      run.isWhole = true
  }
}

/** Moves text that was shown as the answer to the reasoning. */
function moveAnswer(run: MeteredRun, part: WarningPart): void {
  const choice = choiceOf(run, part)
  choice.reasoningChars += choice.answerChars
  choice.answerChars = 0
}

function tick(run: MeteredRun, at: number): void {
  if (run.isTimed && run.lastAt !== -1) {
    const { gapBounds } = run.counting
    run.gaps ??= new Float64Array(gapBounds.length + 1)
    // Never negative, because a clock that goes back must not reduce a sum.
    const gap = Math.max(0, at - run.lastAt)
    let bucket = 0
    while (bucket < gapBounds.length && gap > gapBounds[bucket]!) bucket++
    run.gaps[bucket]!++
    run.gapSum += gap
  }
  run.lastAt = at
}

function choiceOf(run: MeteredRun, part: { choice?: number }): MeasuredChoice {
  const index = part.choice ?? 0
  if (index === 0) return (run.choice ??= createChoice())
  run.choices ??= new Map()
  let choice = run.choices.get(index)
  if (choice === undefined) {
    choice = createChoice()
    run.choices.set(index, choice)
  }
  return choice
}

function report(run: MeteredRun, { choice = 0, usage }: UsagePart): void {
  if (choice === 0 && run.usages === undefined) run.usage = usage
  else {
    run.usages ??= new Map(run.usage && [[0, run.usage]])
    run.usages.set(choice, usage)
  }
}

function countSeals({ counting }: MeteredRun, received: readonly Seal[] | undefined): void {
  if (received === undefined) return
  for (const { kind } of received) counting.series.count('seals_received_total', { kind: oneOf(sealKinds, snake(kind)) })
}

const sealKinds = labelValues('seals_received_total', 'kind')

function finish(run: MeteredRun): void {
  if (run.isCounted) return
  run.isCounted = true
  run.counting.running.delete(run)
  // A generation without any output counts as ended, too.
  if (run.choices === undefined) run.choice ??= createChoice()
  const usage = run.usages === undefined ? run.usage : usageOfChoices(run.usages)
  const isReported = usage?.reasoning?.source === 'reported' && usage.reasoning.value > 0
  let reasoningChars = 0
  let answerChars = 0
  if (run.choice !== undefined) {
    countEnd(run, run.choice, isReported)
    ;({ reasoningChars, answerChars } = run.choice)
  }
  if (run.choices !== undefined) {
    for (const choice of run.choices.values()) {
      countEnd(run, choice, isReported)
      reasoningChars += choice.reasoningChars
      answerChars += choice.answerChars
    }
  }
  countAllTokens(run, reasoningChars, answerChars, usage)
  if (run.isTimed) observeTimes(run)
}

function countEnd(
  { counting, series, request, exemplar, isEnded, isWhole }: MeteredRun,
  choice: MeasuredChoice,
  isReported: boolean,
): void {
  // A broken stream is a failure. Only disconnected clients and governors abort.
  const failed = choice.failed || (choice.finish === 'aborted' && !isEnded)
  const reason = failed ? 'error' : (choice.told ?? choice.finish ?? (isWhole ? 'unknown' : 'aborted'))
  series.ended(reason)()
  if (truncations.has(reason)) series.truncated(reason)(1, exemplar)
  if (brokenOff.has(reason) || !expectsReasoning(request)) return
  const why = whyNone(choice, request.effort, isReported)
  if (why !== undefined) counting.series.count('reasoning_none_total', { reason: why })
}

function countAllTokens(run: MeteredRun, reasoningChars: number, answerChars: number, usage: Usage | undefined): void {
  const { counting, series, request, exemplar, commentaryChars, digest, toolCalls } = run
  const tokens = countTokens({ reasoningChars, commentaryChars, answerChars, digest, toolCalls }, usage)
  const { input, cached, output, reasoning, answer, commentary, ratio } = tokens
  if (input !== undefined) series.input()(input)
  if (cached !== undefined) series.cached()(cached)
  if (output !== undefined) series.output()(output)
  if (reasoning !== undefined && reasoning.value > 0) series.reasoning(reasoning.source)(reasoning.value)
  if (answer.value > 0) series.answer(answer.source)(answer.value)
  if (commentary > 0) series.commentary()(commentary)
  if (ratio === undefined) return
  series.ratio()(ratio, exemplar)
  const { above = Infinity, below = -Infinity } = counting.alert
  if (ratio > above) counting.series.count('reasoning_ratio_alert_total', { bucket: 'above' }, 1, exemplar)
  else if (ratio < below && expectsReasoning(request) && request.effort !== 'none') {
    counting.series.count('reasoning_ratio_alert_total', { bucket: 'below' }, 1, exemplar)
  }
}

function observeTimes({ series, exemplar, startedAt, firstReasoningAt, lastReasoningAt, firstAnswerAt, gaps, gapSum }: MeteredRun): void {
  if (firstReasoningAt !== -1) {
    series.firstReasoning()(seconds(startedAt, firstReasoningAt), exemplar)
    series.reasoningDuration()(seconds(firstReasoningAt, lastReasoningAt), exemplar)
  }
  if (firstAnswerAt !== -1) series.firstAnswer()(seconds(startedAt, firstAnswerAt), exemplar)
  if (gaps !== undefined) series.gaps().add(gaps, gapSum / 1000)
}

const seconds = (from: number, to: number): number => Math.max(0, to - from) / 1000
