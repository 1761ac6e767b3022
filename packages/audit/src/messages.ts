/** A message of a model in a log, a data set or an export. */
export interface AuditedMessage {
  answer: string
  reasoning: string
}

type Json = Readonly<Record<string, unknown>>

/** Roles of a model in common logs and data sets. */
const modelRoles = new Set(['assistant', 'model', 'gpt', 'bot', 'ai', 'chatbot', 'chatgpt'])
const roleFields = ['role', 'from', 'author', 'speaker'] as const

/** Fields of a message's text, of its reasoning, and of a whole answer in the row of a data set. */
const textFields = ['content', 'value', 'text', 'message'] as const
const reasoningFields = (
  'reasoning_content reasoning reasoning_text reasoning_details reasoning_summary reasoningContent ' +
  'thinking thinking_content thinking_blocks thought thoughts cot cot_summary chain_of_thought think'
).split(' ')
const answerFields = ['answer', 'response', 'completion', 'output', 'output_text', 'generation', 'chosen', 'rejected', 'solution'] as const

/** Maximum depth to search: deeper than any log nests, and shallow enough for any stack. */
const deepest = 64

/**
 * Finds every message of a model inside a value, in any layout. Layouts are messages with roles (OpenAI, Anthropic,
 * Ollama, ShareGPT, exports of ChatGPT), responses (`choices`, `output`, `candidates`), and rows of data sets with an
 * answer beside its reasoning.
 */
export function messagesOf(value: unknown, found: AuditedMessage[] = [], depth = 0): AuditedMessage[] {
  if (typeof value !== 'object' || value === null || depth > deepest) return found
  if (Array.isArray(value)) {
    for (const one of value) messagesOf(one, found, depth + 1)
    return found
  }
  const object = value as Json
  const message = messageIn(object)
  if (message !== undefined) {
    found.push(message)
    return found
  }
  for (const key in object) {
    const inner = object[key]
    if (typeof inner === 'object' && inner !== null) messagesOf(inner, found, depth + 1)
  }
  return found
}

function messageIn(object: Json): AuditedMessage | undefined {
  const role = roleOf(object)
  if (role !== undefined) return modelRoles.has(role) ? messageOf(object) : undefined
  if (Array.isArray(object['output'])) return items(object['output'])
  for (const field of answerFields) {
    const answer = object[field]
    if (typeof answer === 'string') return { answer, reasoning: reasoningIn(object) }
  }
  // A provider's body without a role: blocks, or parts.
  if (Array.isArray(object['content']) && object['content'].some(isBlock)) return messageOf(object)
  return undefined
}

function roleOf(object: Json): string | undefined {
  for (const field of roleFields) {
    const role = object[field]
    if (typeof role === 'string') return role.toLowerCase()
    // An export of ChatGPT: { author: { role } }.
    if (typeof role === 'object' && role !== null && typeof (role as Json)['role'] === 'string')
      return ((role as Json)['role'] as string).toLowerCase()
  }
  return undefined
}

function messageOf(object: Json): AuditedMessage {
  const message: AuditedMessage = { answer: '', reasoning: reasoningIn(object) }
  for (const field of textFields) add(object[field], message)
  add(object['parts'], message)
  return message
}

/** Reads the items of a Responses body: messages beside reasoning. */
function items(list: readonly unknown[]): AuditedMessage {
  const message: AuditedMessage = { answer: '', reasoning: '' }
  for (const item of list) {
    if (typeof item !== 'object' || item === null) continue
    const { type, content, summary } = item as Json
    if (type === 'reasoning') message.reasoning += textOf(content) + textOf(summary)
    else if (type === 'message' || type === undefined) add(content, message)
  }
  return message
}

function add(content: unknown, message: AuditedMessage): void {
  if (typeof content === 'string') message.answer += content
  else if (Array.isArray(content)) for (const part of content) addPart(part, message)
  else if (typeof content === 'object' && content !== null) add((content as Json)['parts'], message)
}

function addPart(part: unknown, message: AuditedMessage): void {
  if (typeof part === 'string') message.answer += part
  else if (typeof part === 'object' && part !== null) {
    const { type, text, thinking, thought } = part as Json
    if (type === 'thinking' || type === 'reasoning' || type === 'redacted_thinking') {
      message.reasoning += textOf(thinking) + textOf(text) + textOf((part as Json)['summary'])
    } else if (typeof text === 'string') {
      if (thought === true) message.reasoning += text
      else message.answer += text
    } else if (typeof text === 'object') add(text, message)
  }
}

function reasoningIn(object: Json): string {
  let text = ''
  for (const field of reasoningFields) text ||= textOf(object[field])
  return text
}

/** Returns text in any provider's wrapping: itself, parts, `{ text }`, `{ content }`, `{ summary }`. */
function textOf(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || depth > 4) return ''
  if (Array.isArray(value)) return value.map((one) => textOf(one, depth + 1)).join('')
  const { text, content, summary, thinking } = value as Json
  return textOf(text ?? content ?? thinking ?? summary, depth + 1)
}

const isBlock = (block: unknown): boolean =>
  typeof block === 'object' &&
  block !== null &&
  ['text', 'thinking', 'reasoning', 'tool_use'].includes((block as { type?: string }).type ?? '')
