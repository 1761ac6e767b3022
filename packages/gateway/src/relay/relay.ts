import { createPipeline, type Part, type Pipeline } from '@reason/core'
import type { DeltaPart } from '@reason/core/parts'
import type { WarningCode } from '@reason/core/warnings'
import { createAttempts } from '@reason/core/attempts'
import { trim, withhold } from '@reason/policy'
import type { RequestTimer } from '@reason/metrics'
import { internalError, type ApiError } from '../errors/api-error.ts'
import type { ClientRequest } from '../client-apis/client-request.ts'
import type { GatewaySettings } from '../settings/settings.ts'
import type { Generation } from '../rules/generation.ts'
import { forClient } from '../upstreams/headers.ts'
import type { AnswerFailure, Send } from '../upstreams/upstream.ts'
import { createAnswerWriter, type AnswerWriter } from './answer-writer.ts'
import { startAttempt, type Attempt, type AttemptListener, type AttemptOptions } from './attempt.ts'
import { searchCalls, withDeclaredTools } from '../client-apis/tools/declared-tools.ts'
import { customCalls, customTools } from '../client-apis/tools/custom-tools.ts'
import { endReasoning } from './reasoning-end.ts'
import { failureIn, saysNothing } from '../errors/answer-failure.ts'
import { formatFor, leftOut, tagged, writingFor } from './client-format.ts'
import { createHandover } from './delivery.ts'
import { namespacedCalls, withFlatNames } from '../client-apis/tools/tool-namespaces.ts'
import { outcomeOf, type Outcome } from './relay-outcome.ts'
import { createPassage, type Passage } from '../fast-path/passage.ts'
import { createProgress } from './choice-progress.ts'
import type { Requests } from '../dispatch/request/requests.ts'
import { createSealed } from './answer-seals.ts'
import { sendError } from './error-delivery.ts'
import type { Split } from './split-choice.ts'
import { tagReasoning } from './tagged-reasoning.ts'
import type { Sink } from './sink.ts'
import type { Head } from '../head.ts'

export interface RelayOptions extends Omit<
  AttemptOptions,
  'prefill' | 'settings' | 'isWhole' | 'choices' | 'secret' | 'onRead' | 'channels'
> {
  sink: Sink
  request: ClientRequest
  settings: Pick<GatewaySettings, 'commentary' | 'decideAfter' | 'answerLimit' | 'trim' | 'keepAlive' | 'fastPath'>
  generation: Generation
  timer: RequestTimer
  /** Headers of ours, beside those of the upstream that come back. */
  headers?: () => Readonly<Record<string, string>>
  requests: Requests
  /** How much memory the request holds. */
  requestBytes: number
  /** Something of ours threw. */
  onFault(error: unknown): void
  /** Called once, when nothing more happens. */
  onOver(outcome: Outcome): void
}

export interface Relay {
  /** Answers of one kind run through the same code. */
  kind: string
  /** Bytes of the request and of the answer so far. */
  size(): number
  /** Ends an open answer with an error: it may not go on. */
  stop(why: ApiError): void
}

/**
 * Carries one answer from the upstream to the client.
 *
 *   waiting ─200─▶ reading ─first event─▶ streaming ─▶ over
 *      │              └──────whole────────────────────▶ over
 *      └─error─▶ over
 *
 *   attempts (each split) ─▶ one generation ─▶ governors, observers, policies ─▶ writer
 *
 * A stream's head waits for the first event, so that an error which comes first still is an HTTP error. Another attempt
 * counts from its first parts on: one that fails before leaves the end of the one before it.
 */
