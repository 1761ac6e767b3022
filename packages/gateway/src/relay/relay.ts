import type { Part } from '@reason/core'
import type { DeltaPart } from '@reason/core/parts'
import { internalError, type ApiError } from '../errors/api-error.ts'
import { createGuard } from '../errors/guard.ts'
import { createPassage } from '../fast-path/passage.ts'
import type { Head } from '../head.ts'
import type { AnswerFailure } from '../errors/failure.ts'
import { outcomeOf } from '../generation/relay-outcome.ts'
import type { Send } from '../upstreams/upstream.ts'
import { createAnswerEnd } from './answer-end.ts'
import { createSealed } from './answer-seals.ts'
import { startAttempt } from './attempt/attempt.ts'
import type { Attempt, AttemptListener } from './attempt/attempt-contract.ts'
import { createAttemptSeries } from './attempt-series.ts'
import { createDelivery } from './delivery/delivery.ts'
import { afterExhaustion, afterStop, askedWithLessEffort, type FollowedAnswer, type FollowUp } from './follow-up.ts'
import { createHoldTimer } from './hold-timer.ts'
import type { Relay, RelayOptions } from './relay-contract.ts'
import type { Split } from '../generation/split.ts'

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
  const followed: FollowedAnswer = {
    series,
    overrun,
    requests,
    warnings: delivery.warnings,
    isStuck: () => !isOver() && series.progress.isStuck(),
    follow,
    endHere,
    onFault,
  }
  const listener: AttemptListener = { onBegin, onParts, onIdle, onHeld: afterRead, onRefused, onFailed, onEnd, onFault }
  const end = createAnswerEnd(options, () => {
    holdTimer.stop()
    const count = series.count()
    return { adapter, warnings: [...delivery.warnings], ...(count > 1 && { attempts: count }) }
  })
  const { isOver, conclude } = end
  const guarded = createGuard(onFault)
  const isHeld = (): boolean => !isOver() && attempt.isUndecided()
  const holdTimer = createHoldTimer({ after: settings.decideAfter, isHeld, decide: guarded(decide) })
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
          lastWritten: delivery.takeUnchanged,
          textFrame: delivery.textFrame,
          send: delivery.pass,
          catchUp,
        })
      : undefined
  let attempt = start(requests.first)
  sink.onGone(onClientGone)
  return { api: request.api.id, isStream: request.stream, size: () => options.requestBytes + attempt.size(), stop: guarded(stop) }

  /** @param prefill - The beginning of the answer that this attempt continues. */
  function start(send: Send, prefill = request.prefill, asksLess = false): Attempt {
    clock.upstreamAsked()
    const { secret, channels } = answer
    const { choices, stream } = request
    return startAttempt(
      send,
      { ...options, prefill, asksLess, isWhole: !stream, choices, secret, onRead: sealed.onRead, channels, passage },
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
    return !isOver() && attempt.passes(part) && delivery.passes(own)
  }

  function catchUp(part: DeltaPart): void {
    series.join(attempt.catchUp(part), delivery.take)
    hand(true)
  }

  function onParts(parts: readonly Part[], more: boolean): void {
    if (isOver()) return
    // Forgets the last part, which belongs to an earlier frame.
    delivery.takeUnchanged()
    clock.upstreamFirst()
    const use = series.judge(parts)
    if (use === 'wait') return
    if (use !== 'use') return giveUp(use.failure)
    deliver(parts)
    if (isOver()) return
    delivery.flush(more && !stopping)
    // A whole answer is sent at its end.
    if (request.stream) clock.clientFirst()
    afterRead(more)
  }

  /** Called after each read, with or without parts. */
  function afterRead(more: boolean): void {
    // The rest of the same read may contain the answer.
    if (!more && stopping && followed.isStuck()) {
      stopping = false
      afterStop(followed)
    }
    // A whole answer is not delayed by held text.
    if (request.stream) holdTimer.watch()
  }

  function onIdle(more: boolean): void {
    if (isOver()) return
    delivery.idle()
    delivery.flush(more)
    afterRead(more)
  }

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

  /** Releases text whose format is still unknown. */
  function decide(): void {
    if (!isHeld()) return
    // The held text may differ from the last text read, or belong to another choice.
    passage?.forget()
    if (!isOver()) onParts(attempt.decide(), false)
  }

  function follow(send: Send, { prefill, announcement, withoutThinking }: FollowUp): void {
    passage?.forget()
    attempt.abort()
    holdTimer.stop()
    overrun.nextAttempt()
    series.follow(announcement, withoutThinking)
    attempt = start(send, prefill, withoutThinking)
  }

  function onEnd(lastParts: () => readonly Part[]): void {
    if (isOver()) return
    clock.upstreamEnded()
    passage?.settle()
    if (isOver()) return
    const parts = lastParts()
    const useless = series.judgeLast(parts)
    if (useless !== undefined) return giveUp(useless.failure)
    deliver(parts)
    if (isOver()) return
    const send = afterExhaustion(followed)
    if (send === undefined) return last()
    delivery.flush(false)
    follow(send, { announcement: askedWithLessEffort })
  }

  /** Ends the generation with the parts that are left. */
  function last(): void {
    series.conclude().forEach(delivery.take)
    hand()
    if (!isOver()) finish()
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
    if (written === undefined) conclude(outcome)
    else end.concludeAfter(written, outcome)
  }

  function onRefused(error: ApiError, head: Head): void {
    if (isOver()) return
    if (series.isFresh()) return giveUp()
    delivery.refuse(error, head)
    conclude(outcomeOf(error))
  }

  function onFailed(error: ApiError): void {
    if (isOver()) return
    if (series.isFresh()) giveUp()
    else fail(error)
  }

  function fail(failure: ApiError): void {
    passage?.settle()
    if (isOver()) return
    if (delivery.isOpen()) {
      const error = { message: failure.message, code: String(failure.code) }
      series.join(attempt.fail(error.message, error.code) ?? [{ type: 'error', error }, { type: 'end' }], delivery.take)
      series.conclude().forEach(delivery.take)
      delivery.breakOff()
    } else delivery.refuse(failure)
    conclude(outcomeOf(failure))
  }

  function onClientGone(): void {
    if (isOver()) return
    createGuard(options.onFault)(() => {
      passage?.settle()
      // Budgets and traces count text that was held, too.
      if (!isOver()) series.join(attempt.fail('', '')?.filter(({ type }) => !unproven.has(type)) ?? [], delivery.take)
    })()
    if (isOver()) return
    attempt.abort()
    conclude({ aborted: true })
  }

  /** Ends the answer at the gateway's own wish. The answer of an earlier attempt stands. */
  function stop(why: ApiError): void {
    if (isOver()) return
    attempt.abort()
    onFailed(why)
  }

  function onFault(error: unknown): void {
    options.onFault(error)
    if (isOver()) return
    try {
      fail(internalError)
    } catch {
      // The code that failed would also have to send the error.
      sink.destroy()
      conclude(outcomeOf(internalError))
    }
  }
}

/**
 * Parts that say more than is known if the client has left: how an answer ended, and that held text is a thought. A thought that was shown would disprove
 * that the model thinks unseen.
 */
const unproven: ReadonlySet<Part['type']> = new Set(['block-start', 'warning', 'error', 'finish', 'end'])
