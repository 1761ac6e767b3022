import { ReasonError, type WireFormat } from '@reason/core'
import type { AmendmentContext, TranslationRefusal, WrittenRequest } from '@reason/core/wire'
import type { RequestChanges } from '@reason/budget'
import type { Conversation, Knobs, Message, ReplayPlan, Target } from '@reason/core/conversation'
import { badRequest, type ApiError } from '../../errors/api-error.ts'
import type { RequestWriter, UpstreamRequest } from '../../generation/upstream-requests.ts'
import type { ClientRequest } from '../../client-apis/client-request.ts'
import type { GatewaySettings } from '../../settings/settings.ts'
import { thinkTags } from '@reason/think-tags'
import { atOnce, type Steps } from '@reason/wire-kit'
import { stepByStep } from '../../event-loop/steps.ts'
import { asList, type Json } from '../../json.ts'
import { sealerAt } from '../../upstreams/providers.ts'
import type { Upstream } from '../../upstreams/upstream.ts'
import { withForeignSeals } from '../seal-issuers.ts'
import { withFewerCacheMarks } from './cache-marks.ts'
import { withoutClientMetadata } from './client-metadata.ts'
import { entriesRefusal } from './conversation-length.ts'
import { withoutEmptySettings } from './empty-settings.ts'
import { withLastInstructionAsked } from './lone-instructions.ts'
import { lostMediaRefusal } from './lost-media.ts'
import { lossNotes } from './loss-notes.ts'
import { hasOwnTags, isSealed } from './marks-in-bytes.ts'
import { withoutOldCommentary } from './history-commentary.ts'
import { oddRoles, speakerNames } from './message-notes.ts'
import { withPairedResults } from './paired-results.ts'
import { withStringifiedMedia } from './stringified-media.ts'
import { withPlainTools } from './plain-tools.ts'
import { leadingThought, withThoughtsApart, type TextSplit } from './thoughts-in-text.ts'
import type { RequestBytes } from '../../generation/request-bytes.ts'
import { changedBody, withFields } from './pending-body.ts'
import { nextTurn } from '../../event-loop/slices.ts'
import { remembered } from '../../structures/remembered.ts'

export interface RequestWriterOptions
  extends Pick<GatewaySettings, 'askUsage'>, Partial<Pick<GatewaySettings, 'askReasoning' | 'askEffort'>> {
  /** Leaves out old reasoning for which the upstream has no use. Default: yes. */
  dropsHistory?: boolean
  /** Whether this model gets no commentary of finished turns. Takes the upstream's name of the model. Default: none does. */
  dropsCommentary?: (model: string) => boolean
  /** How a model's texts are split. Default: reasoning stays in the texts of the history. */
  splitOf?: (model: string, provider: string | undefined) => TextSplit
  /** Called with the replay plan of each rewritten request. */
  onPlan?: (plan: ReplayPlan) => void
}

/**
 * @param from - The client's format.
 * @param to - The upstream's format.
 */
