import type { WrittenRequest } from '@reason/core/wire'
import { planReplay, type Conversation, type ReplayPlan, type ReplayRule, type Target } from '@reason/core/conversation'
import { assertNotRefused, foreignSettings, withNamedToolAlone, type NotCarried, atOnce, type Steps } from '@reason/wire-kit'
import { WIRE } from '../wire.ts'
import { kept, writeTools } from './fields.ts'
import { fitted } from './fitting.ts'
import { writeKnobs } from './knobs.ts'
import { writeSettings } from './settings.ts'
import { writeMessages, type Placed } from './write-messages.ts'

const rule: ReplayRule = {
  text: 'always',
  ownTextOnly: true,
  sealed: 'never',
  because: 'Cohere takes its own thinking back; it is optional',
}

/** Plans and writes the messages. Never throws. */
export const replayCohere = (conversation: Conversation, target: Target): ReplayPlan => atOnce(planned(conversation, target, () => {}))

/** @throws {ReasonError} `REASON_REQUEST_REFUSED` */
export function* writeCohereRequest(asked: Conversation, target: Target): Steps<WrittenRequest> {
  const conversation = withNamedToolAlone(asked)
  const missing = new Set<string>()
  const notCarried = (what: string) => void missing.add(what)
  const plan = yield* planned(conversation, target, notCarried)
  assertNotRefused(plan.refusals, target)
  for (const path of foreignSettings(conversation.extra, WIRE)) notCarried(`the setting ${path}`)
  // Cohere requires parameters. Its own requests may still omit them.
  const tools = conversation.tools && writeTools(conversation.tools, notCarried, (given) => given ?? { type: 'object', properties: {} })
  const body = {
    ...kept(conversation),
    model: target.model,
    ...(plan.messages.length > 0 && { messages: plan.messages }),
    ...(tools !== undefined && (tools.length > 0 || conversation.tools?.length === 0) && { tools }),
  }
  const { body: ready, report } = writeKnobs(writeSettings(body, fitted(conversation, notCarried), notCarried), conversation.knobs, {
    model: target.model,
    maxOutputTokens: conversation.sampling?.maxOutputTokens,
  })
  return { body: ready, plan, knobs: report, notCarried: [...missing] }
}

function* planned(conversation: Conversation, target: Target, notCarried: NotCarried): Steps<ReplayPlan> {
  const numbered = conversation.messages.map((message) =>
    message.role === 'assistant'
      ? { ...message, items: message.items.map((item, at): Placed => ({ ...item, at })), said: message.items.length }
      : message,
  )
  const plan = planReplay({ messages: numbered }, target, rule)
  yield
  const tools = (conversation.tools ?? []).flatMap((tool) => (tool.type === 'function' ? [tool.name] : []))
  const { messages, refusals } = yield* writeMessages(plan.messages, { tools, notCarried })
  const isEmpty = messages.length === 0 && kept(conversation).messages === undefined
  const empty =
    conversation.messages.length === 0
      ? 'There is no message: Cohere refuses a request without any.'
      : 'No message is left: Cohere takes text, images and results of tools, and no empty messages.'
  return {
    ...plan,
    messages,
    refusals: [...plan.refusals, ...refusals, ...(isEmpty ? [empty] : [])],
  }
}
