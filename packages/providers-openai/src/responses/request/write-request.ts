import type { WrittenRequest } from '@reason/core/wire'
import type { Conversation, ReplayPlan, Target } from '@reason/core/conversation'
import {
  asLoose,
  assertNotRefused,
  defined,
  foreignSettings,
  isLoose,
  lostSettings,
  noteDemandedTool,
  atOnce,
  type NotCarried,
  type Steps,
} from '@reason/wire-kit'
import { withFittedToolNames } from '../../shared/fitted-tool-names.ts'
import { bindingFormat, readResponseFormat, writeResponseFormat } from '../../shared/response-format.ts'
import { sisterSettings, withSisterMarks } from '../../shared/sister-settings.ts'
import { fitUser, readUser } from '../../shared/user.ts'
import { openaiModel } from '../../shared/openai-models.ts'
import { WIRE } from '../wire.ts'
import { isFromHere, kept } from './extra.ts'
import { writeKnobs } from './knobs.ts'
import { planRequest, type RequestPlan } from './plan.ts'
import type { RequestRow } from '../dialect/index.ts'
import { requestRow } from '../dialect-rows.ts'
import { known, writeSettings } from './settings.ts'
import { writeTool } from './tools.ts'

export interface RequestConfig {
  /** True if messages of the phase `commentary` go to the commentary channel, both ways. */
  commentary: boolean
}

export function planResponsesReplay(conversation: Conversation, target: Target, config: RequestConfig): ReplayPlan {
  return atOnce(composeRequest(conversation, toWire(target), config)).plan
}

/**
 * Writes a conversation as the body of a Responses request.
 *
 * @throws {ReasonError} `REASON_REQUEST_REFUSED`, with all reasons as its cause
 */
export function* writeResponsesRequest(conversation: Conversation, to: Target, config: RequestConfig): Steps<WrittenRequest> {
  const target = toWire(to)
  const request = yield* composeRequest(conversation, target, config)
  assertNotRefused(request.plan.refusals, target)
  return request
}

/** Composes the request, with notes and refusals, even if the provider would refuse it. */
function* composeRequest(asked: Conversation, target: Target, config: RequestConfig): Steps<WrittenRequest> {
  const row = requestRow(target)
  const named = withFittedToolNames(withSisterMarks(asked, WIRE, target.provider), row.toolName)
  const plan = yield* planRequest(named, target, config)
  const body: Record<string, unknown> = { ...kept(named.extra), model: target.model }
  const sister = sisterSettings(named.extra, WIRE, target.provider)
  for (const [path, value] of sister.settings) put(body, path, value)
  const lost: string[] = []
  const conversation = isFromHere(named) ? named : fitted(named, body, row, (what) => lost.push(what))
  if (plan.instructions !== undefined) body['instructions'] = plan.instructions
  writeInput(body, conversation, plan)
  const tools = conversation.tools?.map((tool) => ({
    tool,
    written: row.functionsAlone === true && tool.type === 'native' ? undefined : writeTool(tool),
  }))
  const own = tools?.flatMap(({ written }) => (written === undefined ? [] : [written])) ?? []
  if (tools !== undefined && (own.length > 0 || isFromHere(conversation))) body['tools'] = own
  writeSettings(body, conversation, row.user ?? 'user')
  if (row.chatFormat === true) moveFormat(body, (what) => lost.push(what))
  const chosen = body['tool_choice']
  // A tool choice of another format names a tool without its type.
  if (
    !isFromHere(conversation) &&
    isLoose(chosen) &&
    own.some((tool) => isLoose(tool) && tool.type === 'custom' && tool.name === chosen.name)
  )
    body['tool_choice'] = { ...chosen, type: 'custom' }
  // Servers refuse a tool choice in requests without tools.
  if (own.length === 0 && !isFromHere(conversation)) {
    noteDemandedTool(conversation.toolChoice, (what) => lost.push(what))
    for (const field of ['tool_choice', 'parallel_tool_calls']) delete body[field]
  }
  writeStore(body, conversation, target)
  const { report, refusals } = writeKnobs(body, conversation, target)
  const foreignTools = tools?.some(({ written }) => written === undefined) === true ? ['tools that only another provider runs'] : []
  const { messages, decisions } = plan
  return {
    body,
    plan: { messages, decisions, refusals: [...plan.refusals, ...refusals] },
    knobs: report,
    notCarried: [
      ...plan.notCarried,
      ...foreignTools,
      ...lostSettings(conversation, known),
      ...lost,
      ...foreignSettings(sister.rest, WIRE).map((path) => `${path} of ${conversation.extra!.wire}`),
    ],
  }
}

/** Adapts a conversation of another format, and notes the losses. */
function fitted(
  asked: Conversation,
  body: Record<string, unknown>,
  { user: field = 'user', noMetadata, strictSchema }: RequestRow,
  lost: NotCarried,
): Conversation {
  const { metadata, user, ...rest } = strictSchema === true ? { ...asked, ...defined({ responseFormat: bindingFormat(asked) }) } : asked
  if (metadata !== undefined && noMetadata === true) lost('metadata')
  const id = user === readUser(body) ? user : fitUser(user, field ?? undefined, lost)
  return {
    ...rest,
    ...(metadata !== undefined && noMetadata !== true && { metadata }),
    ...(id !== undefined && { user: id }),
  }
}

/** Moves the format of the answer to where Chat Completions has it. */
function moveFormat(body: Record<string, unknown>, lost: NotCarried): void {
  const { format, ...others } = asLoose(body['text'])
  const responseFormat = readResponseFormat(format, format)
  if (responseFormat !== undefined) body['response_format'] = writeResponseFormat(responseFormat, (members) => ({ json_schema: members }))
  for (const name of Object.keys(others)) lost(`text.${name}`)
  delete body['text']
}

/** @param path - A field, or a member of an object field (`text.verbosity`). */
function put(body: Record<string, unknown>, path: string, value: unknown): void {
  const [name, inner] = path.split('.') as [string, string | undefined]
  body[name] = inner === undefined ? value : { ...(isLoose(body[name]) && body[name]), [inner]: value }
}

/** Sets the target's format to this one. */
const toWire = (target: Target): Target => ({ ...target, wire: WIRE })

function writeInput(body: Record<string, unknown>, conversation: Conversation, plan: RequestPlan): void {
  const last = conversation.messages.at(-1)
  const [piece, ...more] = last?.role === 'user' ? last.content : []
  const isOne = plan.messages.length === 1 && piece?.type === 'text' && more.length === 0
  // The input was a plain string.
  if (typeof body['input'] === 'string' && isOne && piece.text === body['input']) return
  if (plan.messages.length > 0 || typeof body['input'] === 'string' || !isFromHere(conversation)) body['input'] = plan.messages
}

/** Writes `store`. A request of another format is self-contained, so that the provider need not store anything for the next one. */
function writeStore(body: Record<string, unknown>, conversation: Conversation, target: Target): void {
  const row = requestRow(target)
  if (row.storeFalse === true) body['store'] = false
  if (isFromHere(conversation)) return
  body['store'] = false
  const reasons = openaiModel(target.model)?.reasons ?? target.provider === 'xai'
  if (row.seals === true && reasons) body['include'] = ['reasoning.encrypted_content']
}
