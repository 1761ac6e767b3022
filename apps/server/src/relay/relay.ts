import type { IncomingHttpHeaders } from 'node:http'
import {
  createAccumulator,
  createPipeline,
  type Accumulator,
  type Channel,
  type DeltaPart,
  type Part,
  type Pipeline,
  type WarningCode,
} from '@reason/core'
import { createAttempts } from '@reason/core/attempts'
import { messageOf, type AssistantMessage, type Conversation, type Knobs } from '@reason/core/conversation'
import { trim, withhold } from '@reason/policy'
import type { RequestTimer } from '@reason/metrics'
import type { ApiError } from '../clients/api-error.ts'
import type { ClientRequest, Sealing } from '../clients/client-request.ts'
import type { Settings } from '../config/settings.ts'
import type { ClientFormat } from '../generate/format.ts'
import type { Generation, Send } from '../governance/generation.ts'
import type { StopPlan } from '@reason/budget'
import { forClient } from '../upstream/headers.ts'
import { createAnswerWriter, type AnswerWriter, type Writing } from './answer-writer.ts'
import { startAttempt, type Attempt, type AttemptListener, type AttemptOptions } from './attempt.ts'
import { createBeginning } from './beginning.ts'
import { failed, failureIn, saysNothing } from './failed.ts'
import { createPassage, type Passage } from './passage.ts'
import { createProgress } from './progress.ts'
import { onGone } from './gone.ts'
import { sendError } from './send.ts'
import type { Split } from './split-as.ts'
import type { Target } from './target.ts'
import { errorFromParts } from './upstream-error.ts'
import { withheldPart } from './withheld.ts'

export interface RelayOptions extends Omit<AttemptOptions, 'prefill' | 'settings' | 'secret' | 'onRead' | 'onChannels'> {
  response: Target
  request: ClientRequest
  settings: Pick<Settings, 'commentary' | 'decideAfter' | 'answerLimit' | 'trim' | 'stallTimeout' | 'keepAlive'>
  generation: Generation
  timer: RequestTimer
  /** Headers of ours, beside those of the upstream that come back. */
  headers?: () => Readonly<Record<string, string>>
  requests: Requests
  /** Something of ours threw. */
  onFault(error: unknown): void
  /** Called once, when nothing more happens. */
  onOver(outcome: Outcome): void
}

/** What can be sent for a generation. */
export interface Requests {
  first: Send
  /** What the first one asked. */
  conversation(): Conversation
  /** The first one once more, with other knobs. Undefined: the upstream would refuse it. */
  withKnobs(knobs: Knobs): Send | undefined
  /** A conversation of ours. */
  conversationAs(conversation: Conversation, fields: Readonly<Record<string, unknown>>): Send | undefined
  /** Calls the upstream beside the answer. @param path - Behind its base. */
  tell(path: string, body: unknown): Promise<unknown>
}

/** How a relayed request ended, for the log. Nothing of what was said. */
export interface Outcome {
  status: number
  /** The client left before the end. */
  aborted: boolean
  /** What the answer was split with. */
  adapter: string | undefined
  error?: string
  /** How many requests the upstream got, where it was more than one. */
  attempts?: number
  warnings: readonly string[]
}

export interface Relay {
  /** Ends an open answer with an error: the gateway is going away. */
  stop(): void
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
  const { response, request, destination, settings, generation, requests, timer: clock } = options
  let head: IncomingHttpHeaders = {}
  let writer: AnswerWriter | undefined
  let timer: NodeJS.Timeout | undefined
  let over = false
  let adapter: string | undefined
  let attemptCount = 0
  /** The attempt that runs has said nothing yet, and another one was before it. */
  let fresh = false
  /** A governor has stopped reasoning, and nothing was done about it yet. */
  let stopping = false
  /** The part that goes through the rules, and the last one that the writer got. */
  let passing: Part | undefined
  let handed: Part | undefined
  /** For text that has gone to the client already. */
  let isLate = false
  let passage: Passage | undefined
  /** The client does not keep up. */
  let paused = false
  let rescued = false
  const warnings = new Set<string>()
  const beginning = createBeginning()
  /** The stream that has begun is no whole answer, and said so. */
  let broken: Pick<Outcome, 'status' | 'error'> | undefined
  const progress = createProgress(request.choices, generation.mayContinue)
  /** Once it is known who answers: the answer goes to the client with a seal. */
  let sealing: Sealing | undefined
  /** What the attempt that runs has said, before anything of it is changed. */
  let record: Accumulator | undefined
  const attempts = request.choices === 1 && generation.mayRepeat ? createAttempts() : undefined
  /** From the moment that the upstream answers. */
  let pipeline: Pipeline | undefined
  const listener: AttemptListener = { onBegin, onBytes, onParts, onIdle, onHeld: watchHeld, onRefused, onFailed, onEnd, onFault }

