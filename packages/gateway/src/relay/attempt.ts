import { watchStart, type Origin } from '@reason/core/start'
import { createPipeline, type Part, type Pipeline, type StreamContext } from '@reason/core'
import type { Resolution } from '@reason/core/adapter'
import type { DeltaPart, StartPart } from '@reason/core/parts'
import type { Observer } from '@reason/core/pipeline'
import type { ApiError } from '../errors/api-error.ts'
import type { GatewaySettings } from '../settings/settings.ts'
import { providerOfServer, sealerAt } from '../upstreams/providers.ts'
import type { AnswerFailure } from '../errors/failure.ts'
import type { UpstreamCall, Send } from '../upstreams/upstream.ts'
import { createAnswerBounds, harmless, TooLargeError } from '../bounds/answer-bounds.ts'
import { framingOf } from './body-frames.ts'
import type { Destination } from '../generation/destination.ts'
import type { Passage, ReadFrame } from '../fast-path/passage.ts'
import { splitAs } from './split-choice.ts'
import type { Split } from '../generation/split.ts'
import { promptedStart } from './prompt-start.ts'
import { contextOf } from './stream-context.ts'
import { createTranslation, type AnswerTranslation } from './translation.ts'
import { createTurnEnd, type TurnEnd } from './turn-end.ts'
import { errorFromUpstream, unusableAnswer } from '../errors/upstream-error.ts'
import type { WithheldContent } from '../errors/withheld-text.ts'
import { inSlice } from '../event-loop/slices.ts'
import type { Head } from '../head.ts'
import { writesHarmony } from '../upstreams/writes-harmony.ts'

export interface AttemptOptions {
  destination: Destination
  /** The answer's beginning that this attempt continues, if it is not the client's. */
  prefill?: string | undefined
  settings: Pick<GatewaySettings, 'answerLimit'>
  /** The client gets the answer in one body. The answer is buffered until its end, even if the upstream streams. */
  isWhole: boolean
  /** Number of generations that the request asks for. */
  choices: number
  /** Ends the answer and the upstream request when the text ends its turn. */
  stopsAtTurnEnd: boolean
  /** Content that errors of the upstream may not reveal to the client. */
  secret(): WithheldContent
  /** Called when the upstream answers. Returns a listener for every part as the upstream sent it. */
  onRead?: () => ((part: Part) => void) | undefined
  /** Observers of the channels, for an answer that is split at a marker. */
  channels(): readonly Observer[]
  /** Fast path. Text that it forwards is read in `later`. Undefined: every event is read. */
  passage: Passage | undefined
}

/** Events of one request to the upstream. `onRefused`, `onFailed` or `onEnd` is the last one. After `abort` or `onFault`, no event follows. */
export interface AttemptListener {
  /** The upstream answers with a success status. @param resolution - How its text is split. */
  onBegin(headers: Head, resolution: Split): void
  /** @param more - More bytes of the same network read follow at once. */
  onParts(parts: readonly Part[], more: boolean): void
  /** The upstream sent a keep-alive without content. */
  onIdle(more: boolean): void
  /** The bytes gave no parts yet: the text format is undecided, or the event is incomplete. */
  onHeld(more: boolean): void
  /** The upstream answered with an error status. */
  onRefused(error: ApiError, headers: Head): void
  /** The upstream did not answer, broke off, or sent an unusable answer. */
  onFailed(error: ApiError): void
  /** @param end - Returns the last parts, including `end`. `later` may not be called after it. */
  onEnd(end: () => readonly Part[]): void
  /** The gateway's own code threw. */
  onFault(error: unknown): void
}

/** Handle of one request to the upstream and its answer. */
export interface Attempt {
  /** @param failure - Passed to the upstream's call. */
  abort(failure?: AnswerFailure): void
  pause(): void
  resume(): void
  /** Bytes of the answer so far. */
  size(): number
  isUndecided(): boolean
  /** Releases text that was held because its format was unknown, and returns its parts. */
  decide(): readonly Part[]
  /** See `Translation.textFrame`. */
  textFrame(): ReadFrame | undefined
  passes(part: DeltaPart): boolean
  later(part: DeltaPart): readonly Part[]
  /** The ending of an answer that broke off. Undefined if no answer has begun. */
  fail(message: string, code: string): readonly Part[] | undefined
}

