import type { Json } from '../../json.ts'

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

/** With separate reasoning asked for. Reasoning of an unknown model inside the text would pass as its answer. @returns The same object, where nothing has to change. */
export function withReasoningApart(json: Json): Json {
  const fields = Object.entries(apart)
    .map(([field, instead]) => [field, instead(json[field])] as const)
    .filter(([, value]) => value !== undefined)
  return fields.length === 0 ? json : { ...json, ...Object.fromEntries(fields) }
}
