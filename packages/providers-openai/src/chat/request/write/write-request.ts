import type { WrittenRequest } from '@reason/core/wire'
import type { Conversation, ReplayDecision, ReplayPlan, Target } from '@reason/core/conversation'
import {
  assertNotRefused,
  withPath,
  foreignSettings,
  isAsked,
  isSame,
  noteDemandedTool,
  type Loose,
  without,
  withNamedToolAlone,
  withoutToolChoice,
  atOnce,
  type NotCarried,
  type Steps,
} from '@reason/wire-kit'
import { withFittedToolNames } from '../../../shared/fitted-tool-names.ts'
import { bindingFormat } from '../../../shared/response-format.ts'
import { sisterSettings, withSisterMarks } from '../../../shared/sister-settings.ts'
import { fitUser, readUser } from '../../../shared/user.ts'
import { elsewhere, foreignFiles, missingMessages } from '../../../shared/kept-elsewhere.ts'
import { WIRE } from '../../wire-id.ts'
import { dialectOf } from '../../find-dialect.ts'
import { createRequestCallIds } from './call-ids.ts'
import { settleConflicts } from '../knobs/settle-conflicts.ts'
import { isFromHere, kept } from '../fields.ts'
import { sentIn, unreadKnobs, writeKnobs } from '../knobs/knobs.ts'
import { withKeptThoughts } from './kept-thoughts.ts'
import { orderMessages } from './order.ts'
import { planChat, type ChatPlan } from '../plan.ts'
import { requestFactsFor, unknownTo } from '../dialect-rows.ts'
import type { DialectRequestFacts } from '../../dialect/request-facts.ts'
import { maxTokenFields, settingsFor } from '../settings.ts'
import { pinned, targetOfSeals } from '../upstream.ts'
import { writeMessages } from './write-messages.ts'
import { writeTool } from '../tools.ts'

/** @throws {ReasonError} `REASON_REQUEST_REFUSED`, with all refusals as its cause. */
export function* writeChatRequest(conversation: Conversation, target: Target): Steps<WrittenRequest> {
  const request = yield* composeChatRequest(conversation, target)
  assertNotRefused(request.plan.refusals, target)
  return request
}

export const replayChat = (conversation: Conversation, target: Target): ReplayPlan => atOnce(composeChatRequest(conversation, target)).plan

/** Composes the request, with notes and refusals, even if the provider would refuse it. */
function* composeChatRequest(asked: Conversation, to: Target): Steps<WrittenRequest> {
  const target = targetOfSeals(to, asked.messages)
  const facts = requestFactsFor(target.provider)
  const notCarried = new Set<string>()
  const lost = (what: string) => void notCarried.add(what)
  const chosen = isFromHere(asked) ? asked : withFittedChoice(asked, facts, lost)
  const conversation = withStrictAlike(withFittedToolNames(withSisterMarks(chosen, WIRE, target.provider), facts.toolName), facts, lost)

  const tools = writeTools(conversation, lost)
  const hasTools = tools !== undefined && tools.length > 0
  const { plan, messages, decisions, orderRefusals } = yield* composeMessages(conversation, target, facts, lost)
  const { settled, report } = composeSettings(conversation, target, facts, hasTools, lost)
  if (hasTools && settled.effective.enabled !== false) settled.body = withKeptThoughts(settled.body, plan)
  const missing = missingMessages(conversation, WIRE)
  // Some providers accept an empty list of tools, and others refuse it.
  const mayBeEmpty = isFromHere(conversation) && facts.strict !== true && elsewhere(conversation, target) === undefined
  return {
    body: {
      model: target.model,
      messages,
      ...(tools !== undefined && (hasTools || mayBeEmpty) && !areFunctions(tools, settled.body) && { tools }),
      // Kept values of these fields are the ones that could not be read.
      ...without(pinned(settled.body, target, plan.messages), 'model', 'messages', 'tools'),
    },
    plan: {
      messages,
      decisions,
      refusals: [
        ...plan.refusals,
        ...missing,
        // If messages are missing, they may hold the counterparts of these calls and results.
        ...(facts.answers === true && missing.length === 0 ? orderRefusals : []),
        ...settled.refusals,
        ...foreignFiles(conversation, target),
      ],
    },
    knobs: { ...report, sent: sentIn(settled.body), effective: settled.effective, notes: [...report.notes, ...settled.notes] },
    notCarried: [...notCarried],
  }
}

