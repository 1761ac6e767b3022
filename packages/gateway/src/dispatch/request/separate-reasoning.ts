import type { Json } from '../../json.ts'
import type { Asking } from './directive.ts'
import { changedBody } from './pending-body.ts'

/** What a field would have to say instead. Undefined: what it says does no harm. */
type Instead = (said: unknown) => unknown

const formats: ReadonlyMap<unknown, string> = new Map([
  ['none', 'auto'],
  ['raw', 'parsed'],
  ['text_parsed', 'parsed'],
  ['deepseek-legacy', 'deepseek'],
])

/** Fields of Chat Completions that say whether a server puts the reasoning into the text. */
const apart: Readonly<Record<string, Instead>> = {
  // Of llama-server, and of services.
  reasoning_format: (said) => formats.get(said),
  // Of SGLang, which takes 0, "no" and other words for false as well (pydantic).
  separate_reasoning: (said) => (said === undefined || said === null || said === true ? undefined : true),
}

/** Asks for separate reasoning if the client may not see it. Reasoning of an unknown model inside the text would pass as its answer. */
export function keptApart({ request, bytes }: Asking): Asking {
  const { api, json } = request
  if (api.id !== 'openai-chat') return { request, bytes }
  const fields = Object.entries(apart)
    .map(([field, instead]) => [field, instead(json[field])] as const)
    .filter(([, value]) => value !== undefined)
  if (fields.length === 0) return { request, bytes }
  const changed: Json = { ...json, ...Object.fromEntries(fields) }
  return { request: { ...request, json: changed }, bytes: changedBody(changed, request, bytes) }
}
