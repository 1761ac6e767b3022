import type { Usage } from '@reason/core/parts'
import { usageOfChoices } from '@reason/core/reading'
import { createChoice, whyNone, type MeasuredChoice } from './choice.ts'
import { secondsBetween } from './gateway.ts'
import { brokenOff, truncations } from './mappings.ts'
import type { MeteredRun } from './metered-run.ts'
import { expectsReasoning } from './request.ts'
import { countTokens } from './tokens.ts'

/** Counts an ended generation in all metrics, once. */
export function countFinal(run: MeteredRun): void {
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
  const reason = failed ? 'error' : (choice.sentFinish ?? choice.finish ?? (isWhole ? 'unknown' : 'aborted'))
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
    series.firstReasoning()(secondsBetween(startedAt, firstReasoningAt), exemplar)
    series.reasoningDuration()(secondsBetween(firstReasoningAt, lastReasoningAt), exemplar)
  }
  if (firstAnswerAt !== -1) series.firstAnswer()(secondsBetween(startedAt, firstAnswerAt), exemplar)
  if (gaps !== undefined) series.gaps().add(gaps, gapSum / 1000)
}
