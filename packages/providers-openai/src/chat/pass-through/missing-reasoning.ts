import type { Conversation, ReplayPlan } from '@reason/core/conversation'
import type { Amendment } from '@reason/core/wire'
import { asList, asLoose } from '@reason/wire-kit'
import { readChatRequest } from '../request/read/read-request.ts'

/** A tool loop of a client that returned only texts and calls. */
const bare: Conversation = {
  tools: [{ type: 'function', name: 'look', parameters: {} }],
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'Look.' }] },
    { role: 'assistant', items: [{ type: 'tool-call', id: 'call_1', name: 'look', arguments: '{}' }] },
    { role: 'tool', call: 'call_1', content: [{ type: 'text', text: 'Seen.' }] },
  ],
}

/**
 * Completes a Chat Completions request that is otherwise passed through. Messages get the reasoning that their provider
 * requires: an empty text, or Google's sentinel. Most libraries return only texts and calls.
 *
 * Replay is tried with a small conversation first, because most providers take messages as they are.
 */
export const withLackingReasoning: Amendment = (body, { replay }) => {
  const messages = asList(body['messages'])
  if (!messages.some((message) => asLoose(message)['role'] === 'assistant') || lackingIn(replay(bare)).size === 0) return undefined
  const conversation = readChatRequest(body)
  const plan = replay(conversation)
  const lacking = lackingIn(plan)
  // Messages are matched by index.
  const areNumbered = [conversation, plan].every((of) => of.messages.length === messages.length)
  if (lacking.size === 0 || !areNumbered) return undefined
  const completed = messages.map((message, index) => (lacking.has(index) ? plan.messages[index] : message))
  return { body: { ...body, messages: completed }, plan: { ...plan, decisions: plan.decisions.filter(({ action }) => action === 'added') } }
}

const lackingIn = ({ decisions }: ReplayPlan): ReadonlySet<number> =>
  new Set(decisions.flatMap(({ action, message }) => (action === 'added' ? [message] : [])))