export function relay(options: RelayOptions): Relay {
  const { sink, request, destination, settings, generation, requests, timer: clock } = options
  const { answer, overrun } = generation
  let head: Head = {}
  let writer: AnswerWriter | undefined
  let timer: NodeJS.Timeout | undefined
  let over = false
  let adapter: string | undefined
  let attemptCount = 0
  /** The attempt that runs has said nothing yet, and another one was before it. */
  let fresh = false
  /** A governor has stopped reasoning, and nothing was done about it yet. */
  let stopping = false
  /** The part that goes through the rules. */
  let passing: Part | undefined
  /** For text that has gone to the client already. */
  let isLate = false
  let passage: Passage | undefined
  /** The client does not keep up. */
  let paused = false
  /** It was asked once more without thinking, as there is no budget for that. */
  let isAnew = false
  /** Why the request was sent once more. */
  let rescued: string | undefined
  const handover = createHandover(request.stream, destination, answer)
  const progress = createProgress(request.choices, overrun.mayContinue)
  const sealed = createSealed(request, destination, generation)
  const attempts = request.choices === 1 ? createAttempts() : undefined
  /** From the moment that the upstream answers. */
  let pipeline: Pipeline | undefined
  const listener: AttemptListener = { onBegin, onBytes, onUnknown, onParts, onIdle, onHeld, onRefused, onFailed, onEnd, onFault }

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
    kind: `${request.api.id} ${request.stream ? 'stream' : 'whole'}`,
    size: () => options.requestBytes + attempt.size(),
    stop(why) {
      if (over) return
      try {
        if (fresh) return giveUp()
        attempt.abort()
        fail(why)
      } catch (error) {
        onFault(error)
      }
    },
  }

  /** @param prefill - The beginning of the answer, where this attempt continues one. */
  function start(send: Send, prefill = request.prefill): Attempt {
    attemptCount++
    clock.upstreamAsked()
    const { secret, channels } = answer
    const { choices } = request
    const { stopsAtTurnEnd } = options
    return startAttempt(
      send,
      { destination, prefill, settings, isWhole: !request.stream, choices, stopsAtTurnEnd, secret, onRead: sealed.onRead, channels },
      listener,
    )
  }

  function onBegin(headers: Head, resolution: Split): void {
    head = headers
    adapter = resolution.adapter.id
    pipeline ??= createRules(resolution)
    writer ??= createAnswerWriter(
      formatFor(request, destination),
      sink,
      request,
      writingFor(request, destination, settings, answer.secret() === 'nothing'),
      headersForClient(),
      { pause, resume },
      answer.told,
    )
    if (request.stream && settings.fastPath)
      passage ??= createPassage({ passes, textFrame: (part) => writer!.textFrame(part), send, later })
    // The client has not caught up with the attempt before this one.
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

  function createRules(resolution: Split): Pipeline {
    const { policies, governors, observers } = answer.begin(resolution)
    const hidden = leftOut(request, settings)
    const inTags = tagged(request, writingFor(request, destination, settings, answer.secret() === 'nothing'))
    const isTranslated = request.api.id === 'openai-responses' && destination.backend.wire.id !== request.api.id
    const declared = isTranslated ? withDeclaredTools(request.api.id, request.json) : undefined
    const customs = declared === undefined ? [] : customTools(withFlatNames(declared))
    const namespaced = declared && namespacedCalls(declared)
    const searches = isTranslated ? searchCalls(request.json) : undefined
    return createPipeline({
      policies: [
        ...(settings.trim ? [trim()] : []),
        ...policies,
        ...(hidden.length > 0 ? [withhold(...hidden)] : []),
        ...(customs.length > 0 ? [customCalls(customs)] : []),
        ...(namespaced !== undefined ? [namespaced] : []),
        ...(searches !== undefined ? [searches] : []),
        ...(inTags.length > 0 ? [tagReasoning(inTags)] : []),
        ...sealed.stages(),
      ],
      governors,
      observers,
      endReasoning: () => {
        stopping = true
        progress.stop((passing as { choice?: number }).choice ?? 0)
      },
    })
  }

  function headersForClient(): Record<string, string | string[]> {
    return { ...forClient(head), ...answer.headers(), ...options.headers?.() }
  }

  function onBytes(bytes: Buffer, more: boolean): number {
    return over || passage === undefined ? 0 : passage.push(bytes, more)
  }

  function onUnknown(bytes: Buffer): number {
    return passage === undefined ? bytes.length : passage.detour(bytes)
  }

  function passes(part: DeltaPart, own: DeltaPart): boolean {
    return !over && attempt.passes(part) && pipeline!.passes(own)
  }

  function send(frames: string, pieces: number, length: number, more: boolean): void {
    answer.passed(pieces, length)
    writer!.pass(frames, more)
  }

  function later(part: DeltaPart): void {
    isLate = true
    try {
      deliver(attempt.later(part))
    } finally {
      isLate = false
    }
  }

  function onParts(parts: readonly Part[], more: boolean): void {
    take(parts, more)
    if (!over) passage?.learn(attempt.textFrame(), asItWas())
  }

  function take(parts: readonly Part[], more: boolean): void {
    if (over) return
    handover.takeLast()
    clock.upstreamFirst()
    if (fresh && saysNothing(parts)) {
      const failure = failureIn(parts)
      return failure === undefined ? parts.forEach(progress.see) : giveUp(failure)
    }
    if (isAnew && parts.some(isThought)) return giveUp()
    deliver(parts)
    if (over) return
    writer!.flush(more && !stopping)
    // A whole answer goes out at its end.
    if (request.stream) clock.clientFirst()
    onHeld(more)
  }

  function onHeld(more: boolean): void {
    // What else the same read brings may be the answer.
    if (!over && !more && stopping && progress.isStuck()) onStopped()
    watchHeld()
  }

  /** The last part, where it came out of the rules as it went in. */
  function asItWas(): DeltaPart | undefined {
    const handed = handover.takeLast()
    return handed === passing && handed?.type === 'delta' && handed.inserted !== true ? handed : undefined
  }

  function onIdle(more: boolean): void {
    if (over) return
    writer!.idle()
    writer!.flush(more)
    onHeld(more)
  }

  /** Starts a timer while text is held. A stream of known format needs none, nor an answer in one piece, which is not delayed by it. */
  function watchHeld(): void {
    if (timer !== undefined || over || !request.stream || !attempt.isUndecided()) return
    timer = setTimeout(onTimeUp, settings.decideAfter)
  }

  function onTimeUp(): void {
    timer = undefined
    try {
      if (over || !attempt.isUndecided()) return
      // What was held may be of another choice than what was read last, or other text.
      passage?.forget()
      if (!over) take(attempt.decide(), false)
    } catch (error) {
      onFault(error)
    }
  }

  /** Parts of the attempt that runs. */
  function deliver(parts: readonly Part[]): void {
    const out: Part[] = []
    if (fresh) {
      fresh = false
      for (const part of attempts!.next()) through(part, out)
      if (rescued !== undefined) through({ type: 'warning', code: 'rescued', message: rescued }, out)
      rescued = undefined
    }
    for (const part of parts) joined(part, out)
    hand(out)
  }

  function joined(part: Part, out: Part[]): void {
    progress.see(part)
    if (attempts === undefined) through(part, out)
    else for (const one of attempts.push(part)) through(one, out)
  }

  function through(part: Part, out: Part[]): void {
    passing = part
    for (const one of pipeline!.push(part)) out.push(one)
  }

  function hand(parts: readonly Part[]): void {
    const error = handover.push(parts, writer!, isLate)
    if (error !== undefined) {
      attempt.abort(error)
      sendError(sink, request.api, error, headersForClient())
      return conclude(outcomeOf(error))
    }
    // A governor has ended it.
    if (pipeline!.isDone()) finish()
  }

  function onStopped(): void {
    stopping = false
    if (attempts === undefined) return endHere()
    const plans = overrun.stop({
      id: progress.id(),
      conversation: requests.conversation(),
      reasoning: progress.thought(),
      mayAskAgain: attemptCount === 1,
    })
    endReasoning(plans, { requests, again, askAnew, endHere, isStuck: () => !over && progress.isStuck(), onFault })
  }

  function again(send: Send, prefill?: string): void {
    passage?.forget()
    attempt.abort()
    clearTimeout(timer)
    timer = undefined
    overrun.nextAttempt()
    progress.restart()
    fresh = true
    attempt = start(send, prefill)
  }

  function askAnew(send: Send): void {
    isAnew = true
    rescued = 'Thinking was stopped before the answer: the gateway sent the request again without thinking.'
    again(send)
  }

  function onEnd(end: () => readonly Part[]): void {
    if (over) return
    clock.upstreamEnded()
    passage?.settle()
    if (over) return
    const parts = end()
    const failure = fresh && saysNothing(parts) ? failureIn(parts) : undefined
    if (failure !== undefined) return giveUp(failure)
    deliver(parts)
    if (over) return
    const send = rescue()
    if (send === undefined) return last()
    writer!.flush(false)
    again(send)
  }

  function rescue(): Send | undefined {
    const finish = attempts?.finish()
    if (finish === undefined || attemptCount > 1) return undefined
    const found = [...handover.warnings].map((code) => ({ code: code as WarningCode, message: '' }))
    const knobs = overrun.rescue({ finish, warnings: found }, () => requests.conversation().knobs)
    const send = knobs && requests.withKnobs(knobs)
    if (send === undefined) return undefined
    rescued = 'Thinking used up the output limit: the gateway sent the request again with less effort.'
    return send
  }

  /** Nothing comes any more. */
  function last(): void {
    const out: Part[] = []
    for (const part of attempts?.conclude() ?? []) through(part, out)
    hand(out)
    if (!over) finish()
  }

  /** The attempt that was to be better has failed: the one before it stands. */
  function giveUp(failure?: AnswerFailure): void {
    attempt.abort(failure)
    if (attempts!.finish() === undefined) endHere()
    else last()
  }

  /** No answer comes after this reasoning. */
  function endHere(native?: string): void {
    attempt.abort()
    const out: Part[] = []
    for (const part of attempts?.next() ?? []) through(part, out)
    for (const choice of progress.unfinished()) {
      through(
        { type: 'finish', reason: 'reasoning-exhausted', ...(choice > 0 && { choice }), ...(native !== undefined && { native }) },
        out,
      )
    }
    through({ type: 'end' }, out)
    hand(out)
  }

  function finish(): void {
    const broken = handover.broken()
    attempt.abort(broken)
    writer!.end()
    conclude(broken === undefined ? {} : outcomeOf(broken))
  }

  function onRefused(error: ApiError, headers: Head): void {
    if (over) return
    if (fresh) return giveUp()
    head = headers
    sendError(sink, request.api, error, headersForClient())
    conclude(outcomeOf(error))
  }

  function onFailed(error: ApiError): void {
    if (over) return
    if (fresh) giveUp()
    else fail(error)
  }

  function fail(failure: ApiError): void {
    passage?.settle()
    if (over) return
    if (writer?.isOpen() === true) {
      const ending = attempt.fail(failure.message, String(failure.code)) ?? [
        { type: 'error', error: { message: failure.message, code: String(failure.code) } },
        { type: 'end' },
      ]
      const out: Part[] = []
      for (const part of ending) joined(part, out)
      for (const part of attempts?.conclude() ?? []) through(part, out)
      writer.push(out)
      writer.end()
    } else sendError(sink, request.api, failure, headersForClient())
    conclude(outcomeOf(failure))
  }

  function onFault(error: unknown): void {
    options.onFault(error)
    if (over) return
    try {
      fail(internalError)
    } catch {
      // What failed is also what would have said so.
      sink.destroy()
      conclude(outcomeOf(internalError))
    }
  }

  function conclude(outcome: Partial<Outcome>): void {
    over = true
    clearTimeout(timer)
    const all: Outcome = {
      status: 200,
      aborted: false,
      adapter,
      warnings: [...handover.warnings],
      ...(attemptCount > 1 && { attempts: attemptCount }),
      ...outcome,
    }
    generation.over(all)
    clock.finished(all.aborted ? 'aborted' : all.status)
    options.onOver(all)
  }
}

const isThought = (part: Part): boolean => part.type === 'delta' && part.channel === 'reasoning' && part.text.trim() !== ''
