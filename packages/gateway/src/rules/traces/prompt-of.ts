import { asList, asObject, type Json } from '../../json.ts'

/** Longest prompt, in UTF-16 units: as much as a store redacts. The store keeps less. */
const longest = 8192

/** The beginning of the last user text, in the body of any client API. Undefined: there is none. */
export function promptOf({ messages, input = messages, prompt = input }: Json): string | undefined {
  if (typeof prompt === 'string') return prompt.slice(0, longest)
  let text = ''
  // A user message may contain only tool results.
  asList(prompt).findLast((message) => {
    const { role, content } = asObject(message)
    if (role === 'user') text = typeof content === 'string' ? content : asList(content).map(textOf).join('').trim()
    return text !== ''
  })
  return text === '' ? undefined : text.slice(0, longest)
}

const textOf = (part: unknown): string => {
  const { text } = asObject(part)
  return typeof text === 'string' ? `${text}\n` : ''
}
