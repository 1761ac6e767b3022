import { getPath, withPath, type Loose } from '@reason/wire-kit'
import type { ChatPlan } from '../plan.ts'

/** Asks the provider to keep the thoughts of earlier turns, if some go back to it, and the request does not say otherwise. */
export function withKeptThoughts(body: Loose, { row: { keep = [] }, messages }: ChatPlan): Loose {
  const field = keep.at(-1)?.[0]
  if (field === undefined || getPath(body, field) !== undefined) return body
  const earlier = messages.slice(
    0,
    messages.findLastIndex(({ role }) => role === 'user'),
  )
  const goes = earlier.some(
    (message) =>
      message.role === 'assistant' &&
      message.items.some((item) => item.type === 'block' && item.channel === 'reasoning' && item.text !== ''),
  )
  return goes ? keep.reduce((fields, [path, value]) => withPath(fields, path, value), body) : body
}
