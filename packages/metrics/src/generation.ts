import type { Part } from '@reason/core'
import type { FinishPart, Seal, UsagePart, WarningPart } from '@reason/core/parts'
import type { Observer } from '@reason/core/pipeline'
import { createChoice, type MeasuredChoice } from './choice.ts'
import { labelValues } from './definitions.ts'
import { countFinal } from './final-counts.ts'
import { countHarmonyWarning, createHarmonyCounter } from './harmony.ts'
import { snake, structureMissing } from './mappings.ts'
import type { Counting, MeteredRun } from './metered-run.ts'
import { oneOf } from './labels.ts'
import type { MetricsRequest } from './request.ts'
import type { Exemplar } from './series.ts'

/** An observer that learns of deltas when they arrive, to measure the gaps between them. The pipeline may push them later, joined. */
export interface TimedObserver extends Observer {
  /** Records that pieces of text arrived now. The next deltas contain them. @param length - Total length in UTF-16 units. */
  arrived(pieces: number, length: number): void
}

/** A measured generation. Policies may change its finish reason or hold it to the very end, so an observer behind them reports it. */
export interface MeasuredGeneration {
  observer: TimedObserver
  /** Records the finish reason that the client gets. */
  sentFinish(part: FinishPart): void
  /** Ends the generation, after the last part has passed the policies. */
  over(): void
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
    arrivedChars: 0,
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
        run.arrivedChars += length
      },
      close: () => countFinal(run),
    },
    sentFinish(part) {
      choiceOf(run, part).sentFinish = part.reason
    },
    over() {
      // Without the observer before the policies, there is nothing to count.
      if (run.isWhole) countFinal(run)
    },
  }
}

function onPart(run: MeteredRun, part: Part): void {
  switch (part.type) {
    case 'delta': {
      const at = run.counting.now()
      const { length } = part.text
      if (run.arrivedChars > 0) run.arrivedChars = Math.max(0, run.arrivedChars - length)
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
  if (choice === undefined) run.choices.set(index, (choice = createChoice()))
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
