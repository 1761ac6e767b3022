import type { ClientRequest } from '../clients/client-request.ts'
import type { Json } from '../json.ts'

/** Fields of Chat Completions that say whether a server puts the reasoning into the text, and what each would have to say instead. */
const apart: Readonly<Record<string, ReadonlyMap<unknown, unknown>>> = {
  // Of llama-server, and of services.
  reasoning_format: new Map([
    ['none', 'auto'],
    ['raw', 'parsed'],
    ['text_parsed', 'parsed'],
    ['deepseek-legacy', 'deepseek'],
  ]),
  // Of SGLang.
  separate_reasoning: new Map([[false, true]]),
}

interface Asking {
  request: ClientRequest
  bytes: Buffer
}

/** A request of somebody who may not see the reasoning, without the wish to have it in the text: that of an unknown model would be taken for its answer. */
export function keptApart({ request, bytes }: Asking): Asking {
  const { api, json } = request
  if (api.id !== 'openai-chat') return { request, bytes }
  const fields = Object.entries(apart).flatMap(([field, instead]) =>
    instead.has(json[field]) ? [[field, instead.get(json[field])] as const] : [],
  )
  if (fields.length === 0) return { request, bytes }
  const changed: Json = { ...json, ...Object.fromEntries(fields) }
  return { request: { ...request, json: changed }, bytes: Buffer.from(JSON.stringify(changed)) }
}
