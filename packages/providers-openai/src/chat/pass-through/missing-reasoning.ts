import type { Conversation, ReplayPlan } from '@reason/core/conversation'
import type { Amendment } from '@reason/core/wire'
import { asList, asLoose } from '@reason/wire-kit'
import { readChatRequest } from '../request/read-request.ts'

/** A tool loop of a client that brought nothing back but texts and calls. */
const bare: Conversation = {
  tools: [{ type: 'function', name: 'look', parameters: {} }],
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'Look.' }] },
    { role: 'assistant', items: [{ type: 'tool-call', id: 'call_1', name: 'look', arguments: '{}' }] },
    { role: 'tool', call: 'call_1', content: [{ type: 'text', text: 'Seen.' }] },
  ],
}

/**
 * A request of Chat Completions that is passed on as it came, with what its provider refuses to go without in messages that lack it: an
 * empty reasoning, or Google's sentinel. Most libraries bring nothing back but texts and calls.
 *
 * Replay is asked about a small conversation first: most providers take messages as they are.
 */
export const withLackingReasoning: Amendment = (body, { replay }) => {
  const messages = asList(body['messages'])
  if (!messages.some(isOfModel) || lackingIn(replay(bare)).size === 0) return undefined
  const conversation = readChatRequest(body)
  const plan = replay(conversation)
  const lacking = lackingIn(plan)
  // The places of messages are told by number.
  const areNumbered = [conversation, plan].every((of) => of.messages.length === messages.length)
  if (lacking.size === 0 || !areNumbered) return undefined
  const completed = messages.map((message, index) => (lacking.has(index) ? plan.messages[index] : message))
  return { body: { ...body, messages: completed }, plan: { ...plan, decisions: plan.decisions.filter(({ action }) => action === 'added') } }
}

const isOfModel = (message: unknown): boolean => asLoose(message)['role'] === 'assistant'

const lackingIn = ({ decisions }: ReplayPlan): ReadonlySet<number> =>
  new Set(decisions.flatMap(({ action, message }) => (action === 'added' ? [message] : [])))