interface ComposedMessages {
  plan: ChatPlan
  messages: Record<string, unknown>[]
  decisions: ReplayDecision[]
  orderRefusals: readonly string[]
}

/** Writes the messages with the reasoning that the target gets back. */
function* composeMessages(
  conversation: Conversation,
  target: Target,
  facts: DialectRequestFacts,
  lost: NotCarried,
): Steps<ComposedMessages> {
  const { provider, model } = target
  const isKnown = dialectOf(provider) !== undefined
  const ids = createRequestCallIds(conversation.messages, facts)
  yield
  const plan = planChat(conversation, { ...target, wire: WIRE }, ids.of)
  yield
  const order = orderMessages(plan.messages, ids)
  yield
  // A client of this format knows its server. Other formats allow more between calls and results than any Chat Completions server does.
  const isOrdered = isKnown || (conversation.extra !== undefined && !isFromHere(conversation))
  const added: ReplayDecision[] = []
  const messages = yield* writeMessages(plan.messages, isOrdered ? order.order : plan.messages.keys(), ids, {
    row: plan.row,
    facts,
    provider: isKnown ? provider : undefined,
    model,
    tools: (conversation.tools ?? []).flatMap((tool) => (tool.type === 'function' ? [tool.name] : [])),
    isKnown,
    isOwn: isFromHere(conversation),
    notCarried: lost,
    decide: (decision) => void added.push(decision),
  })
  const decisions = [...plan.decisions, ...(isOrdered ? order.decisions : []), ...added]
  return { plan, messages, decisions, orderRefusals: order.refusals }
}

/** Writes the settings and the knobs, and settles what conflicts. */
function composeSettings(conversation: Conversation, target: Target, facts: DialectRequestFacts, hasTools: boolean, lost: NotCarried) {
  const { provider, model } = target
  const settings = writeSettings(conversation, { facts, provider, hasTools, lost })
  const { body, report } = writeKnobs(settings, conversation.knobs, {
    provider,
    model,
    maxOutputTokens: conversation.sampling?.maxOutputTokens,
  })
  const unknown = facts.strict === true ? [...unreadKnobs(body, provider!), ...unknownTo(provider!, Object.keys(body))] : []
  for (const field of unknown) lost(`${field}, which ${provider} does not know`)
  return { report, settled: settleConflicts(without(body, ...unknown), { ...target, hasTools }, report) }
}

function writeTools({ tools }: Conversation, lost: NotCarried): readonly unknown[] | undefined {
  return tools?.flatMap((tool) => {
    const written = writeTool(tool)
    if (written === undefined && tool.type === 'native') lost(`tools that only ${tool.wire} has`)
    return written === undefined ? [] : [written]
  })
}

const withFittedChoice = (conversation: Conversation, { choice }: DialectRequestFacts, lost: NotCarried): Conversation =>
  choice === undefined ? conversation : choice === 'words' ? withNamedToolAlone(conversation) : withoutToolChoice(conversation, lost)

/** Removes `strict` from all tools if only some have it (`Tools with mixed values for 'strict' are not allowed`). */
function withStrictAlike(conversation: Conversation, { strictAlike }: DialectRequestFacts, lost: NotCarried): Conversation {
  const { tools = [] } = conversation
  const values = new Set(tools.map((tool) => tool.type === 'function' && tool.strict === true))
  if (strictAlike !== true || values.size < 2) return conversation
  lost('strict arguments of some tools')
  return { ...conversation, tools: tools.map((tool) => (tool.type === 'function' ? { ...tool, strict: false } : tool)) }
}

