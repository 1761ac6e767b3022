import type { Part } from '@reason/core'
import type { DeltaPart } from '@reason/core/parts'
import type { WarningCode } from '@reason/core/warnings'
import type { RequestTimer } from '@reason/metrics'
import type { ClientRequest } from '../client-apis/client-request.ts'
import type { Requests } from '../generation/upstream-requests.ts'
import { internalError, type ApiError } from '../errors/api-error.ts'
import { createPassage } from '../fast-path/passage.ts'
import type { Head } from '../head.ts'
import type { Generation } from '../generation/generation.ts'
import type { GatewaySettings } from '../settings/settings.ts'
import type { AnswerFailure } from '../errors/failure.ts'
import type { Send } from '../upstreams/upstream.ts'
import { createSealed } from './answer-seals.ts'
import { startAttempt } from './attempt/attempt.ts'
import type { Attempt, AttemptListener, AttemptOptions } from './attempt/attempt-contract.ts'
import { createAttemptSeries } from './attempt-series.ts'
import { createDelivery } from './delivery/delivery.ts'
import { createHoldTimer } from './hold-timer.ts'
import { endReasoning } from './reasoning-end.ts'
import { outcomeOf, type RelayOutcome } from '../generation/relay-outcome.ts'
import type { Sink } from './sink.ts'
import type { Split } from '../generation/split.ts'

export interface RelayOptions extends Pick<AttemptOptions, 'destination' | 'stopsAtTurnEnd'> {
  sink: Sink
  request: ClientRequest
  settings: Pick<GatewaySettings, 'commentary' | 'decideAfter' | 'answerLimit' | 'trim' | 'keepAlive' | 'fastPath'>
  generation: Generation
  timer: RequestTimer
  /** The gateway's own headers, in addition to those of the upstream. */
  headers?: () => Readonly<Record<string, string>>
  requests: Requests
  /** Memory that the request holds, in bytes. */
  requestBytes: number
  /** Called when the gateway's own code throws. */
  onFault(error: unknown): void
  /** Called once, after the last event. */
  onOver(outcome: RelayOutcome): void
}

export interface Relay {
  /** The client's API. Answers with the same API and `isStream` run through the same code. */
  api: string
  isStream: boolean
  /** Bytes of the request, and of the answer so far. */
  size(): number
  /** Ends an open answer with an error. */
  stop(why: ApiError): void
}

/**
 * Carries one answer from the upstream to the client.
 *
 *   waiting ─200─▶ reading ─first event─▶ streaming ─▶ over
 *      │              └──────whole────────────────────▶ over
 *      └─error─▶ over
 *
 *   attempts (each split) ─▶ series: one generation ─▶ delivery: rules, writer ─▶ client
 *
 * A stream's head waits for the first event, so that an error which comes first still is an HTTP error.
 */