/** Milliseconds that an upstream has for its usage after the last event, and for its finish reason and usage after all turns have ended. */
const endGrace = 1000

/** Bytes of an answer that are read before other requests get their turn: about the size of one network read. */
const mostInTurn = 65_536

/** Bytes of an error body that are read at most. */
const errorLimit = 1_048_576

/**
 *   waiting ─200─▶ reading ─────────────────────▶ over
 *      └──error──▶ refused (its body is read) ──▶ over
 */
export function startAttempt(send: Send, options: AttemptOptions, listener: AttemptListener): Attempt {
  const { destination, prefill, settings, passage } = options
  const turnEnd: TurnEnd | undefined = options.stopsAtTurnEnd ? createTurnEnd(options.choices) : undefined
  let grace: NodeJS.Timeout | undefined
  let status = 0
  let head: Head = {}
  let translation: AnswerTranslation | undefined
  /** Pipeline for the observers of `channels()`. */
  let beside: Pipeline | undefined
  /** Body of an error response. */
  const refusal: Buffer[] = []
  let refusalLength = 0
  let length = 0
  /** Bytes read since other requests last had their turn. */
  let taken = 0
  let over = false
  /** The client does not keep up. */
  let isHeldUp = false
  /** Upstream bytes that wait for their slice, and the end of the upstream if it has come. Undefined: bytes are read on arrival. */
  let behind: { bytes: Buffer[]; ending?: () => void } | undefined
  let isPlanned = false
  /** Choices with a finish reason. */
  const finished = new Set<number>()
  /** Usage was reported. */
  let isCounted = false
  /** The answer has ended at its last event. */
  let isComplete = false
  /** The body has ended and its last parts are being read. Only these show whether an answer follows the reasoning. */
  let isClosing = false
  const start = watchStart(destination.request.model)
  let answeredModel = ''

  let exchange: UpstreamCall | undefined
  guarded(() => {
    exchange = send({
      onHead: guarded(onHead),
      onData: guarded(onData),
      onEnd: guarded(onEnd),
      onFailure: guarded(onFailure),
    })
  })()
  return {
    abort,
    pause() {
      isHeldUp = true
      exchange?.pause()
    },
    resume() {
      isHeldUp = false
      if (behind === undefined) exchange?.resume()
      else plan()
    },
    size: () => length,
    isUndecided: () => !over && !hasMore() && (translation?.isUndecided() === true || beside?.isUndecided() === true),
    decide() {
      beside?.decide('timeout')
      return translation!.decide()
    },
    textFrame: () => translation?.textFrame(),
    passes: (part) => translation!.passes(part),
    later: (part) => translation!.later(part),
    fail: (message, code) => translation?.fail(message, code),
  }

  function onHead(responseStatus: number, headers: Head): void {
    status = responseStatus
    head = headers
    if (status < 200 || status > 299) return
    const encoding = headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity') {
      return unusable(`came compressed (${encoding}), which the gateway did not accept`)
    }
    const { upstream, wire, choose, starts } = destination.backend
    const request = prefill === undefined ? destination.request : { ...destination.request, prefill }
    const provider = upstream.provider ?? providerOfServer(headers['server'])
    const chosen = choose(request.model, provider)
    const split = splitAs(chosen, request)
    // The start of an answer is certain if it continues the gateway's own prefill.
    const isOwn = prefill !== destination.request.prefill
    const guarded = options.secret() !== 'nothing' && !isOwn
    const model = chosen.context.model ?? request.model
    answeredModel = model
    const { says, ...prompted } = promptedStart(chosen, request)
    // The chat template of gpt-oss has no thinking switch.
    const hasSwitch = !writesHarmony(chosen.passport)
    const origin: Origin = { ...starts.origin(model, request), ...(says !== undefined && { says }) }
    const context: StreamContext = { ...contextOf(request, { model, provider, hasSwitch, guarded }), ...prompted, origin }
    const resolution: Split = { ...split, startedBy: () => startedIn(split, context) }
    // Updates `origin` before the splitter reads it at the beginning of the text.
    const meet = (part: StartPart): void => {
      start.see(part)
      const build = start.build()
      if (build === undefined || !starts.meet(model, build)) return
      delete origin.seen
      if (says === undefined) delete origin.says
    }
    beside = chosen.beside && readBeside(chosen.beside, context)
    translation = createTranslation({
      wire,
      resolution,
      context,
      reader: { model: request.model, ...sealerAt({ name: upstream.name, provider }) },
      framing: framingOf(headers['content-type'], request.stream, upstream.api.framing),
      limit: settings.answerLimit,
      bounds: createAnswerBounds(options.choices, !options.isWhole && destination.request.api.repeatsAll === true),
      turnEnd,
      onStart: meet,
      onRead: options.onRead?.(),
      onUnsplit: beside === undefined ? undefined : (part) => void beside!.push(part),
    })
    listener.onBegin(head, resolution)
  }

  /** Creates the pipeline for `channels()`. Its parts come unsplit, because the marker adapter finds no tool calls. */
  function readBeside({ adapter, context: known }: Resolution, context: StreamContext): Pipeline {
    return createPipeline({ split: { adapter, context: { ...known, ...context } }, observers: options.channels() })
  }

  function onData(bytes: Buffer, more: boolean): void {
    if (over) return
    if (translation === undefined) collectRefusal(bytes)
    else if (behind === undefined) take(bytes, more)
    else behind.bytes.push(Buffer.from(bytes))
  }

  function take(bytes: Buffer, more: boolean): void {
    taken += bytes.length
    if (passage === undefined) read(bytes, more)
    else {
      const passed = passage.push(bytes, more, read)
      if (passed < bytes.length) behind?.bytes.unshift(Buffer.from(bytes.subarray(passed)))
    }
    if (taken >= mostInTurn && behind === undefined && !over) fallBehind()
  }

  /** Pauses the upstream, and reads on in slices so that other requests get their turn. */
  function fallBehind(): void {
    behind = { bytes: [] }
    exchange?.pause()
    plan()
  }

  function plan(): void {
    if (isPlanned) return
    isPlanned = true
    inSlice(guarded(catchUp))
  }

  /** Does one slice of the waiting work and schedules the next. */
  function catchUp(): void {
    isPlanned = false
    // `resume` schedules the work again.
    if (over || behind === undefined || isHeldUp) return
    taken = 0
    const { bytes, ending } = behind
    if (translation!.isBehind()) goOn(translation!)
    else if (bytes.length > 0) take(bytes.shift()!, bytes.length > 0)
    else {
      behind = undefined
      exchange?.resume()
      return ending?.()
    }
    plan()
  }

  function hasMore(): boolean {
    return translation?.isBehind() === true || (behind !== undefined && behind.bytes.length > 0)
  }

  /** @returns Whether the next bytes can be read at once. */
  function read(bytes: Buffer, more: boolean): boolean {
    if (!over) translate(translation!, bytes, more)
    return !over && behind === undefined
  }

  function translate(translation: AnswerTranslation, bytes: Buffer, more: boolean): void {
    length += bytes.length
    // Streams have no limit on their total length. A whole answer is buffered until its end.
    if (options.isWhole && length > settings.answerLimit)
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
    if (isBehind && behind === undefined) fallBehind()
    for (const part of parts) {
      if (part.type === 'delta') continue
      start.see(part)
      if (part.type === 'finish') finished.add(part.choice ?? 0)
      else if (part.type === 'usage') isCounted = true
    }
    const isLast = !isBehind && !isClosing && translation.isOver()
    // The last parts are sent together with the end.
    const more = moreBytes || isBehind || (isLast && isCounted && hasFinished())
    if (parts.length > 0) listener.onParts(parts, more)
    else if (translation.wasComment()) listener.onIdle(more)
    else listener.onHeld(more)
    if (isLast) afterLast()
    else if (turnEnd?.isReached() === true && !isClosing) afterTurn(turnEnd)
  }

  /** Some upstreams keep the connection open after the last event, or reset it. Others report usage after it. */
  function afterLast(): void {
    if (isCounted) endEarly()
    else if (!over) grace ??= setTimeout(guarded(endEarly), endGrace)
  }

  function endEarly(): void {
    if (over) return
    if (behind !== undefined) return void (behind.ending ??= endEarly)
    isComplete = true
    onEnd()
  }

  /** Every choice has its finish reason. */
  function hasFinished(): boolean {
    return finished.size >= options.choices
  }

  function afterTurn({ isPassed }: TurnEnd): void {
    if (isPassed()) endTurn()
    else if (!over) grace ??= setTimeout(guarded(endTurn), endGrace)
  }

  /** Ends the upstream request after all turns have ended. */
  function endTurn(): void {
    if (over) return
    if (behind !== undefined) return void (behind.ending ??= endTurn)
    abort()
    listener.onEnd(() => turnEnd!.end())
  }

  function onFailure(failure: ApiError): void {
    if (over) return
    if (behind !== undefined) return void (behind.ending ??= () => onFailure(failure))
    if (turnEnd?.isReached() === true) return endTurn()
    // Only usage can be missing.
    if (hasFinished()) return void onEnd()
    destination.backend.starts.doubt()
    fail(failure)
  }

  function onEnd(): void | false {
    if (over) return
    if (behind !== undefined) {
      behind.ending = onEnd
      return false
    }
    if (translation === undefined) {
      over = true
      const { backend, request } = destination
      const body = Buffer.concat(refusal)
      return listener.onRefused(errorFromUpstream(status, head, body, backend.upstream, options.secret(), request.json), head)
    }
    clearTimeout(grace)
    if (length > harmless) close(translation)
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
    fallBehind()
    behind!.ending = conclude
  }

  function conclude(): void {
    over = true
    listener.onEnd(() => lastParts(translation!))
  }

  function lastParts(translation: AnswerTranslation): readonly Part[] {
    const parts = ended(translation)
    for (const part of parts) start.see(part)
    const kind = start.kind()
    // These answers are no evidence of where others begin: they continue the gateway's own prefill, or their client chose the reasoning's place.
    const isUsual = prefill === destination.request.prefill && !(kind === 'field' && choosesPlace(destination.request))
    if (kind !== undefined && isUsual) destination.backend.starts.note(answeredModel, kind, start.build())
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
    exchange?.abort(error)
    fail(error)
  }

  function fail(error: ApiError): void {
    if (over) return
    over = true
    clearTimeout(grace)
    listener.onFailed(error)
  }

  function abort(failure?: AnswerFailure): void {
    over = true
    clearTimeout(grace)
    exchange?.abort(failure ?? (isComplete ? 'complete' : undefined))
  }

  function collectRefusal(bytes: Buffer): void {
    refusalLength += bytes.length
    refusal.push(Buffer.from(bytes))
    if (refusalLength <= errorLimit) return
    exchange?.abort()
    onEnd()
  }

  /** Reports exceptions to `onFault`. A bug of the gateway must neither look like an upstream failure nor end the process. */
  function guarded<A extends unknown[], R>(handle: (...args: A) => R): (...args: A) => R | void {
    return (...args) => {
      try {
        return handle(...args)
      } catch (error) {
        abort()
        listener.onFault(error)
      }
    }
  }
}

const startedIn = ({ adapter, context: known }: Split, context: StreamContext): string | undefined =>
  adapter.start?.({ ...known, ...context }).by

/** Request fields that choose whether the server splits its text: llama-server's and SGLang's. */
const placeFields = ['reasoning_format', 'separate_reasoning'] as const

const choosesPlace = ({ json }: Destination['request']): boolean =>
  placeFields.some((field) => json[field] !== undefined && json[field] !== null)
