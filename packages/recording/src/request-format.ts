type Loose = Record<string, unknown>

/** Signs of one wire format: fields that no other format has in the body of a request. */
interface Signs {
  wire: string
  /** Field that holds the conversation. */
  holder: 'messages' | 'input' | 'contents'
  fields?: readonly string[]
  isBody?: (body: Loose) => boolean
  isMessage?: (message: Loose) => boolean
  /** Tests an element of a message's content. */
  isPiece?: (piece: Loose) => boolean
}

const formats: readonly Signs[] = [
  { wire: 'gemini', holder: 'contents', isMessage: ({ parts }) => Array.isArray(parts) },
  {
    wire: 'bedrock-converse',
    holder: 'messages',
    fields: ['inferenceConfig', 'toolConfig', 'additionalModelRequestFields'],
    isPiece: (piece) => !('type' in piece) && ['text', 'image', 'toolUse', 'toolResult', 'reasoningContent'].some((name) => name in piece),
  },
  {
    wire: 'anthropic-messages',
    holder: 'messages',
    fields: ['stop_sequences', 'anthropic_version', 'container', 'context_management'],
    isBody: ({ system, thinking, tools }) =>
      typeof system === 'string' ||
      listOf(system).some((piece) => 'type' in piece) ||
      'budget_tokens' in Object(thinking) ||
      listOf(tools).some((tool) => 'input_schema' in tool || /_20\d{6}$/.test(String(tool['type']))),
    isPiece: ({ type, signature }) =>
      signature !== undefined || isOneOf(type, 'redacted_thinking', 'tool_use', 'tool_result', 'server_tool_use'),
  },
  {
    wire: 'ollama',
    holder: 'messages',
    fields: ['options', 'think', 'keep_alive'],
    isMessage: (message) => typeof message['thinking'] === 'string' || 'tool_name' in message || 'images' in message,
  },
  {
    wire: 'cohere',
    holder: 'messages',
    fields: ['documents', 'citation_options', 'safety_mode'],
    isMessage: (message) => 'tool_plan' in message,
    isPiece: ({ type }) => type === 'document',
  },
  {
    wire: 'openai-responses',
    holder: 'input',
    fields: ['instructions', 'include', 'max_output_tokens', 'previous_response_id', 'reasoning', 'text', 'truncation'],
    isMessage: ({ type, role }) => type === 'message' || type === 'reasoning' || isOneOf(role, 'user', 'assistant', 'system', 'developer'),
  },
  {
    wire: 'gemini-interactions',
    holder: 'input',
    fields: ['generation_config', 'previous_interaction_id', 'system_instruction', 'response_modalities'],
    isMessage: ({ type, role }) => role === 'model' || isOneOf(type, 'user_input', 'model_output', 'thought'),
  },
]

/**
 * Recognises the wire format of a request by the shape of its body.
 *
 * A conversation of plain messages reads alike in all formats with `messages`: it counts as `openai-chat`.
 *
 * @returns The id of a wire format; undefined if the shape fits none, or several.
 */
export function requestFormat(body: Loose): string | undefined {
  const matching = formats.filter((signs) => fits(body, signs)).map(({ wire }) => wire)
  if (matching.length > 0) return matching.length === 1 ? matching[0] : undefined
  const { messages, tools } = body
  const plain = Array.isArray(messages) && listOf(messages).every(isPlain) && listOf(tools).every(({ type }) => type === 'function')
  return plain ? 'openai-chat' : undefined
}

/**
 * Tells whether an object is the body of a request. Without a model, the body needs signs of its format, because models
 * are also asked for lists of messages.
 */
export function isRequest(body: Loose): boolean {
  if (typeof body['model'] !== 'string') return (requestFormat(body) ?? 'openai-chat') !== 'openai-chat'
  return holders.some((name) => Array.isArray(body[name]) || typeof body[name] === 'string')
}

/** Fields that hold the input of a model. */
const holders = ['messages', 'input', 'contents', 'prompt'] as const

function fits(body: Loose, { holder, fields = [], isBody, isMessage, isPiece }: Signs): boolean {
  if (!(holder in body)) return false
  if (fields.some((name) => name in body) || isBody?.(body) === true) return true
  const messages = listOf(body[holder])
  return messages.some((message) => isMessage?.(message) === true || (isPiece !== undefined && listOf(message['content']).some(isPiece)))
}

/** True for a message of Chat Completions that no other format reads differently. */
const isPlain = ({ content, tool_calls: calls }: Loose): boolean =>
  listOf(content).every(({ type, thinking }) => typeof type === 'string' && typeof thinking !== 'string') &&
  listOf(calls).every((call) => typeof Object(call['function']).arguments === 'string')

/** The objects of a list. */
const listOf = (value: unknown): Loose[] =>
  Array.isArray(value) ? value.filter((one): one is Loose => typeof one === 'object' && one !== null) : []

const isOneOf = (value: unknown, ...names: string[]): boolean => typeof value === 'string' && names.includes(value)