export function relay(options: RelayOptions): Relay {
  const { sink, request, destination, settings, generation, requests, timer: clock } = options
  const { answer, overrun } = generation
  const sealed = createSealed(request, destination, generation)
  const series = createAttemptSeries(request.choices, overrun.mayContinue)
  const delivery = createDelivery({
    sink,
    request,
    destination,
    settings,
    generation,
    sealed,
    headers: options.headers,
    flow: { pause, resume },
    onStopped(choice) {
      stopping = true
      series.progress.stop(choice)
    },
  })
  const listener: AttemptListener = { onBegin, onParts, onIdle, onHeld, onRefused, onFailed, onEnd, onFault }
  const holdTimer = createHoldTimer({
    after: settings.decideAfter,
    isHeld: () => !over && attempt.isUndecided(),
    decide() {
      // The held text may differ from the last text read, or belong to another choice.
      passage?.forget()
      if (!over) onParts(attempt.decide(), false)
    },
    onFault,
  })
  let over = false
  let adapter: string | undefined
  /** A governor has stopped the reasoning, and the relay has not acted on it yet. */
  let stopping = false
  /** The client does not keep up. */
  let paused = false

  const passage =
    request.stream && settings.fastPath
      ? createPassage({
          passes,
          lastRead: () => attempt.textFrame(),
          lastWritten: delivery.asItWas,
          textFrame: delivery.textFrame,
          send: delivery.pass,
          later,
        })
      : undefined
  let attempt = start(requests.first)
  sink.onGone(() => {
    if (over) return
    try {
      passage?.settle()
    } catch (error) {
      options.onFault(error)
    }
    if (over) return
    attempt.abort()
    conclude({ aborted: true })
  })
  return {
    api: request.api.id,
    isStream: request.stream,
    size: () => options.requestBytes + attempt.size(),
    stop(why) {
      if (over) return
      try {
        if (series.isFresh()) return giveUp()
        attempt.abort()
        fail(why)
      } catch (error) {
        onFault(error)
      }
    },
  }

  /** @param prefill - The beginning of the answer that this attempt continues. */
  function start(send: Send, prefill = request.prefill): Attempt {
    clock.upstreamAsked()
    const { secret, channels } = answer
    const { choices, stream } = request
    const { stopsAtTurnEnd } = options
    const { onRead } = sealed
    return startAttempt(
      send,
      { destination, prefill, settings, isWhole: !stream, choices, stopsAtTurnEnd, secret, onRead, channels, passage },
      listener,
    )
  }

  function onBegin(head: Head, split: Split): void {
    adapter = split.adapter.id
    delivery.begin(head, split)
    // The client is still behind on the previous attempt.
    if (paused) attempt.pause()
  }

  function pause(): void {
    paused = true
    attempt.pause()
  }

  function resume(): void {
    paused = false
    attempt.resume()
  }

  function passes(part: DeltaPart, own: DeltaPart): boolean {
    return !over && attempt.passes(part) && delivery.passes(own)
  }

  function later(part: DeltaPart): void {
    series.join(attempt.later(part), delivery.take)
    hand(true)
  }

  function onParts(parts: readonly Part[], more: boolean): void {
    if (over) return
    delivery.asItWas()
    clock.upstreamFirst()
    const use = series.judge(parts)
    if (use === 'wait') return
    if (use !== 'use') return giveUp(use.failure)
    deliver(parts)
    if (over) return
    delivery.flush(more && !stopping)
    // A whole answer is sent at its end.
    if (request.stream) clock.clientFirst()
    onHeld(more)
  }

  function onHeld(more: boolean): void {
    // The rest of the same read may contain the answer.
    if (!over && !more && stopping && series.progress.isStuck()) onStopped()
    // A whole answer is not delayed by held text.
    if (request.stream) holdTimer.watch()
  }

  function onIdle(more: boolean): void {
    if (over) return
    delivery.idle()
    delivery.flush(more)
    onHeld(more)
  }

  /** Delivers parts of the running attempt. */
  function deliver(parts: readonly Part[]): void {
    series.join(parts, delivery.take)
    hand()
  }

  function hand(isLate = false): void {
    const error = delivery.hand(isLate)
    if (error !== undefined) {
      attempt.abort(error)
      delivery.refuse(error)
      return conclude(outcomeOf(error))
    }
    // A governor has ended the generation.
    if (delivery.isDone()) finish()
  }

  function onStopped(): void {
    stopping = false
    if (!series.mayFollow) return endHere()
    const { progress } = series
    const plans = overrun.stop({
      id: progress.id(),
      conversation: requests.conversation(),
      reasoning: progress.thought(),
      mayAskAgain: series.count() === 1,
    })
    endReasoning(plans, {
      requests,
      again: (send, prefill) => startAnother(send, { prefill }),
      askAnew: (send) => startAnother(send, { announcement: askedWithoutThinking, withoutThinking: true }),
      endHere,
      isStuck: () => !over && progress.isStuck(),
      onFault,
    })
  }

  /** Leaves the running attempt for another. */
  function startAnother(send: Send, { prefill, announcement, withoutThinking }: Another): void {
    passage?.forget()
    attempt.abort()
    holdTimer.stop()
    overrun.nextAttempt()
    series.follow(announcement, withoutThinking)
    attempt = start(send, prefill)
  }

  function onEnd(end: () => readonly Part[]): void {
    if (over) return
    clock.upstreamEnded()
    passage?.settle()
    if (over) return
    const parts = end()
    const useless = series.judgeLast(parts)
    if (useless !== undefined) return giveUp(useless.failure)
    deliver(parts)
    if (over) return
    const send = rescue()
    if (send === undefined) return last()
    delivery.flush(false)
    startAnother(send, { announcement: askedWithLessEffort })
  }

  function rescue(): Send | undefined {
    const finish = series.finish()
    if (finish === undefined || series.count() > 1) return undefined
    const found = [...delivery.warnings].map((code) => ({ code: code as WarningCode, message: '' }))
    const knobs = overrun.rescue({ finish, warnings: found }, () => requests.conversation().knobs)
    return knobs && requests.withKnobs(knobs)
  }

  /** Ends the generation with the parts that are left. */
  function last(): void {
    series.conclude().forEach(delivery.take)
    hand()
    if (!over) finish()
  }

  /** Drops the running attempt. The answer of the attempt before it stands, if it has one. */
  function giveUp(failure?: AnswerFailure): void {
    attempt.abort(failure)
    if (series.finish() === undefined) endHere()
    else last()
  }

  /** Ends the generation after reasoning without an answer. */
  function endHere(native?: string): void {
    attempt.abort()
    series.cut(native).forEach(delivery.take)
    hand()
  }

  function finish(): void {
    const broken = delivery.broken()
    attempt.abort(broken)
    const written = delivery.end()
    const outcome = broken === undefined ? {} : outcomeOf(broken)
    if (written === undefined) return conclude(outcome)
    over = true
    written
      .then(
        (isTaken) => conclude(isTaken ? outcome : { ...outcome, aborted: true }),
        (error: unknown) => {
          options.onFault(error)
          sink.destroy()
          conclude(outcomeOf(internalError))
        },
      )
      .catch(options.onFault)
  }

  function onRefused(error: ApiError, head: Head): void {
    if (over) return
    if (series.isFresh()) return giveUp()
    delivery.refuse(error, head)
    conclude(outcomeOf(error))
  }

  function onFailed(error: ApiError): void {
    if (over) return
    if (series.isFresh()) giveUp()
    else fail(error)
  }

  function fail(failure: ApiError): void {
    passage?.settle()
    if (over) return
    if (delivery.isOpen()) {
      const error = { message: failure.message, code: String(failure.code) }
      series.join(attempt.fail(error.message, error.code) ?? [{ type: 'error', error }, { type: 'end' }], delivery.take)
      series.conclude().forEach(delivery.take)
      delivery.breakOff()
    } else delivery.refuse(failure)
    conclude(outcomeOf(failure))
  }

  function onFault(error: unknown): void {
    options.onFault(error)
    if (over) return
    try {
      fail(internalError)
    } catch {
      // The code that failed would also have to send the error.
      sink.destroy()
      conclude(outcomeOf(internalError))
    }
  }

  function conclude(outcome: Partial<RelayOutcome>): void {
    over = true
    holdTimer.stop()
    const count = series.count()
    const all: RelayOutcome = {
      status: 200,
      aborted: false,
      adapter,
      warnings: [...delivery.warnings],
      ...(count > 1 && { attempts: count }),
      ...outcome,
    }
    generation.over(all)
    clock.finished(all.aborted ? 'aborted' : all.status)
    options.onOver(all)
  }
}

/** An attempt that follows another one. See `AttemptSeries.follow`. */
interface Another {
  /** The beginning of the answer that it continues. */
  prefill?: string | undefined
  announcement?: string
  withoutThinking?: boolean
}

const askedWithoutThinking = 'Thinking was stopped before the answer: the gateway sent the request again without thinking.'
const askedWithLessEffort = 'Thinking used up the output limit: the gateway sent the request again with less effort.'
