import type { WireSource } from '@reason/core/wire'
import { isLoose, type Loose } from '@reason/wire-kit'

/** Recognises Responses: event names begin with `response.`, and a whole body has `object: "response"`. */
export function recogniseResponses(event: Loose): WireSource | undefined {
  const { type, object } = event
  if (object !== 'response' && !(typeof type === 'string' && type.startsWith('response.'))) return undefined
  const { model } = isLoose(event.response) ? event.response : event
  return typeof model === 'string' ? { model } : {}
}
