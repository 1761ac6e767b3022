import type { Item } from '@reason/core/result'
import type { WrittenRequest } from '@reason/core/wire'
import { isSameModel, planReplay, type Conversation, type ReplayPlan, type ReplayRule, type Target } from '@reason/core/conversation'
import { firstBlocks, foreignSettings, withoutToolChoice, type NotCarried, atOnce, type Steps } from '@reason/wire-kit'
import { WIRE } from '../wire.ts'
import { isFromHere, kept, writeTools } from './fields.ts'
import { writeKnobs } from './knobs.ts'
import { writeSettings } from './settings.ts'
import { plainParameters } from './tools.ts'
import { writeMessages, type Placed } from './write-messages.ts'

const rule: ReplayRule = {
  text: 'always',
  sealed: 'never',
  because: 'thinking is optional; it helps tool loops, and keeps the prefix as it was',
}

/** Plans and writes the messages. Never throws. */
export const replayOllama = (conversation: Conversation, target: Target): ReplayPlan => atOnce(planned(conversation, target, () => {}))

/** Writes the body of a chat request. Ollama is not known to refuse any conversation. */
export function* writeOllamaRequest(asked: Conversation, target: Target): Steps<WrittenRequest> {
  const missing = new Set<string>()
  const notCarried = (what: string) => void missing.add(what)
  const conversation = withoutToolChoice(asked, notCarried)
  const plan = yield* planned(conversation, target, notCarried)
  for (const path of foreignSettings(conversation.extra, WIRE)) notCarried(`the setting ${path}`)
  const tools = conversation.tools && writeTools(conversation.tools, notCarried, plainParameters)
  const fields = kept(conversation)
  const body = {
    ...fields,
    model: target.model,
    ...((plan.messages.length > 0 || fields.messages === undefined) && { messages: plan.messages }),
    ...(tools !== undefined && (tools.length > 0 || conversation.tools?.length === 0) && { tools }),
  }
  const model = isFromHere(conversation) ? conversation.origin?.model : undefined
  const isOwn = model !== undefined && isSameModel(model, target.model)
  const { body: ready, report } = writeKnobs(writeSettings(body, conversation, notCarried), conversation.knobs, target.model, isOwn)
  return { body: ready, plan, knobs: report, notCarried: [...missing] }
}

function* planned(conversation: Conversation, target: Target, notCarried: NotCarried): Steps<ReplayPlan> {
  const messages = conversation.messages.map((message) =>
    message.role === 'assistant' ? { ...message, items: placed(message.items) } : message,
  )
  const plan = planReplay({ messages }, target, rule)
  yield
  const tools = (conversation.tools ?? []).flatMap((tool) => (tool.type === 'function' ? [tool.name] : []))
  return { ...plan, messages: yield* writeMessages(plan.messages, { tools, notCarried }) }
}

function placed(items: readonly Item[]): Placed[] {
  const first = firstBlocks(items)
  return items.map((item, at) => ({ ...item, at, ...(item.type === 'block' && first.has(item) && { begins: true as const }) }))
}
