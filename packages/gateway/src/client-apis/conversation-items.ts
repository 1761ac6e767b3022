import { asList, asObject, type Json } from '../json.ts'
import type { ClientRequest } from './client-request.ts'

/** Messages or items of a request, in order. Plain text counts as one message. */
export function itemsOf({ api, json }: Pick<ClientRequest, 'api' | 'json'>): readonly Json[] {
  const said = json[api.conversation.in]
  return typeof said === 'string' ? [{ role: 'user', content: said }] : asList(said).map(asObject)
}
