import type { Amendment } from '@reason/core/wire'
import { asList, asLoose } from '@reason/wire-kit'
import { hasThought } from '../carriers.ts'

/** Moves thoughts at the beginning of a content into a separate field, if the provider would misread them. */
export const withThoughtsInFields: Amendment = (body, { leadingThought }) => {
  if (leadingThought === undefined) return undefined
  const moved: number[] = []
  const messages = asList(body['messages']).map((message, index) => {
    const { role, content, tool_calls: calls } = asLoose(message)
    if (role !== 'assistant' || typeof content !== 'string' || hasThought(asLoose(message))) return message
    const found = leadingThought(content)
    if (found === undefined) return message
    moved.push(index)
    const said = found.answer === '' && asList(calls).length > 0 ? null : found.answer
    return { ...asLoose(message), content: said, ...(found.reasoning !== '' && { reasoning_content: found.reasoning }) }
  })
  if (moved.length === 0) return undefined
  const decisions = moved.map((message) => ({ message, action: 'moved' as const, reason: 'out of the content' }))
  return { body: { ...body, messages }, plan: { messages: [], decisions, refusals: [] } }
}