export function createRequestWriter(
  from: Pick<WireFormat, 'id' | 'readRequest' | 'translation' | 'passThrough'>,
  to: WireFormat,
  upstream: Pick<Upstream, 'address' | 'provider' | 'api'>,
  options: RequestWriterOptions,
): RequestWriter {
  const { askUsage, askReasoning, askEffort, dropsHistory = true, dropsCommentary, splitOf, onPlan } = options
  /** Conversations by request body. Each is read once, although several callers need it. */
  const conversations = new WeakMap<Json, Conversation>()
  // `readAhead` does this work in turns of its own, and `write` uses the results.
  const malformedIn = remembered(({ api, json }: ClientRequest) => api.findMalformed?.(json))
  const tooLong = remembered((messages: readonly Message[]) => entriesRefusal(messages, from.id))
  const pairedIn = remembered(withPairedResults)
  return {
    write: (request, bytes, changes) => atOnce(writeInSteps(request, bytes, changes)),
    writeInSteps,
    writeConversation: (request, conversation, fields) => atOnce(writeConversation(request, conversation, fields)),
    conversation,
    readAhead,
  }

  async function readAhead(request: ClientRequest, bytes?: RequestBytes): Promise<void> {
    if (request.isLong !== true) return
    await nextTurn()
    const isSame = readsAsItIs(request)
    // The request will be refused, or its conversation is not needed.
    if (isSame ? bytes !== undefined && !isSealed(request, bytes) : malformedIn(request) !== undefined) return
    const conversation = read(request)
    await nextTurn()
    const whole = request.sealing === undefined ? conversation : await stepByStep(request.sealing.reopen(conversation))
    const { messages } = prepared(request, whole)
    await nextTurn()
    if (tooLong(messages) !== undefined || isSame) return
    await nextTurn()
    pairedIn(messages)
    await nextTurn()
  }

  function* writeInSteps(
    request: ClientRequest,
    bytes: RequestBytes,
    changes: RequestChanges = { fields: {} },
  ): Steps<UpstreamRequest | ApiError> {
    const leftOut: string[] = (request.wrapUps ?? []).map(
      () => 'added: a message that asks the model to come to an end, as its budget is nearly used up',
    )
    const written = yield* write(request, bytes, changes, leftOut)
    return 'status' in written || leftOut.length === 0 ? written : { ...written, notes: [...leftOut, ...written.notes] }
  }

  /** @param leftOut - Collects notes about reasoning that was removed from the client's own body. */
  function* write(
    request: ClientRequest,
    bytes: RequestBytes,
    changes: RequestChanges,
    leftOut: string[],
  ): Steps<UpstreamRequest | ApiError> {
    const isSame = readsAsItIs(request)
    const storeless = request.api.withoutStored?.(request.json, from.id === to.id)
    if (storeless?.refused !== undefined) return storeless.refused
    if (storeless !== undefined) {
      leftOut.push(...storeless.notes)
      ;[request, bytes] = changed(request, bytes, storeless.json)
    }
    return yield* isSame ? forward(request, bytes, changes, leftOut) : translate(request, changes)
  }

  /** Translates the conversation into the upstream's format. */
  function* translate(request: ClientRequest, { knobs, fields }: RequestChanges): Steps<UpstreamRequest | ApiError> {
    const refused = from.id === to.id ? undefined : from.translation?.refusal?.(request.json)
    if (refused !== undefined) return refusalOf(refused)
    const malformed = malformedIn(request)
    if (malformed !== undefined) return malformed
    const result = yield* writeConversation(request, withKnobs(conversation(request), knobs), fields)
    return 'status' in result ? result : { ...result, notes: [...result.notes, ...oddRoles(request), ...speakerNames(request)] }
  }

  /** Passes on the client's own body, in which only reasoning moves, or writes it anew if reasoning in it needs more than that. */
  function* forward(
    request: ClientRequest,
    bytes: RequestBytes,
    { knobs, fields }: RequestChanges,
    leftOut: string[],
  ): Steps<UpstreamRequest | ApiError> {
    ;[request, bytes] = changed(request, bytes, from.passThrough?.withoutForeignLines?.(request.json, targetOf(request)) ?? request.json)
    const hasSeals = request.leavesSeals === true || isSealed(request, bytes)
    if (!hasSeals) [request, bytes] = amended(request, bytes, leftOut)
    if (knobs === undefined && askReasoning !== undefined)
      fields = { ...from.passThrough?.askingFor?.(askReasoning, request.json, targetOf(request)), ...fields }
    const expressesKnobs = knobs === undefined || Object.keys(fields).length > 0
    const passes = !hasSeals && expressesKnobs && mayPass(request, bytes)
    const mayLack = mayLackThinking(request)
    if (passes && !mayLack) return passOn(request, bytes, fields)
    const written = withKnobs(opened(request), knobs)
    const result = yield* writeConversation(request, written, fields)
    if (!('status' in result)) return passes ? passOn(request, bytes, fields) : result
    const isLost = request.leavesSeals === true || request.sealing?.hasLost() === true
    if (!isLost && !mayLack) return result
    return (
      (yield* withoutThinking(request, written, fields, isLost ? unopened : unseen)) ?? (passes ? passOn(request, bytes, fields) : result)
    )
  }

  /** True if the upstream understands the body as it is: no reasoning in it has to be moved. */
  function mayPass(request: ClientRequest, bytes: RequestBytes): boolean {
    if (from.passThrough?.movesThoughts !== true && hasOwnTags(request, bytes)) return false
    return from.passThrough?.mayBeRefused?.(request.json, targetOf(request)) !== true
  }

  /**
   * Writes the request with thinking off, because the client cannot send back the reasoning that the model continues.
   *
   * @returns Undefined if the upstream would still refuse it.
   */
  function* withoutThinking(
    request: ClientRequest,
    conversation: Conversation,
    fields: Json,
    why: string,
  ): Steps<UpstreamRequest | undefined> {
    const { effort: _, budgetTokens: __, ...rest } = conversation.knobs ?? {}
    const result = yield* writeConversation(request, { ...conversation, knobs: { ...rest, enabled: false } }, fields)
    return 'status' in result ? undefined : { ...result, notes: [...result.notes, `Thinking is off for this request: ${why}.`] }
  }

  /** True if the upstream needs earlier reasoning that this client may not see. For a client that sees all of it, the upstream's own answer stands. */
  function mayLackThinking({ json, sealing }: ClientRequest): boolean {
    return to.passThrough?.needsThinking?.(json) === true && sealing?.isNeeded(to.id) === true
  }

  /** Moves reasoning in the history to the form that the upstream reads. */
  function amended(request: ClientRequest, bytes: RequestBytes, leftOut: string[]): [ClientRequest, RequestBytes] {
    const split = splitFor(request)
    const context: AmendmentContext = {
      replay: (read) => to.replay!(read, targetOf(request)),
      isKnown: upstream.provider !== undefined && to.dialects?.includes(upstream.provider) === true,
      // All of it is read and written for that, in one step.
      dropsOld: dropsHistory && !(request.isLong === true && asList(request.json[request.api.conversation.in]).length > mostSearched),
      ...(split !== undefined && { leadingThought: (text) => leadingThought(text, split) }),
    }
    for (const amend of from.passThrough?.amendments ?? []) {
      const better = amend(request.json, context)
      if (better === undefined) continue
      if (better.plan !== undefined) onPlan?.(better.plan)
      leftOut.push(...(better.notes ?? []))
      ;[request, bytes] = changed(request, bytes, better.body)
    }
    return [request, bytes]
  }

  /** How to split texts of the history. Undefined: reasoning may stay in them. */
  function splitFor(request: ClientRequest): TextSplit | undefined {
    if (request.style === 'tags') return ownTags
    return to.wantsThoughtsApart?.(targetOf(request)) === true ? splitOf?.(request.model, upstream.provider) : undefined
  }

  function targetOf({ model }: ClientRequest): Target {
    return { wire: to.id, model, ...sealerAt(upstream) }
  }

  function passOn(request: ClientRequest, bytes: RequestBytes, fields: Json): UpstreamRequest {
    const added = { ...ownFields(request), ...fields, ...collected(request, request.json) }
    return {
      body: withFields(bytes, request, added),
      ...(request.isLong === true && { json: { ...request.json, ...added } }),
      notes: [],
    }
  }

  /** Fields to add for an upstream that speaks the client's API. */
  function ownFields(request: ClientRequest): Json | undefined {
    return request.api.passOn?.(request, { askUsage: askUsage && from.passThrough?.countsUnasked?.(targetOf(request)) !== true })
  }

  /** Fields that ask for a stream, for models that only think in streams. The gateway collects it for the client. */
  function collected(request: ClientRequest, body: Json): Json | undefined {
    return request.stream || request.choices > 1 ? undefined : to.streamsToThink?.(body, targetOf(request))
  }

  function* writeConversation(request: ClientRequest, written: Conversation, fields: Json = {}): Steps<UpstreamRequest | ApiError> {
    if (request.choices > 1 && !upstream.api.choices) return oneChoiceOnly(request.choices, to.id)
    const refusal = request.isLong === true ? tooLong(written.messages) : undefined
    if (refusal !== undefined) return refusal
    const isSame = readsAsItIs(request)
    const { conversation: plain, notes: changes } = isSame ? { conversation: written, notes: [] } : withPlainTools(written, to.id)
    const { messages, notes: repairs } = isSame ? { messages: plain.messages, notes: [] } : pairedIn(plain.messages)
    const paired = { ...plain, messages }
    const drops = dropsCommentary?.(request.model) === true
    const { conversation: kept, notes } = drops ? withoutOldCommentary(paired) : { conversation: paired, notes: [] }
    const lost = isSame ? undefined : lostMediaRefusal(kept, (one) => to.writeRequest!(one, targetOf(request)).body)
    if (lost !== undefined) return lost
    try {
      const result = yield* writeFor(targetOf(request), kept)
      onPlan?.(result.plan)
      const said = { ...result.body, ...fields, ...collected(request, result.body) }
      // The client's `stream_options` are only forwarded to an upstream of the same format.
      const json = { ...said, ...(from.id === to.id && ownFields({ ...request, json: said })) }
      return {
        body: changedBody(json, request, nothingOld),
        ...(request.isLong === true && { json }),
        notes: [...lossNotes(result, kept, to.id), ...notes, ...changes, ...repairs],
        ...(result.headers && { headers: result.headers }),
      }
    } catch (error) {
      if (!ReasonError.is(error) || error.code !== 'REASON_REQUEST_REFUSED') throw error
      // Seals of ours were opened in it, so the provider cannot decide about it as the client sent it.
      const { messages: mended, notes: mends } = isSame ? pairedIn(written.messages) : { messages, notes: [] }
      const asked = mends.length > 0 ? { ...written, messages: mended } : withLastInstructionAsked(written)
      const again = asked && (yield* writeConversation(request, asked, fields))
      if (again === undefined || 'status' in again) return badRequest(error.message, null, 'request_refused')
      return { ...again, notes: [...again.notes, ...(mends.length > 0 ? mends : [lastAsked])] }
    }
  }

  function* writeFor(target: Target, conversation: Conversation): Steps<WrittenRequest> {
    return to.writeInSteps === undefined ? to.writeRequest!(conversation, target) : yield* to.writeInSteps(conversation, target)
  }

  /** The conversation with its seals opened. */
  function opened(request: ClientRequest): Conversation {
    const { json, sealing, leavesSeals } = request
    const known = leavesSeals === true ? undefined : conversations.get(json)
    return known ?? prepared(request, sealing === undefined ? read(request) : atOnce(sealing.reopen(read(request))))
  }

  function prepared(request: ClientRequest, conversation: Conversation): Conversation {
    const { json, leavesSeals } = request
    if (leavesSeals === true) conversation = withForeignSeals(conversation)
    const split = splitFor(request)
    if (split !== undefined) conversation = withThoughtsApart(conversation, split, split === ownTags)
    if (leavesSeals !== true) conversations.set(json, conversation)
    return conversation
  }

  /** True if the upstream uses the client's format, including every feature of this request. */
  function readsAsItIs(request: ClientRequest): boolean {
    return from.id === to.id && from.translation?.isNeeded?.(request.json, targetOf(request)) !== true
  }

  function read(request: ClientRequest): Conversation {
    const { json } = request.api.withoutStored?.(request.json, from.id === to.id) ?? request
    if (readsAsItIs(request)) return from.readRequest!(json)
    const conversation = from.translation?.read(json, from.id === to.id, targetOf(request)) ?? from.readRequest!(json)
    return withFewerCacheMarks(withoutEmptySettings(withoutClientMetadata(withStringifiedMedia(conversation))))
  }

  /** The conversation with defaults applied. It always sets `stream`, because servers differ in their default. */
  function conversation(request: ClientRequest): Conversation {
    const { stream } = request
    const asked = opened(request)
    const effort = request.askEffort ?? askEffort
    const knobs = {
      ...(askReasoning !== undefined && { visibility: askReasoning }),
      ...(effort !== undefined && saysNothing(asked.knobs) && { effort }),
      ...asked.knobs,
    }
    return { ...asked, stream, ...(Object.keys(knobs).length > 0 && { knobs }) }
  }
}

