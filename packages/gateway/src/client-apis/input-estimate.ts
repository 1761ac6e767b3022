import { estimateTokens } from '@reason/core/result'
import { asObject, isObject, type Json } from '../json.ts'

/** Tokens of an image, whatever its size: the most that Claude counts for one. Of a file nothing better is known. */
const perMedia = 1600
/** Tokens around each message: who speaks, and where it ends. */
const perMessage = 4

/** Fields that hold no text for the model, or text that only a provider reads. */
const unread: ReadonlySet<string> = new Set(
  'type role id tool_use_id call_id signature encrypted_content cache_control media_type is_error status annotations logprobs'.split(' '),
)

/**
 * Estimates the input tokens of a request of Messages or Responses for upstreams that do not count: a quarter of the characters of its instructions, messages and
 * tools. Within a factor of two for most languages and models.
 */
export function estimateInput({ system, messages, instructions, input, tools }: Json): number {
  let tokens = 0
  let text = ''
  // A stack of our own: what nests deeply must not end that of the process.
  const waiting: unknown[] = [system, messages, instructions, input, tools]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value === 'string') count(value)
    else if (typeof value === 'number' || typeof value === 'boolean') count(String(value))
    else if (Array.isArray(value)) for (const one of value as unknown[]) waiting.push(one)
    else if (isObject(value)) readObject(value)
  }
  return tokens + estimateTokens(text)

  function count(piece: string): void {
    tokens += Math.floor(piece.length / 4)
    // The remainders of many short pieces add up.
    text += piece.slice(0, piece.length % 4)
  }

  function readObject(value: Json): void {
    const { role, source, type } = value
    if (typeof role === 'string') tokens += perMessage
    const kind = asObject(source)['type']
    if (kind === 'base64' || kind === 'file' || kind === 'url' || type === 'input_image' || type === 'input_file') {
      tokens += perMedia
      return
    }
    if (type === 'redacted_thinking') return
    for (const [name, of] of Object.entries(value)) {
      if (unread.has(name)) continue
      // Names stand in schemas and arguments as text does; those of the API are few.
      count(name)
      waiting.push(of)
    }
  }
}
