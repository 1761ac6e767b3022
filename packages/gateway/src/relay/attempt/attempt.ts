import { watchStart } from '@reason/core/start'
import type { Part } from '@reason/core'
import { harmless, TooLargeError } from '../../bounds/answer-bounds.ts'
import type { ApiError } from '../../errors/api-error.ts'
import type { AnswerFailure } from '../../errors/failure.ts'
import { createGuard } from '../../errors/guard.ts'
import { errorFromUpstream, unusableAnswer } from '../../errors/upstream-error.ts'
import type { Head } from '../../head.ts'
import { createByteBuffer } from '../../structures/byte-buffer.ts'
import { compression } from '../../upstreams/headers.ts'
import type { UpstreamCall, Send } from '../../upstreams/upstream.ts'
import { openReading, type AnswerReading } from './answer-reading.ts'
import { AnswerProgress } from './answer-progress.ts'
import type { Attempt, AttemptListener, AttemptOptions } from './attempt-contract.ts'
import { createBacklog } from './backlog.ts'
import { EndTimers } from './end-timers.ts'
import { noteStart } from './note-start.ts'
import type { AnswerTranslation } from './translation.ts'

/** Bytes of an error body that are read at most. */
const errorLimit = 1_048_576

/**
 *   waiting ─200─▶ reading ─────────────────────▶ over
 *      └──error──▶ refused (its body is read) ──▶ over
 */