  let attempt = start(requests.first)
  onGone(response, () => {
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
    stop() {
      if (over) return
      try {
        if (fresh) return giveUp()
        attempt.abort()
        fail({
          status: 503,
          type: 'server_error',
          code: 'shutting_down',
          message: 'The gateway was shut down before the answer was complete.',
        })
      } catch (error) {
        onFault(error)
      }
    },
  }

  /** @param prefill - The beginning of the answer, where this attempt continues one. */
  function start(send: Send, prefill = request.prefill): Attempt {
    attemptCount++
    clock.upstreamAsked()
    const { secret, onChannels } = generation
    return startAttempt(send, { destination, prefill, settings, secret, onRead, onChannels }, listener)
  }

  /** Of several attempts the last one is what was said. */
  function onRead(): ((part: Part) => void) | undefined {
    sealing = request.choices === 1 && generation.sealing?.isNeeded(destination.backend.wire.id) === true ? generation.sealing : undefined
    if (sealing === undefined) return undefined
    const read = createAccumulator()
    record = read
    return (part) => void read.push(part)
  }

  function onBegin(headers: IncomingHttpHeaders, resolution: Split): void {
    head = headers
    adapter = resolution.adapter.id
    pipeline ??= createRules(resolution)
    writer ??= createAnswerWriter(clientWire(), response, request, writing(), headersForClient(), { pause, resume }, () =>
      generation.notes(),
    )
    if (request.stream) passage ??= createPassage({ passes, textFrame: (part) => writer!.textFrame(part), send, later })
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
    const { policies, governors, observers } = generation.begin(resolution)
    const hidden = withheld()
    return createPipeline({
      policies: [
        ...(settings.trim ? [trim()] : []),
        ...policies,
        ...(hidden.length > 0 ? [withhold(...hidden)] : []),
        ...(sealing === undefined ? [] : [sealing.attach(recorded)]),
      ],
      governors,
      observers,
      endReasoning: () => {
        stopping = true
        progress.stop((passing as { choice?: number }).choice ?? 0)
      },
    })
  }

  /** As the upstream sent it, for whoever sends it back. */
  function recorded(): AssistantMessage {
    const { backend, request: asked } = destination
    const { name, provider } = backend.upstream
    return messageOf(record!.snapshot(), {
      wire: backend.wire.id,
      model: asked.model,
      upstream: name,
      ...(provider !== undefined && { provider }),
    })
  }

  /** Commentary goes where the reasoning goes, unless it is shown as the answer. */
  function withheld(): readonly Channel[] {
    if (!request.excludesReasoning) return []
    return settings.commentary === 'answer' ? ['reasoning'] : ['reasoning', 'commentary']
  }

  function writing(): Writing {
    const { commentary, stallTimeout, keepAlive } = settings
    // Clients look for the name that they said; where it went on as it was, the upstream may say which version it is.
    const isAlias = destination.request.model !== request.model
    const common = { commentary, stallTimeout, keepAlive, ...(isAlias && { model: request.model }) }
    // Of the other formats few say when an answer began.
    return clientWire() === destination.backend.wire ? common : { ...common, created: Math.floor(Date.now() / 1000) }
  }

  function clientWire(): ClientFormat {
    return destination.backend.clients[request.api.id].wire
  }

  function headersForClient(): Record<string, string | string[]> {
    return { ...forClient(head), ...generation.headers(), ...options.headers?.() }
  }

  function onBytes(bytes: Buffer, more: boolean): boolean {
    return !over && passage?.push(bytes, more) === true
  }

  function passes(part: DeltaPart, own: DeltaPart): boolean {
    return attempt.passes(part) && pipeline!.passes(own)
  }

  function send(frames: string, pieces: number, more: boolean): void {
    for (let piece = 0; piece < pieces; piece++) generation.arrived()
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
    handed = undefined
    clock.upstreamFirst()
    if (fresh && saysNothing(parts)) return failed(parts) ? giveUp() : parts.forEach(progress.see)
    deliver(parts)
    if (over) return
    writer!.flush(more && !stopping)
    clock.clientFirst()
    if (stopping && progress.isStuck()) onStopped()
    watchHeld()
  }

  /** The last part, where it came out of the rules as it went in. */
  function asItWas(): DeltaPart | undefined {
    return handed === passing && handed?.type === 'delta' && handed.inserted !== true ? handed : undefined
  }

  function onIdle(): void {
    if (over) return
    writer!.idle()
    writer!.flush(false)
  }

  /** One timer while text is held, none for a stream whose format is known. */
  function watchHeld(): void {
    if (timer !== undefined || over || !attempt.isUndecided()) return
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
      if (rescued)
        through({ type: 'warning', code: 'rescued', message: 'Thinking used up all of the output: asked once more, with less of it.' }, out)
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
    let failing = false
    for (const part of parts) {
      if (part.type === 'warning') warnings.add(part.code)
      else if (part.type === 'error') failing = true
    }
    const begun = beginning.push(parts)
    if (begun === undefined) return
    parts = begun
    if (writer!.isOpen()) broken ??= warnings.has('aborted') ? undefined : failureIn(parts)
    else {
      const error = errorFromParts(
        parts,
        warnings,
        request.stream,
        destination.backend.upstream,
        beginning.hasAnswer(),
        generation.secret(),
      )
      if (error !== undefined) {
        attempt.abort()
        sendError(response, request.api, error, headersForClient())
        return conclude({ status: error.status, error: String(error.code) })
      }
    }
    if (isLate) parts = parts.filter(({ type }) => type !== 'delta')
    else handed = parts.at(-1)
    writer!.push(failing ? parts.map(discreet) : parts)
    // A governor has ended it.
    if (pipeline!.isDone()) finish()
  }

  function discreet(part: Part): Part {
    return withheldPart(part, generation.secret(), destination.backend.upstream.name)
  }

  function onStopped(): void {
    stopping = false
    if (attempts === undefined) return endHere()
    endReasoning(generation.stop({ id: progress.id(), conversation: requests.conversation(), reasoning: progress.thought() }))
  }

  /** The first of the plans that can be carried out. */
  function endReasoning([plan, ...others]: readonly StopPlan[]): void {
    if (plan === undefined || plan.by === 'end') return endHere(plan?.finish.native)
    if (plan.by === 'prefix') {
      const send = requests.conversationAs(plan.conversation, plan.fields)
      return send === undefined ? endReasoning(others) : again(send, beginningOf(plan.conversation))
    }
    // What is still thought until then is not passed on.
    const { isDone } = plan
    void requests.tell(plan.path, plan.body).then(
      (reply) => afterTelling(isDone(reply)),
      () => afterTelling(false),
    )
    function afterTelling(done: boolean): void {
      if (done || over || !progress.isStuck()) return
      try {
        endReasoning(others)
      } catch (error) {
        onFault(error)
      }
    }
  }

  function again(send: Send, prefill?: string): void {
    passage?.forget()
    attempt.abort()
    clearTimeout(timer)
    timer = undefined
    generation.nextAttempt()
    progress.restart()
    fresh = true
    attempt = start(send, prefill)
  }

  function onEnd(end: () => readonly Part[]): void {
    if (over) return
    clock.upstreamEnded()
    passage?.settle()
    if (over) return
    const parts = end()
    if (fresh && saysNothing(parts) && failed(parts)) return giveUp()
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
    const found = [...warnings].map((code) => ({ code: code as WarningCode, message: '' }))
    const knobs = generation.rescue({ finish, warnings: found }, () => requests.conversation().knobs)
    const send = knobs && requests.withKnobs(knobs)
    if (send === undefined) return undefined
    rescued = true
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
  function giveUp(): void {
    attempt.abort()
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
    attempt.abort()
    writer!.end()
    conclude({ ...broken })
  }

  function onRefused(error: ApiError, headers: IncomingHttpHeaders): void {
    if (over) return
    if (fresh) return giveUp()
    head = headers
    sendError(response, request.api, error, headersForClient())
    conclude({ status: error.status, error: String(error.code) })
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
    } else sendError(response, request.api, failure, headersForClient())
    conclude({ status: failure.status, error: String(failure.code) })
  }

  function onFault(error: unknown): void {
    options.onFault(error)
    if (over) return
    const message = 'The gateway failed. Its log has the details.'
    try {
      fail({ status: 500, type: 'server_error', code: 'internal_error', message })
    } catch {
      // What failed is also what would have said so.
      response.destroy()
      conclude({ status: 500, error: 'internal_error' })
    }
  }

  function conclude(outcome: Partial<Outcome>): void {
    over = true
    clearTimeout(timer)
    const all: Outcome = {
      status: 200,
      aborted: false,
      adapter,
      warnings: [...warnings],
      ...(attemptCount > 1 && { attempts: attemptCount }),
      ...outcome,
    }
    generation.over(all)
    clock.finished(all.aborted ? 'aborted' : all.status)
    options.onOver(all)
  }
}

/** The text of the answer that a conversation ends with, for the model to continue. */
function beginningOf({ messages }: Conversation): string | undefined {
  const last = messages.at(-1)
  if (last?.role !== 'assistant') return undefined
  return last.items.map((item) => (item.type === 'block' && item.channel === 'answer' ? item.text : '')).join('')
}
