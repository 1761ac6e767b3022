import { asList, asObject, type Json } from '../../json.ts'

/** As much as a store redacts. It keeps less. */
const longest = 8192

/** The beginning of the last text of the user, in the body of any client API. Undefined: it has none. */
export function promptOf({ messages, input = messages, prompt = input }: Json): string | undefined {
  if (typeof prompt === 'string') return prompt.slice(0, longest)
  let text = ''
  // A message of the user may be the result of a tool alone.
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