export function startAttempt(send: Send, options: AttemptOptions, listener: AttemptListener): Attempt {
  const { destination, prefill, settings, passage } = options
  const timers = new EndTimers()
  let status = 0
  let head: Head = {}
  /** Undefined: the upstream has not answered, or with an error. */
  let reading: AnswerReading | undefined
  const refusalBody = createByteBuffer(errorLimit)
  const progress = new AnswerProgress(options.choices)
  let over = false
  /** The answer has ended at its last event. */
  let isComplete = false
  /** The body has ended and its last parts are being read. Only these show whether an answer follows the reasoning. */
  let isClosing = false
  const start = watchStart(destination.request.model)

  // A bug of the gateway must not look like an upstream failure.
  const guarded = createGuard((error) => {
    abort()
    listener.onFault(error)
  })
  let call: UpstreamCall | undefined
  const backlog = createBacklog({
    flow: { pause: () => call?.pause(), resume: () => call?.resume() },
    isOver: () => over,
    hasWork: () => reading?.translation.isBehind() === true,
    work: () => goOn(reading!.translation),
    read: take,
    guarded,
  })
  guarded(() => {
    call = send({
      onHead: guarded(onHead),
      onData: guarded(onData),
      onEnd: guarded(onEnd),
      onFailure: guarded(onFailure),
    })
  })()
  return {
    abort,
    pause() {
      timers.pause()
      backlog.pause()
    },
    resume() {
      timers.resume()
      backlog.resume()
    },
    size: () => progress.length,
    isUndecided: () => !over && !hasMore() && (reading?.translation.isUndecided() === true || reading?.beside?.isUndecided() === true),
    decide() {
      reading!.beside?.decide('timeout')
      const parts = reading!.translation.decide()
      observe(parts)
      return parts
    },
    textFrame: () => reading?.translation.textFrame(),
    passes: (part) => reading!.translation.passes(part),
    catchUp: (part) => reading!.translation.catchUp(part),
    fail: (message, code) => reading?.translation.fail(message, code),
  }

  function onHead(responseStatus: number, headers: Head): void {
    status = responseStatus
    head = headers
    if (status < 200 || status > 299) return
    const compressed = compression(headers)
    if (compressed !== undefined) return unusable(compressed)
    reading = openReading(head, options, start)
    listener.onBegin(head, reading.resolution)
  }

  function onData(bytes: Buffer, more: boolean): void {
    if (over || isComplete) return
    if (reading === undefined) collectError(bytes)
    else if (backlog.isBehind()) backlog.add(bytes)
    else take(bytes, more)
  }

  function take(bytes: Buffer, more: boolean): void {
    if (passage === undefined) read(bytes, more)
    else {
      const passed = passage.push(bytes, more, read)
      if (passed < bytes.length) backlog.putBack(bytes.subarray(passed))
    }
    backlog.took(bytes.length)
  }

  function hasMore(): boolean {
    return reading?.translation.isBehind() === true || backlog.hasBytes()
  }

  /** @returns Whether the next bytes can be read at once. */
  function read(bytes: Buffer, more: boolean): boolean {
    if (!over) translate(reading!.translation, bytes, more)
    return !over && !backlog.isBehind()
  }

  function translate(translation: AnswerTranslation, bytes: Buffer, more: boolean): void {
    progress.length += bytes.length
    // Streams have no limit on their total length. A whole answer is buffered until its end.
    if (options.isWhole && progress.length > settings.answerLimit)
      return unusable(`has more than ${settings.answerLimit} bytes, the limit that --answer-limit sets (in an app: answerLimit)`)
    let parts: readonly Part[]
    try {
      parts = translation.push(bytes)
    } catch (error) {
      return tooLarge(error)
    }
    hand(translation, parts, more)
  }

  /** Reads the next slice of the translation's waiting work. */
  function goOn(translation: AnswerTranslation): void {
    let parts: readonly Part[]
    try {
      parts = translation.goOn()
    } catch (error) {
      return tooLarge(error)
    }
    hand(translation, parts, isClosing || hasMore())
  }

  function tooLarge(error: unknown): void {
    if (!(error instanceof TooLargeError)) throw error
    unusable(`has ${error.message}`)
  }

  function hand(translation: AnswerTranslation, parts: readonly Part[], moreBytes: boolean): void {
    const isBehind = translation.isBehind()
    if (isBehind && !backlog.isBehind()) backlog.fallBehind()
    observe(parts)
    const isLast = !isBehind && !isClosing && translation.isOver()
    if (!over && !isClosing) timers.endIfSilent(isEnding() ? guarded(endEarly) : undefined)
    // The last parts are sent together with the end.
    const more = moreBytes || isBehind || (isLast && progress.isCounted && progress.hasFinished())
    if (parts.length > 0) listener.onParts(parts, more)
    else if (translation.wasComment()) listener.onIdle(more)
    else listener.onHeld(more)
    if (!isClosing && progress.isOverlong()) endEarly()
    else if (isLast) endSoon(endEarly, progress.isCounted)
    else if (isTurnOver() && !isClosing) endSoon(endTurn, reading!.turnEnd!.isPassed())
  }

  function observe(parts: readonly Part[]): void {
    for (const part of parts) {
      if (part.type === 'delta') continue
      start.see(part)
      progress.see(part)
    }
  }

  /** Some upstreams keep the connection open after the last event, or reset it. Others report usage after it. */
  function endSoon(end: () => void, isDone: boolean): void {
    if (isDone) end()
    else if (!over) timers.endSoon(guarded(end))
  }

  function endEarly(): void {
    isComplete = true
    onEnd()
  }

  /** Every choice has its finish reason, or the reader holds it for what may follow. */
  function isEnding(): boolean {
    return reading?.translation.isEnding(options.choices) === true
  }

  function isTurnOver(): boolean {
    return reading?.turnEnd?.isReached() === true
  }

  /** Ends the upstream request after all turns have ended. */
  function endTurn(): void {
    if (over) return
    if (backlog.isBehind()) return backlog.endWith(endTurn)
    abort()
    listener.onEnd(() => reading!.turnEnd!.end())
  }

  function onFailure(failure: ApiError): void {
    if (over) return
    if (backlog.isBehind()) return backlog.endWith(() => onFailure(failure))
    if (isTurnOver()) return endTurn()
    // Only usage can be missing.
    if (progress.hasFinished() || isEnding()) return void onEnd()
    destination.backend.starts.doubt()
    fail(failure)
  }

  function onEnd(): void | false {
    if (over) return
    if (backlog.isBehind()) {
      backlog.endWith(onEnd, true)
      return false
    }
    if (reading === undefined) {
      over = true
      const { backend, request } = destination
      return listener.onRefused(
        errorFromUpstream(status, head, Buffer.concat(refusalBody.all()), backend.upstream, options.secret(), request.json),
        head,
      )
    }
    timers.stop()
    if (progress.length > harmless) close(reading.translation)
    else conclude()
    return hasMore() ? false : undefined
  }

  /** Reads the end of a long answer in slices. A whole answer is read entirely at its end. */
  function close(translation: AnswerTranslation): void {
    passage?.settle()
    if (over) return
    isClosing = true
    try {
      translation.close()
    } catch (error) {
      return tooLarge(error)
    }
    if (!translation.isBehind()) return conclude()
    backlog.fallBehind()
    backlog.endWith(conclude)
  }

  function conclude(): void {
    over = true
    listener.onEnd(() => lastParts(reading!))
  }

  function lastParts({ model, translation }: AnswerReading): readonly Part[] {
    const parts = ended(translation)
    for (const part of parts) start.see(part)
    if (!options.asksLess) noteStart(start, model, destination, prefill)
    return parts
  }

  /** Returns the last parts. For a whole answer, these are all parts. */
  function ended(translation: AnswerTranslation): readonly Part[] {
    try {
      return translation.end()
    } catch (error) {
      if (!(error instanceof TooLargeError)) throw error
      const { message, code } = unusableAnswer(destination.backend.upstream.name, `has ${error.message}`)
      // A whole answer has no parts before these.
      return destination.request.stream
        ? translation.fail(message, String(code))
        : [{ type: 'error', error: { message, code: code! } }, { type: 'end' }]
    }
  }

  function unusable(what: string): void {
    const error = unusableAnswer(destination.backend.upstream.name, what)
    call?.abort(error)
    fail(error)
  }

  function fail(error: ApiError): void {
    if (over) return
    over = true
    timers.stop()
    listener.onFailed(error)
  }

  function abort(failure?: AnswerFailure): void {
    over = true
    timers.stop()
    call?.abort(failure ?? (isComplete ? 'complete' : undefined))
  }

  function collectError(bytes: Buffer): void {
    if (refusalBody.push(bytes)) return
    call?.abort()
    onEnd()
  }
}
