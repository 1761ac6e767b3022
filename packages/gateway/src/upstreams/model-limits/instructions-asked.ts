import { asList, asObject, type Json } from '../../json.ts'

const roles: ReadonlySet<unknown> = new Set(['system', 'developer'])

/**
 * Moves instructions to the beginning of the first message, for models that have no place for them (Gemma at Google, Titan at Bedrock).
 *
 * @returns Undefined if there are no instructions, or the conversation does not begin with a message of the user.
 */
export function withInstructionsAsked({ system, systemInstruction, ...body }: Json): Json | undefined {
  const [list, field] = Array.isArray(body['contents']) ? (['contents', 'parts'] as const) : (['messages', 'content'] as const)
  const messages = asList(body[list]).map(asObject)
  const own = messages.filter(({ role }) => roles.has(role)).map((message) => message[field])
  const text = [system, asObject(systemInstruction)['parts'], ...own].flatMap(textsIn).join('\n\n')
  const [first, ...others] = messages.filter(({ role }) => !roles.has(role))
  if (text === '' || first === undefined || (first['role'] ?? 'user') !== 'user') return undefined
  const content = first[field]
  const isTyped = asObject(asList(content)[0])['type'] !== undefined
  const asked = typeof content === 'string' ? `${text}\n\n${content}` : [{ ...(isTyped && { type: 'text' }), text }, ...asList(content)]
  return { ...body, [list]: [{ ...first, [field]: asked }, ...others] }
}

const textsIn = (content: unknown): string[] =>
  (typeof content === 'string' ? [content] : asList(content).map((part) => asObject(part)['text'])).filter(
    (text): text is string => typeof text === 'string' && text !== '',
  )
