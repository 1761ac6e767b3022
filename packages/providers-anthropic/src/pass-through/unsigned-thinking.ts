import type { Amendment } from '@reason/core/wire'
import { asList, asLoose, plannedReasoning } from '@reason/wire-kit'
import { readRequest } from '../request/read-request.ts'

/**
 * Without thinking that the provider would refuse, as it is not signed. What is signed goes back as it came, also where it is old: nothing of
 * it may be missing inside a tool loop, and before it the provider decides.
 */
export const withoutUnsignedThinking: Amendment = (body, { replay, dropsOld }) => {
  const messages = asList(body['messages'])
  if (!dropsOld || !messages.some((message) => asList(asLoose(message)['content']).some(isUnsigned))) return undefined
  const conversation = readRequest(body)
  const plan = replay(conversation)
  const refused = plannedReasoning(conversation, plan).filter(({ isDropped, block }) => isDropped && (block.seals ?? []).length === 0)
  if (refused.length === 0) return undefined
  return {
    body: { ...body, messages: messages.map(withoutUnsigned) },
    plan: { ...plan, decisions: plan.decisions.filter(({ action }) => action !== 'added') },
    notes: refused.map(({ note }) => note),
  }
}

/** A message that would have nothing left stays as it is. */
function withoutUnsigned(message: unknown): unknown {
  const { role, content } = asLoose(message)
  if (role !== 'assistant' || !Array.isArray(content)) return message
  const rest = content.filter((block) => !isUnsigned(block))
  return rest.length === 0 || rest.length === content.length ? message : { ...asLoose(message), content: rest }
}

function isUnsigned(block: unknown): boolean {
  const { type, signature } = asLoose(block)
  return type === 'thinking' && (signature === undefined || signature === '')
}
