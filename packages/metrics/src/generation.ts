import type { FinishPart, FinishReason, Observer, Part, Seal, Usage } from '@reason/core'
import { usageOfChoices } from '@reason/core/reading'
import { createChoice, whyNone, type Choice } from './choice.ts'
import { labelValues } from './definitions.ts'
import { createHarmonyCounter } from './harmony.ts'
import { brokenOff, snake, structureMissing, truncations } from './mappings.ts'
import { oneOf } from './labels.ts'
import { expectsReasoning, type MetricsRequest } from './request.ts'
import type { Exemplar, Series } from './series.ts'
import { countTokens, type Streamed } from './tokens.ts'

/** What all generations share. */
export interface Counting {
  series: Series
  now: () => number
  /** Between gaps of tokens, in milliseconds. */
  gapBounds: readonly number[]
  alert: { above?: number | undefined; below?: number | undefined }
  modelLabel(model: string | undefined): string
  providerLabel(provider: string | undefined): string
}

/** An observer that may be told of texts before it is shown them, joined: for the times between them. */
export interface TimedObserver extends Observer {
  /** So many pieces of text have come just now. The next deltas hold them. @param length - Of all of them, in UTF-16 units. */
  arrived(pieces: number, length: number): void
}

/** A generation that is counted. Policies may change how it ends, and hold that back to the very end: whoever looks behind them says it. */
export interface Generation {
  observer: TimedObserver
  /** How it ended, as the client is told. */
  told(part: FinishPart): void
  /** The last part has come through the policies. */
  over(): void
}

/**
 * Watches what the model said, before policies: tokens and timings. Per delta it reads the clock, adds to plain numbers, and
 * allocates nothing; Prometheus hears of it once, when it is over behind the policies as well, or closed.
 */
