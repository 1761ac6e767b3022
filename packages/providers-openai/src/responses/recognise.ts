import type { WireSource } from '@reason/core/wire'

type Loose = Readonly<Record<string, unknown>>

/** Recognises Responses: event names begin with `response.`, and a whole body has `object: "response"`. */
export function recogniseResponses(event: Loose): WireSource | undefined {
  const { type, object } = event
  if (object !== 'response' && !(typeof type === 'string' && type.startsWith('response.'))) return undefined
  const { model } = (typeof event['response'] === 'object' && event['response'] !== null ? event['response'] : event) as Loose
  return typeof model === 'string' ? { model } : {}
}
