import type { Amendment, RequestBody } from '@reason/core/wire'
import { asList, asLoose, plannedReasoning } from '@reason/wire-kit'
import { requestFields } from '../carriers.ts'
import { readChatRequest } from '../request/read/read-request.ts'

/** Removes reasoning that the provider does not use. */
export const withoutOldReasoning: Amendment = (body, { replay, dropsOld }) => {
  const messages = asList(body['messages'])
  if (!dropsOld || !messages.some((message) => requestFields.some((field) => field in asLoose(message)))) return undefined
  const conversation = readChatRequest(body)
  // Messages are matched by index.
  if (conversation.messages.length !== messages.length) return undefined
  const plan = replay(conversation)
  const reasoning = plannedReasoning(conversation, plan)
  const kept = new Set(reasoning.filter(({ isDropped }) => !isDropped).map(({ message }) => message))
  const dropped = new Set(reasoning.map(({ message }) => message).filter((message) => !kept.has(message)))
  if (dropped.size === 0) return undefined
  return {
    body: { ...body, messages: messages.map((message, index) => (dropped.has(index) ? withoutFields(message) : message)) },
    plan: { ...plan, decisions: plan.decisions.filter(({ action }) => action !== 'added') },
    notes: reasoning.filter(({ isDropped }) => isDropped).map(({ note }) => note),
  }
}

const withoutFields = (message: unknown): RequestBody =>
  Object.fromEntries(Object.entries(asLoose(message)).filter(([field]) => !requestFields.includes(field)))