/** True if the request has its tools as `functions`, as clients of the API's first version write them. */
const areFunctions = (tools: readonly unknown[], { functions }: Loose): boolean =>
  Array.isArray(functions) &&
  isSame(
    tools.map((tool) => (tool as Loose).function),
    functions,
  )

/** Adapts a conversation of another format, and notes the losses. */
function fitted(
  asked: Conversation,
  body: Record<string, unknown>,
  { user: field, stops = Infinity, noSchema, strictSchema }: DialectRequestFacts,
  lost: NotCarried,
): Conversation {
  const { metadata, user, responseFormat: format, sampling, ...rest } = asked
  const responseFormat = strictSchema === true ? bindingFormat(asked) : format
  const stop = sampling?.stop ?? []
  if (stop.length > stops) lost(`more than ${stops} stop sequences`)
  // `This response_format type is unavailable now`
  const isBound = noSchema === true && responseFormat?.type === 'json-schema'
  if (isBound) lost('a schema of the answer')
  // `The 'metadata' parameter is only allowed when 'store' is enabled`, and the request must not be stored.
  if (metadata !== undefined) lost('metadata')
  const id = user === readUser(body) ? user : fitUser(user, field, lost)
  return {
    ...rest,
    ...(sampling !== undefined && { sampling: stop.length > stops ? { ...sampling, stop: stop.slice(0, stops) } : sampling }),
    ...(responseFormat !== undefined && !isBound && { responseFormat }),
    ...(id !== undefined && { user: id }),
  }
}

/** Writes settings as they came, as long as they match the conversation; otherwise writes them anew. */
function writeSettings(
  asked: Conversation,
  {
    facts,
    provider,
    hasTools,
    lost,
  }: { facts: DialectRequestFacts; provider: string | undefined; hasTools: boolean; lost(what: string): void },
): Record<string, unknown> {
  const fromHere = isFromHere(asked)
  const sister = sisterSettings(asked.extra, WIRE, provider)
  for (const path of foreignSettings(sister.rest, WIRE)) lost(`${path} of ${asked.extra!.wire}`)
  let body: Record<string, unknown> = { ...kept(asked.extra), ...Object.fromEntries(sister.settings) }
  const conversation = fromHere ? asked : fitted(asked, body, facts, lost)
  for (const { fields, read, of, write } of Object.values(settingsFor(facts))) {
    const wanted = of(conversation)
    if (isSame(read(body), wanted)) continue
    for (const field of fields) body = withPath(body, field, undefined)
    if (wanted !== undefined) body = { ...body, ...write(wanted) }
    // Servers refuse `stream_options` in unstreamed requests.
    if (fields.includes('stream') && wanted !== true) body = withPath(body, 'stream_options', undefined)
  }
  if (facts.oldNameOnly === true && body.max_completion_tokens !== undefined) {
    const most = body.max_completion_tokens
    for (const field of maxTokenFields) body = withPath(body, field, undefined)
    body.max_tokens = most
  }
  if (facts.seed !== undefined && body.seed !== undefined) {
    const { seed, ...others } = body
    body = { [facts.seed]: seed, ...others }
  }
  if (!fromHere && facts.openSampling !== true) {
    for (const name of ['topK', 'minP', 'repetitionPenalty'] as const) {
      if (!isAsked(name, conversation.sampling?.[name])) continue
      for (const field of settingsFor(facts)[name]!.fields) body = withPath(body, field, undefined)
      lost(name)
    }
  }
  if (!fromHere && conversation.stream === true && facts.noStreamOptions !== true) body.stream_options = { include_usage: true }
  // Servers refuse tool settings in requests without tools.
  if (!hasTools && !fromHere) noteDemandedTool(conversation.toolChoice, lost)
  if (!hasTools && !fromHere) for (const field of ['tool_choice', 'parallel_tool_calls']) body = withPath(body, field, undefined)
  return body
}
