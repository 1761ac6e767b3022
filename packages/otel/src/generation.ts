import { SpanStatusCode, type Attributes, type Span } from '@opentelemetry/api'
import type { Part } from '@reason/core'
import type { Count, ErrorPart, Usage } from '@reason/core/parts'
import type { Observer } from '@reason/core/pipeline'
import { usageOfChoices } from '@reason/core/reading'
import { wholeInput } from '@reason/wire-kit'
import { createContent } from './content.ts'
import { attributes, events, finishReason, otherErrorType } from './conventions.ts'
import type { Instruments, ReportedTokens } from './instruments.ts'
import type { OtelConfig } from './options.ts'
import type { OtelRequest } from './request.ts'

export interface Telling {
  config: OtelConfig
  span: Span | undefined
  instruments: Instruments | undefined
  /** Labels of every metric. */
  labels: Attributes
  startedAt: number
}

/**
 * Observes one generation. Timings, usage and reasoning are taken before policies, as the model sent them. The answer
 * and the finish reason are taken after policies, as the client got them, so that masked text is not in the span either.
 * The span ends after the last part.
 */
export function createGenerationObservers(telling: Telling, request: OtelRequest): readonly Observer[] {
  const { config, span, instruments, labels, startedAt } = telling
  const { now } = config
  const capture = {
    answer: config.capture.answer && request.capture?.answer !== false,
    reasoning: config.capture.reasoning && request.capture?.reasoning !== false,
  }
  const streamed = request.stream !== false
  const content =
    span !== undefined && (capture.answer || capture.reasoning) ? createContent(config.redactor, config.maxContentChars) : undefined
  /** Times on the clock of `now`. -1: not yet. */
  let firstAt = -1
  let lastAt = -1
  let firstReasoningAt = -1
  let lastReasoningAt = -1
  let firstAnswerAt = -1
  let response: Attributes = {}
  let error: ErrorPart['error'] | undefined
  let over = false
  const usages = new Map<number, Usage>()
  const reasons = new Map<number, string>()
  const warnings = new Map<string, number>()

  const before: Observer = {
    id: 'otel',
    when: 'before-policy',
    types: ['delta', 'tool-call-delta', 'block-end', 'start', 'usage', 'error'],
    onPart: onModelPart,
  }
  const after: Observer = {
    id: 'otel of the client',
    when: 'after-policy',
    types: [...(content !== undefined && capture.answer ? answerTypes : []), 'warning', 'finish', 'end'],
    onPart: onClientPart,
    close: () => finish('aborted'),
  }
  return [before, after]

  function onModelPart(part: Part): void {
    switch (part.type) {
      case 'delta': {
        const at = tick()
        if (part.channel === 'reasoning') {
          if (firstReasoningAt === -1) {
            firstReasoningAt = at
            span?.addEvent(events.firstReasoning)
          }
          lastReasoningAt = at
          if (capture.reasoning) content?.add(part)
        } else if (part.channel === 'answer' && firstAnswerAt === -1) {
          firstAnswerAt = at
          span?.addEvent(events.firstAnswer)
        }
        return
      }
      case 'tool-call-delta':
        tick()
        return
      case 'block-end':
        if (part.channel === 'reasoning' && firstReasoningAt !== -1) lastReasoningAt = now()
        return
      case 'start':
        response = {
          ...(part.id !== undefined && { [attributes.responseId]: part.id }),
          ...(part.model !== undefined && { [attributes.responseModel]: part.model }),
          ...response,
        }
        return
      case 'usage':
        usages.set(part.choice ?? 0, part.usage)
        return
      case 'error':
        error ??= part.error
    }
  }

  function tick(): number {
    const at = now()
    if (firstAt === -1) firstAt = at
    else if (config.perChunk && streamed) instruments?.timePerChunk.record(secondsFrom(lastAt, at), labels)
    lastAt = at
    return at
  }

  function onClientPart(part: Part): void {
    if (part.type === 'end') finish('unknown')
    else if (part.type === 'finish') reasons.set(part.choice ?? 0, part.reason)
    else if (part.type === 'warning') warnings.set(part.code, (warnings.get(part.code) ?? 0) + 1)
    else if (!('channel' in part) || part.channel !== 'reasoning') content?.add(part)
  }

  function finish(unfinished: string): void {
    if (over) return
    over = true
    const at = now()
    // The source of an abort decides: only disconnected clients and governors abort. A broken stream is a failure.
    const isCut = [...reasons.values()].includes('aborted') && !warnings.has('aborted')
    if (reasons.size === 0) reasons.set(0, error === undefined ? unfinished : 'error')
    const failed = error !== undefined || isCut || [...reasons.values()].includes('error')
    const errorType = failed ? typeOf(error) : undefined
    const tokens = reportedTokens(usageOfChoices(usages))
    if (instruments !== undefined) record(instruments, tokens, at, errorType)
    if (span !== undefined) endSpan(span, tokens, errorType)
  }

  /** Ends the span. A redactor that throws loses the text, but never the span. */
  function endSpan(of: Span, tokens: ReportedTokens, errorType: string | undefined): void {
    try {
      of.setAttributes({
        ...response,
        ...tokenAttributes(tokens),
        [attributes.finishReasons]: [...reasons].sort(([a], [b]) => a - b).map(([, reason]) => finishReason(reason)),
        ...(streamed && since(attributes.timeToFirstChunk, startedAt, firstAt)),
        ...(streamed && since(attributes.timeToFirstReasoning, startedAt, firstReasoningAt)),
        ...(streamed && since(attributes.timeToFirstAnswer, startedAt, firstAnswerAt)),
        ...(streamed && since(attributes.reasoningDuration, firstReasoningAt, lastReasoningAt)),
        ...(warnings.size > 0 && { [attributes.warnings]: [...warnings.keys()] }),
        ...(errorType !== undefined && { [attributes.errorType]: errorType }),
      })
      if (errorType !== undefined) of.setStatus({ code: SpanStatusCode.ERROR })
      if (content !== undefined) of.setAttribute(attributes.outputMessages, JSON.stringify(content.messages(reasons)))
      // A provider's message may repeat reasoning.
      if (errorType !== undefined && request.capture?.reasoning !== false)
        of.setStatus({ code: SpanStatusCode.ERROR, message: errorMessage() })
    } finally {
      of.end()
    }
  }

  function typeOf({ code, status }: Partial<ErrorPart['error']> = {}): string {
    const ownCode = typeof code === 'string' && request.tellsCode?.(code) === false ? undefined : code
    return String(ownCode ?? status ?? otherErrorType)
  }

  /** Returns the redacted error message, as a provider's message may repeat text of a user. */
  function errorMessage(): string {
    const message = error?.message ?? 'The provider reported an error.'
    return config.redactor === undefined ? message : config.redactor.redact(message).text
  }

  function record(to: Instruments, tokens: ReportedTokens, at: number, errorType: string | undefined): void {
    const model = response[attributes.responseModel]
    const all = {
      ...labels,
      // The label is bounded like the requested model: with a configured list, the response's name is omitted.
      ...(model !== undefined && config.models === undefined && { [attributes.responseModel]: model }),
      ...(errorType !== undefined && { [attributes.errorType]: to.errorType(errorType) }),
    }
    to.duration.record(secondsFrom(startedAt, at), all)
    to.countTokens(tokens, all)
    for (const [code, count] of warnings) to.warnings.add(count, { ...labels, [attributes.warningCode]: code })
    if (!streamed) return
    if (firstAt !== -1) to.timeToFirstChunk.record(secondsFrom(startedAt, firstAt), labels)
    if (firstAnswerAt !== -1) to.timeToFirstAnswer.record(secondsFrom(startedAt, firstAnswerAt), labels)
    if (firstReasoningAt === -1) return
    to.timeToFirstReasoning.record(secondsFrom(startedAt, firstReasoningAt), labels)
    to.reasoningDuration.record(secondsFrom(firstReasoningAt, lastReasoningAt), labels)
  }
}