export function createGeneration(counting: Counting, request: MetricsRequest, exemplar: Exemplar | undefined): Generation {
  const { series, now } = counting
  const labels = { model: counting.modelLabel(request.model), provider: counting.providerLabel(request.provider) }
  const timed = request.stream !== false
  const startedAt = request.startedAt ?? now()
  const harmony = createHarmonyCounter(series, request)
  const bounds = counting.gapBounds
  /** A whole answer has none: they are of the network, and not of the model. */
  const gaps = timed ? new Float64Array(bounds.length + 1) : undefined
  let gapSum = 0
  /** Times on the clock of `now`; -1: not yet. */
  let lastAt = -1
  let firstReasoningAt = -1
  let lastReasoningAt = -1
  let firstAnswerAt = -1
  let commentaryChars = 0
  let answerChars = 0
  let digest = false
  let toolCalls = false
  /** Of so much of the text that comes next it was told before when it came. */
  let told = 0
  /** The last part has come. Policies may still have others. */
  let isWhole = false
  /** A governor has ended it. */
  let isEnded = false
  let isCounted = false
  const first = createChoice()
  const choices = new Map<number, Choice>()
  const usages = new Map<number, Usage>()

  return {
    observer: {
      id: 'metrics',
      when: 'before-policy',
      types: [
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
      ],
      onPart,
      arrived(pieces, length) {
        const at = now()
        for (let piece = 0; piece < pieces; piece++) tick(at)
        told += length
      },
      close: finish,
    },
    told(part) {
      choiceOf(part).told = part.reason
    },
    over() {
      // Who looks only behind the policies has not seen what there is to count.
      if (isWhole) finish()
    },
  }

  function onPart(part: Part): void {
    switch (part.type) {
      case 'delta': {
        const at = now()
        const { length } = part.text
        if (told > 0) told = Math.max(0, told - length)
        else tick(at)
        if (part.channel === 'answer') {
          answerChars += length
          if (firstAnswerAt === -1) firstAnswerAt = at
        } else if (part.channel === 'reasoning') {
          choiceOf(part).reasoningChars += length
          if (firstReasoningAt === -1) firstReasoningAt = at
          lastReasoningAt = at
        } else commentaryChars += length
        return
      }
      case 'tool-call-delta':
        return tick(now())
      case 'block-start': {
        const choice = choiceOf(part)
        harmony.block(part.choice ?? 0, part.channel)
        if (part.channel === 'answer') choice.answered = true
        else if (part.channel === 'reasoning') {
          choice.reasoned = true
          if (part.kind === 'hidden') choice.hidden = true
          if (part.kind === 'hidden' || part.kind === 'summary') digest = true
        }
        return
      }
      case 'block-end':
        if (part.channel === 'reasoning' && firstReasoningAt !== -1) lastReasoningAt = now()
        return seals(part.seals)
      case 'tool-call-start':
        toolCalls = true
        choiceOf(part)
        return harmony.toolCall()
      case 'tool-call-end':
      case 'native':
        return seals(part.seals)
      case 'usage':
        usages.set(part.choice ?? 0, part.usage)
        return
      case 'warning':
        if (part.code === 'aborted') isEnded = true
        if (structureMissing.has(part.code)) choiceOf(part).structureMissing = true
        return harmony.warning(part)
      case 'error':
        choiceOf(part).failed = true
        return
      case 'finish':
        choiceOf(part).finish = part.reason
        return seals(part.seals)
      case 'end':
        isWhole = true
    }
  }

  function tick(at: number): void {
    if (lastAt !== -1 && gaps !== undefined) {
      // A clock that goes backwards must not take away from a sum.
      const gap = Math.max(0, at - lastAt)
      let bucket = 0
      while (bucket < bounds.length && gap > bounds[bucket]!) bucket++
      gaps[bucket]!++
      gapSum += gap
    }
    lastAt = at
  }

  function choiceOf(part: { choice?: number }): Choice {
    const index = part.choice ?? 0
    if (index === 0) {
      if (choices.size === 0 || !choices.has(0)) choices.set(0, first)
      return first
    }
    let choice = choices.get(index)
    if (choice === undefined) {
      choice = createChoice()
      choices.set(index, choice)
    }
    return choice
  }

  function seals(received: readonly Seal[] | undefined): void {
    if (received === undefined) return
    for (const { kind } of received) series.count('seals_received_total', { kind: oneOf(sealKinds, snake(kind)) })
  }

  function finish(): void {
    if (isCounted) return
    isCounted = true
    const unfinished = isWhole ? 'unknown' : 'aborted'
    // A generation of which nothing came has ended all the same.
    if (choices.size === 0) choices.set(0, first)
    const usage = usageOfChoices(usages)
    const reported = usage?.reasoning?.source === 'reported' && usage.reasoning.value > 0
    for (const choice of choices.values()) countEnd(choice, unfinished, reported)
    countAllTokens(usage)
    if (timed) observeTimes()
  }

  /** @param unfinished - How those ended that did not say it. */
  function countEnd(choice: Choice, unfinished: FinishReason, reported: boolean): void {
    // What broke off by itself is a failure: only who goes away, and governors, abort.
    const failed = choice.failed || (choice.finish === 'aborted' && !isEnded)
    const reason = failed ? 'error' : (choice.told ?? choice.finish ?? unfinished)
    series.count('generations_total', { ...labels, finish: snake(reason) })
    if (truncations.has(reason)) series.count('truncations_total', { ...labels, cause: snake(reason) }, 1, exemplar)
    if (brokenOff.has(reason) || !expectsReasoning(request)) return
    const why = whyNone(choice, request.effort, reported)
    if (why !== undefined) series.count('reasoning_none_total', { reason: why })
  }

  function countAllTokens(usage: Usage | undefined): void {
    const streamed: Streamed = { reasoningChars: reasoningChars(), commentaryChars, answerChars, digest, toolCalls }
    const { input, cached, output, reasoning, answer, commentary, ratio } = countTokens(streamed, usage)
    if (input !== undefined) series.count('input_tokens_total', labels, input)
    if (cached !== undefined) series.count('cached_input_tokens_total', labels, cached)
    if (output !== undefined) series.count('output_tokens_total', labels, output)
    if (reasoning !== undefined && reasoning.value > 0) {
      series.count('reasoning_tokens_total', { ...labels, source: reasoning.source }, reasoning.value)
    }
    if (answer.value > 0) series.count('answer_tokens_total', { ...labels, source: answer.source }, answer.value)
    if (commentary > 0) series.count('commentary_tokens_total', { ...labels, source: 'estimated' }, commentary)
    if (ratio === undefined) return
    series.observe('reasoning_ratio', labels, ratio, exemplar)
    const { above = Infinity, below = -Infinity } = counting.alert
    if (ratio > above) series.count('reasoning_ratio_alert_total', { bucket: 'above' }, 1, exemplar)
    else if (ratio < below && expectsReasoning(request) && request.effort !== 'none') {
      series.count('reasoning_ratio_alert_total', { bucket: 'below' }, 1, exemplar)
    }
  }

  function reasoningChars(): number {
    let chars = 0
    for (const choice of choices.values()) chars += choice.reasoningChars
    return chars
  }

  function observeTimes(): void {
    const seconds = (from: number, to: number): number => Math.max(0, to - from) / 1000
    if (firstReasoningAt !== -1) {
      series.observe('time_to_first_reasoning_seconds', labels, seconds(startedAt, firstReasoningAt), exemplar)
      series.observe('reasoning_duration_seconds', labels, seconds(firstReasoningAt, lastReasoningAt), exemplar)
    }
    if (firstAnswerAt !== -1) series.observe('time_to_first_answer_seconds', labels, seconds(startedAt, firstAnswerAt), exemplar)
    if (gaps !== undefined && gaps.some((count) => count > 0)) series.gaps().add(labels, gaps, gapSum / 1000)
  }
}

const sealKinds = labelValues('seals_received_total', 'kind')