/** Splits texts with the tags that the gateway writes for clients. */
const ownTags: TextSplit = { adapter: thinkTags(), context: {} }

const changed = (request: ClientRequest, bytes: RequestBytes, json: Json): [ClientRequest, RequestBytes] =>
  json === request.json ? [request, bytes] : [{ ...request, json }, changedBody(json, request, bytes)]

const refusalOf = ({ message, param, details }: TranslationRefusal): ApiError => ({
  ...badRequest(message, param, 'unsupported_parameter'),
  ...(details && { more: { details } }),
})

const nothingOld = Buffer.alloc(0)

const lastAsked = 'changed: the last instruction was sent as the words of the user, as nothing else was said'
const unopened = 'what travelled sealed could not be opened'
const unseen = 'the client, which may not see the thinking, has not brought back what was sealed of it'

/** True if no knob sets whether, or how much, to think. */
const saysNothing = ({ enabled, effort, budgetTokens }: Knobs = {}): boolean => (enabled ?? effort ?? budgetTokens) === undefined

const withKnobs = (conversation: Conversation, knobs: Knobs | undefined): Conversation =>
  knobs === undefined ? conversation : { ...conversation, knobs }

/** Messages in which old reasoning is searched for, at most. In longer conversations it stays: it is read and written in one step. */
const mostSearched = 2500

const oneChoiceOnly = (choices: number, format: string): ApiError =>
  badRequest(`n is ${choices}, but an upstream that speaks ${format} gives one answer. Leave n out.`, 'n', 'unsupported_value')
