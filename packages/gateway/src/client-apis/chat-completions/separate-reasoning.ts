import type { Json } from '../../json.ts'

/** Returns a safe value for a field. Undefined: its value is safe. */
type Instead = (said: unknown) => unknown

const formats: ReadonlyMap<unknown, string> = new Map([
  ['none', 'auto'],
  ['raw', 'parsed'],
  ['text_parsed', 'parsed'],
  ['deepseek-legacy', 'deepseek'],
])

/** Fields of Chat Completions that choose whether a server puts reasoning into the text. */
const apart: Readonly<Record<string, Instead>> = {
  // Read by llama-server and hosted services.
  reasoning_format: (said) => formats.get(said),
  // Read by SGLang, which also takes 0, "no" and other words for false (pydantic).
  separate_reasoning: (said) => (said === undefined || said === null || said === true ? undefined : true),
}

/**
 * Requests separate reasoning. Inside the text, reasoning of an unknown model would pass as answer.
 *
 * @returns The same object if it is unchanged.
 */
export function withReasoningApart(json: Json): Json {
  const fields = Object.entries(apart)
    .map(([field, instead]) => [field, instead(json[field])] as const)
    .filter(([, value]) => value !== undefined)
  return fields.length === 0 ? json : { ...json, ...Object.fromEntries(fields) }
}
