import type { Amendment } from '@reason/core/wire'
import { asList, asLoose, plannedReasoning } from '@reason/wire-kit'
import { readRequest } from '../request/read-request.ts'

/**
 * Removes unsigned thinking that the provider would refuse. Signed thinking stays unchanged, even if it is old: inside a
 * tool loop all of it is required, and before the loop the provider decides.
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

/** Removes unsigned thinking from a message. A message that would become empty stays unchanged. */
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
