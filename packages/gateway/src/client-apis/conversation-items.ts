import { asList, asObject, type Json } from '../json.ts'
import type { ClientRequest } from './client-request.ts'

/** The field of a request that has its conversation. */
export const listFieldOf = ({ id }: ClientRequest['api']): 'input' | 'messages' => (id === 'openai-responses' ? 'input' : 'messages')

/** Messages or items of a request, in their order; a text alone is one message. */
export function itemsOf({ api, json }: Pick<ClientRequest, 'api' | 'json'>): readonly Json[] {
  const said = json[listFieldOf(api)]
  return typeof said === 'string' ? [{ role: 'user', content: said }] : asList(said).map(asObject)
}
