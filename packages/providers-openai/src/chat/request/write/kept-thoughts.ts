import { getPath, withPath, type Loose } from '@reason/wire-kit'
import type { ChatPlan } from '../plan.ts'

/** Asks the provider to keep the thoughts of earlier turns, if some go back to it, and the request does not say otherwise. */
export function withKeptThoughts(body: Loose, { row: { keep = {} }, messages }: ChatPlan): Loose {
  const paths = Object.keys(keep)
  const field = paths.at(-1)
  if (field === undefined || getPath(body, field) !== undefined) return body
  const turn = messages.findLastIndex(({ role }) => role === 'user')
  const thoughts = messages.slice(0, Math.max(0, turn)).flatMap((message) => (message.role === 'assistant' ? message.items : []))
  const goBack = thoughts.some((item) => item.type === 'block' && item.channel === 'reasoning' && item.text !== '')
  return goBack ? paths.reduce((fields, path) => withPath(fields, path, keep[path]), body) : body
}
