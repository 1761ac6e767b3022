import { setImmediate as nextTurn } from 'node:timers/promises'
import { ReasonError, type WireFormat } from '@reason/core'
import type { AmendmentContext, TranslationRefusal, WrittenRequest } from '@reason/core/wire'
import type { RequestChanges } from '@reason/budget'
import type { Conversation, Knobs, ReplayPlan, Target } from '@reason/core/conversation'
import { badRequest, type ApiError } from '../../errors/api-error.ts'
import type { ClientRequest } from '../../client-apis/client-request.ts'
import type { GatewaySettings } from '../../settings/settings.ts'
import { thinkTags } from '@reason/think-tags'
import { atOnce, stepByStep } from '../../event-loop/steps.ts'
import type { Json } from '../../json.ts'
import { sealerAt } from '../../upstreams/providers.ts'
import type { Upstream } from '../../upstreams/upstream.ts'
import { withForeignSeals } from '../seal-issuers.ts'
import { withoutClientMetadata } from './client-metadata.ts'
import { withLastInstructionAsked } from './lone-instructions.ts'
import { withoutOldCommentary } from './history-commentary.ts'
import { oddRoles } from './unknown-role-notes.ts'
import { withPairedResults } from './paired-results.ts'
import { withStringifiedMedia } from './stringified-media.ts'
import { openTag } from '../../relay/tagged-reasoning.ts'
import { leadingThought, withThoughtsApart, type TextSplit } from './thoughts-in-text.ts'
import { originalBytes, changedBody, withFields, type RequestBytes } from './pending-body.ts'

/** What is sent, and what became of the client's wishes on the way. */
export interface UpstreamRequest {
  body: RequestBytes
  /** What is in the body of a long request. */
  json?: Json
  /** What was left out, changed or added, and why; none of what was said in the conversation. */
  notes: readonly string[]
  /** Headers that the body needs. */
  headers?: Readonly<Record<string, string>>
}

/** Writes requests as the upstream wants them. Each gives an error where the upstream is known to refuse it. */
export interface RequestWriter {
  /**
   * The client's own bytes where both speak one format, else its conversation written anew.
   *
   * @param changes - What a budget asks for.
   */
  write(request: ClientRequest, bytes: RequestBytes, changes?: RequestChanges): UpstreamRequest | ApiError
  /** A conversation of its own in place of the client's. */
  writeConversation(request: ClientRequest, conversation: Conversation, fields?: Json): UpstreamRequest | ApiError
  conversation(request: ClientRequest): Conversation
  /**
   * Reads the conversation of a long request in turns of its own.
   *
   * @param bytes - It is read only where `write` will want it of this body. Undefined: in any case.
   */
  readAhead(request: ClientRequest, bytes?: RequestBytes): Promise<void>
}

/**
 * @param from - What clients speak.
 * @param to - What the upstream speaks.
 * @param dropsHistory - Old reasoning is left out of what is passed on, where the upstream has no use for it.
 * @param dropsCommentary - Whether commentary of finished turns is left out of what this model gets. Asked by the upstream's name of it.
 * @param splitOf - How texts of a model are split. Default: thoughts stay in the texts of the history.
 * @param onPlan - Told what became of the reasoning in each request that is written anew.
 */