const answerTypes: readonly Part['type'][] = ['delta', 'tool-call-start', 'tool-call-delta']

const since = (name: string, from: number, to: number): Attributes => (from === -1 || to === -1 ? {} : { [name]: secondsFrom(from, to) })

/** Never negative, because a clock may go back. */
const secondsFrom = (from: number, to: number): number => Math.max(0, to - from) / 1000

const fields = ['input', 'output', 'reasoning', 'cached'] as const

/** Returns the plausible counts that the provider reported, summed over choices that are counted separately. */
function reportedTokens(usage: Usage | undefined): ReportedTokens {
  const tokens: ReportedTokens = {}
  for (const field of fields) {
    const count: Count | undefined = usage?.[field]
    if (count?.source === 'reported') tokens[field] = count.value
  }
  // The conventions include cached tokens in the input, even for a provider that excludes them.
  if (tokens.input !== undefined) tokens.input = wholeInput(usage!).input
  return tokens
}

const tokenAttributes = ({ input, output, reasoning, cached }: ReportedTokens): Attributes => ({
  ...(input !== undefined && { [attributes.inputTokens]: input }),
  ...(output !== undefined && { [attributes.outputTokens]: output }),
  ...(reasoning !== undefined && { [attributes.reasoningTokens]: reasoning }),
  ...(cached !== undefined && { [attributes.cacheReadTokens]: cached }),
})
