import type { WireSource, WrittenRequest } from '@reason/core/wire'
import { planReplay, type Conversation, type Issuer, type ReplayPlan, type ReplayRule, type Target } from '@reason/core/conversation'
import { assertNotRefused, assertBody, foreignSettings, isText, type NotCarried, atOnce, type Steps } from '@reason/wire-kit'
import { isSameCloud } from '../../shared/files.ts'
import { readKnobs, writeKnobs } from '../../shared/knobs.ts'
import { withTakenToolNames } from '../../shared/tool-names.ts'
import { WIRE } from '../wire.ts'
import { isFromHere, kept, toExtra } from './extras.ts'
import { readInput } from './read-input.ts'
import { readSettings, thinkingPaths, writeSettings } from './settings.ts'
import type { Placed } from './steps.ts'
import { readTools, writeTools } from './tools.ts'
import { writeInput } from './write-input.ts'

const rule: ReplayRule = {
  text: 'always',
  ownTextOnly: true,
  sealed: 'always',
  boundTo: ['provider', 'model', 'upstream'],
  because: 'steps go back as they came, thoughts with their signatures, to the model that made them',
}

/**
 * Reads the body of a request for an interaction. `extra` keeps the settings as they were written.
 *
 * @throws {TypeError} for a body that is no object. Any content of the object is accepted.
 */
export function readInteractionRequest(body: unknown, source: WireSource = {}): Conversation {
  assertBody(body, 'a request for an interaction')
  const model = source.model ?? (isText(body.model) ? body.model : undefined)
  const issuer: Issuer = { ...source, wire: WIRE, ...(model !== undefined && { model }) }
  const { input, tools, system_instruction: system, ...others } = body
  const messages = readInput(input, issuer)
  const knobs = readKnobs(body, thinkingPaths)
  return {
    ...(model !== undefined && { model }),
    origin: issuer,
    messages: [
      ...(isText(system) ? [{ role: 'system' as const, content: [{ type: 'text' as const, text: system }] }] : []),
      ...(messages ?? []),
    ],
    ...(Array.isArray(tools) && { tools: readTools(tools) }),
    ...(Object.keys(knobs).length > 0 && { knobs }),
    ...readSettings(body),
    extra: toExtra({
      ...others,
      ...(messages === undefined && input !== undefined && { input }),
      ...(tools !== undefined && !Array.isArray(tools) && { tools }),
      ...(system !== undefined && !isText(system) && { system_instruction: system }),
    }),
  }
}

/** Plans and writes the input. Never throws. */
export function replayInteraction(conversation: Conversation, target: Target): ReplayPlan {
  return atOnce(planned(withTakenToolNames(conversation, isFromHere(conversation)), target, () => {})).plan
}

/** @throws {ReasonError} `REASON_REQUEST_REFUSED` */
export function* writeInteractionRequest(given: Conversation, target: Target): Steps<WrittenRequest> {
  const conversation = withTakenToolNames(given, isFromHere(given))
  const missing = new Set<string>()
  const notCarried = (what: string) => void missing.add(what)
  const { plan, input, system } = yield* planned(conversation, target, notCarried)
  assertNotRefused(plan.refusals, target)
  const { previous_interaction_id: previous, ...fields } = kept(conversation)
  const stays = isSameCloud(conversation.origin, target)
  if (previous !== undefined && !stays) notCarried('an interaction that another provider keeps')
  for (const path of foreignSettings(conversation.extra, WIRE)) notCarried(`the setting ${path}`)
  const tools = conversation.tools && writeTools(conversation.tools, notCarried)
  const hasInput = !Array.isArray(input) || input.length > 0 || fields.input === undefined
  const body = {
    ...fields,
    ...(previous !== undefined && stays && { previous_interaction_id: previous }),
    ...(fields.agent === undefined && { model: target.model }),
    ...(hasInput && { input }),
    ...(system !== undefined && { system_instruction: system }),
    ...(tools !== undefined && (tools.length > 0 || conversation.tools?.length === 0) && { tools }),
  }
  const { body: ready, report } = writeKnobs(writeSettings(body, conversation, notCarried), conversation.knobs, {
    paths: thinkingPaths,
    model: target.model,
    maxOutputTokens: conversation.sampling?.maxOutputTokens,
  })
  return { body: ready, plan, knobs: report, notCarried: [...missing] }
}

function* planned(
  conversation: Conversation,
  target: Target,
  notCarried: NotCarried,
): Steps<{ plan: ReplayPlan; input: unknown; system?: string }> {
  const messages = conversation.messages.map((message) =>
    message.role === 'assistant' ? { ...message, items: message.items.map((item, at): Placed => ({ ...item, at })) } : message,
  )
  const { messages: replayed, decisions, refusals } = planReplay({ messages }, target, rule)
  yield
  const tools = (conversation.tools ?? []).flatMap((tool) => (tool.type === 'function' ? [tool.name] : []))
  const sameCloud = isSameCloud(conversation.origin, target)
  const { input, system, strays } = yield* writeInput(replayed, { tools, sameCloud, notCarried })
  const { previous_interaction_id: previous } = kept(conversation)
  // The calls may be in an interaction that the server stores. Without one, stray results of a request of this format are left to the server.
  const lost = previous !== undefined && sameCloud ? [] : strays.filter((message) => previous !== undefined || !isFromHere(message))
  const isEmpty = Array.isArray(input) && input.length === 0 && kept(conversation).input === undefined
  const plan: ReplayPlan = {
    messages: Array.isArray(input) ? input : [input],
    decisions,
    refusals: [
      ...refusals,
      ...lost.map(
        ({ call, name }) => `The result of ${call ?? name ?? 'a tool'} has no call: an interaction takes results of its own calls.`,
      ),
      ...(isEmpty ? ['There is no message: an interaction needs an input.'] : []),
    ],
  }
  return { plan, input, ...(system !== undefined && { system }) }
}