export function createRequestWriter(
  from: Pick<WireFormat, 'id' | 'readRequest' | 'translation' | 'passThrough'>,
  to: WireFormat,
  upstream: Pick<Upstream, 'name' | 'provider' | 'api'>,
  { askUsage, askReasoning, askEffort }: Pick<GatewaySettings, 'askUsage'> & Partial<Pick<GatewaySettings, 'askReasoning' | 'askEffort'>>,
  onPlan: (plan: ReplayPlan) => void = () => {},
  dropsHistory = true,
  dropsCommentary: (model: string) => boolean = () => false,
  splitOf?: (model: string, provider: string | undefined) => TextSplit,
): RequestWriter {
  /** A conversation is asked for several times, and read once. By the body of the request. */
  const conversations = new WeakMap<Json, Conversation>()
  return {
    write(request, bytes, changes = { fields: {} }) {
      const leftOut: string[] = (request.wrapUps ?? []).map(
        () => 'added: a message that asks the model to come to an end, as its budget is nearly used up',
      )
      const written = write(request, bytes, changes, leftOut)
      return 'status' in written || leftOut.length === 0 ? written : { ...written, notes: [...leftOut, ...written.notes] }
    },
    writeConversation,
    conversation,
    async readAhead(request, bytes) {
      if (request.isLong !== true) return
      await nextTurn()
      const isSame = readsAsItIs(request)
      // It is refused, or needs no reading.
      if (isSame ? bytes !== undefined && !isSealed(request, bytes) : request.api.findMalformed?.(request.json) !== undefined) return
      const conversation = read(request)
      await nextTurn()
      prepared(request, request.sealing === undefined ? conversation : await stepByStep(request.sealing.reopen(conversation)))
      await nextTurn()
    },
  }

  /** @param leftOut - Takes notes of reasoning that stood in the client's own words, which are passed on without it. */
  function write(
    request: ClientRequest,
    bytes: RequestBytes,
    { knobs, fields }: RequestChanges,
    leftOut: string[],
  ): UpstreamRequest | ApiError {
    const isSame = readsAsItIs(request)
    const storeless = request.api.withoutStored?.(request.json, from.id === to.id)
    if (storeless !== undefined) {
      if (storeless.refused !== undefined) return storeless.refused
      leftOut.push(...storeless.notes)
      if (storeless.json !== request.json) [request, bytes] = changed(request, bytes, storeless.json)
    }
    const refused = from.id === to.id ? undefined : from.translation?.refusal?.(request.json)
    if (refused !== undefined) return refusalOf(refused)
    const json = isSame ? (from.passThrough?.withoutForeignLines?.(request.json, targetOf(request)) ?? request.json) : request.json
    if (json !== request.json) [request, bytes] = changed(request, bytes, json)
    const malformed = isSame ? undefined : request.api.findMalformed?.(request.json)
    if (malformed !== undefined) return malformed
    const hasSeals = request.leavesSeals === true || (isSame && isSealed(request, bytes))
    if (isSame && !hasSeals) [request, bytes] = amended(request, bytes, leftOut)
    if (isSame && knobs === undefined && askReasoning !== undefined)
      fields = { ...from.passThrough?.askingFor?.(askReasoning, request.json, targetOf(request)), ...fields }
    const passes =
      isSame &&
      !hasSeals &&
      (from.passThrough?.movesThoughts === true || !hasOwnTags(request, bytes)) &&
      from.passThrough?.mayBeRefused?.(request.json, targetOf(request)) !== true &&
      (knobs === undefined || Object.keys(fields).length > 0)
    const mayLack = isSame && mayLackThinking(request)
    if (passes && !mayLack) return passOn(request, bytes, fields)
    const written = withKnobs(isSame ? opened(request) : conversation(request), knobs)
    const result = writeConversation(request, written, fields)
    if (!('status' in result)) {
      if (passes) return passOn(request, bytes, fields)
      return isSame ? result : { ...result, notes: [...result.notes, ...oddRoles(request)] }
    }
    const isLost = request.leavesSeals === true || request.sealing?.hasLost() === true
    if (!isSame || !(isLost || mayLack)) return result
    return withoutThinking(request, written, fields, isLost ? unopened : unseen) ?? (passes ? passOn(request, bytes, fields) : result)
  }

  /** What it thinks on from has not come back, and no client could send it. The loop goes on without. @returns Undefined: it is refused all the same. */
  function withoutThinking(request: ClientRequest, conversation: Conversation, fields: Json, why: string): UpstreamRequest | undefined {
    const { effort: _, budgetTokens: __, ...rest } = conversation.knobs ?? {}
    const result = writeConversation(request, { ...conversation, knobs: { ...rest, enabled: false } }, fields)
    return 'status' in result ? undefined : { ...result, notes: [...result.notes, `Thinking is off for this request: ${why}.`] }
  }

  /** Its client was shown no thinking, and brought no seal back in its place. One that sees all of it is answered by the upstream. */
  function mayLackThinking({ json, sealing }: ClientRequest): boolean {
    return to.passThrough?.needsThinking?.(json) === true && sealing?.isNeeded(to.id) === true
  }

  /** With what the client brings back in the form that the upstream reads. */
  function amended(request: ClientRequest, bytes: RequestBytes, leftOut: string[]): [ClientRequest, RequestBytes] {
    const split = splitFor(request)
    const context: AmendmentContext = {
      replay: (read) => to.replay!(read, targetOf(request)),
      isKnown: upstream.provider !== undefined && to.dialects?.includes(upstream.provider) === true,
      dropsOld: dropsHistory,
      ...(split !== undefined && { leadingThought: (text) => leadingThought(text, split) }),
    }
    for (const amend of from.passThrough?.amendments ?? []) {
      const better = amend(request.json, context)
      if (better === undefined) continue
      if (better.plan !== undefined) onPlan(better.plan)
      leftOut.push(...(better.notes ?? []))
      ;[request, bytes] = changed(request, bytes, better.body)
    }
    return [request, bytes]
  }

  /** Undefined: thoughts may stay in the texts of the history. */
  function splitFor(request: ClientRequest): TextSplit | undefined {
    if (request.style === 'tags') return ownTags
    return to.wantsThoughtsApart?.(targetOf(request)) === true ? splitOf?.(request.model, upstream.provider) : undefined
  }

  function targetOf({ model }: ClientRequest): Target {
    return { wire: to.id, model, ...sealerAt(upstream) }
  }

  function passOn(request: ClientRequest, bytes: RequestBytes, fields: Json): UpstreamRequest {
    const asked = request.api.passOn?.(request, { askUsage })
    const added = { ...asked, ...fields, ...collected(request, request.json) }
    return {
      body: withFields(bytes, request, added),
      ...(request.isLong === true && { json: { ...request.json, ...added } }),
      notes: [],
    }
  }

  /** What is asked besides, so that a model may think for a client that wants its answer whole: a stream is collected for it. */
  function collected(request: ClientRequest, body: Json): Json | undefined {
    return request.stream || request.choices > 1 ? undefined : to.streamsToThink?.(body, targetOf(request))
  }

  function writeConversation(request: ClientRequest, written: Conversation, fields: Json = {}): UpstreamRequest | ApiError {
    if (request.choices > 1 && !upstream.api.choices) return oneChoiceOnly(request.choices, to.id)
    const { conversation: paired, notes: repairs } = readsAsItIs(request)
      ? { conversation: written, notes: [] }
      : withPairedResults(written)
    const { conversation: kept, notes } = dropsCommentary(request.model)
      ? withoutOldCommentary(paired)
      : { conversation: paired, notes: [] }
    try {
      const result = to.writeRequest!(kept, targetOf(request))
      onPlan(result.plan)
      const said = { ...result.body, ...fields, ...collected(request, result.body) }
      // The client's own wish for counts is carried where both speak one format, and no other.
      const asked = from.id === to.id ? request.api.passOn?.({ ...request, json: said }, { askUsage }) : undefined
      const json = { ...said, ...asked }
      return {
        body: changedBody(json, request, nothingOld),
        ...(request.isLong === true && { json }),
        notes: [...notesOf(result, kept), ...notes, ...repairs],
        ...(result.headers && { headers: result.headers }),
      }
    } catch (error) {
      if (!ReasonError.is(error) || error.code !== 'REASON_REQUEST_REFUSED') throw error
      const asked = withLastInstructionAsked(written)
      const again = asked && writeConversation(request, asked, fields)
      if (again === undefined || 'status' in again) return badRequest(error.message, null, 'request_refused')
      return {
        ...again,
        notes: [...again.notes, 'changed: the last instruction was sent as the words of the user, as nothing else was said'],
      }
    }
  }

  /** With what was sealed in its place. */
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

  /** The upstream speaks the client's format, with all that the request has of it. */
  function readsAsItIs(request: ClientRequest): boolean {
    return from.id === to.id && from.translation?.isNeeded?.(request.json, targetOf(request)) !== true
  }

  function read(request: ClientRequest): Conversation {
    const { json } = request.api.withoutStored?.(request.json, from.id === to.id) ?? request
    if (readsAsItIs(request)) return from.readRequest!(json)
    const conversation = from.translation?.read(json, from.id === to.id) ?? from.readRequest!(json)
    return withoutNoLimit(withoutClientMetadata(withStringifiedMedia(conversation)))
  }

  /** Whether it streams is said in any case: servers differ in what they do when it is not. */
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

/** How texts are split that the gateway has written for a client. */
const ownTags: TextSplit = { adapter: thinkTags(), context: {} }

const hasOwnTags = ({ style }: ClientRequest, bytes: RequestBytes): boolean =>
  style === 'tags' && writtenTags.some((tag) => originalBytes(bytes).includes(tag))

const isSealed = ({ sealing }: ClientRequest, bytes: RequestBytes): boolean =>
  sealing !== undefined && sealedMarks.some((mark) => originalBytes(bytes).includes(mark))

/** As JSON has it, in which some languages escape the bracket. */
const writtenTags = [openTag, ...['c', 'C'].map((digit) => `\\u003${digit}${openTag.slice(1, -1)}`)]

const changed = (request: ClientRequest, bytes: RequestBytes, json: Json): [ClientRequest, RequestBytes] => [
  { ...request, json },
  changedBody(json, request, bytes),
]

const refusalOf = ({ message, param, details }: TranslationRefusal): ApiError => ({
  ...badRequest(message, param, 'unsupported_parameter'),
  ...(details && { more: { details } }),
})

const nothingOld = Buffer.alloc(0)

const unopened = 'what travelled sealed could not be opened'
const unseen = 'the client, which may not see the thinking, has not brought back what was sealed of it'

/** How sealed values begin, by themselves, at the end of a call's id, and where a reference stands for it; and nothing else. */
const sealedMarks = ['rsn1.', '_rsn1_']

/** Of whether it is to think, and how much. */
const saysNothing = ({ enabled, effort, budgetTokens }: Knobs = {}): boolean => (enabled ?? effort ?? budgetTokens) === undefined

/** Clients of llama.cpp and Ollama say with a limit below zero that there is none. Elsewhere that is refused. */
function withoutNoLimit(conversation: Conversation): Conversation {
  const { maxOutputTokens, ...sampling } = conversation.sampling ?? {}
  return maxOutputTokens !== undefined && maxOutputTokens < 0 ? { ...conversation, sampling } : conversation
}

const withKnobs = (conversation: Conversation, knobs: Knobs | undefined): Conversation =>
  knobs === undefined ? conversation : { ...conversation, knobs }

function notesOf({ plan, knobs, notCarried }: WrittenRequest, { messages }: Conversation): string[] {
  const decisions = plan.decisions
    .filter(({ action }) => action !== 'kept')
    .map(({ action, message, item, reason }) => `message ${message}, ${kindOf(messages[message], item)} ${action}: ${reason}`)
  return [...knobs.notes, ...decisions, ...notCarried.map((what) => `left out: ${what}`)]
}

/** What a provider's own tools did is no reasoning, and as much of a loss. */
function kindOf(message: Conversation['messages'][number] | undefined, item: number | undefined): string {
  const isNative = message?.role === 'assistant' && item !== undefined && message.items[item]?.type === 'native'
  return isNative ? 'native part' : 'reasoning'
}

const oneChoiceOnly = (choices: number, format: string): ApiError =>
  badRequest(`n is ${choices}, but an upstream that speaks ${format} gives one answer. Leave n out.`, 'n', 'unsupported_value')
