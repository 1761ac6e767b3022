import { estimateTokens } from '@reason/core/result'
import { asObject, isObject, type Json } from '../json.ts'

/** Tokens of an image of any size: the most that Claude counts for one. Also used for files. */
const perMedia = 1600
/** Tokens around each message, for its role and its end. */
const perMessage = 4

/** Fields that hold no text for the model, or text that only a provider reads. */
const unread: ReadonlySet<string> = new Set(
  'type role id tool_use_id call_id signature encrypted_content cache_control media_type is_error status annotations logprobs'.split(' '),
)

/**
 * Estimates the input tokens of a Messages or Responses request, for upstreams that do not count. The estimate is a quarter of the
 * characters in instructions, messages and tools. It is within a factor of two for most languages and models.
 *
 * @param most - Most values of the JSON that are read. Default: all.
 */
export function estimateInput({ system, messages, instructions, input, tools }: Json, most = Number.POSITIVE_INFINITY): number {
  let tokens = 0
  let left = most
  let text = ''
  // An explicit stack, because deep nesting would overflow the call stack.
  const waiting: unknown[] = [system, messages, instructions, input, tools]
  while (waiting.length > 0 && left-- > 0) {
    const value = waiting.pop()
    if (typeof value === 'string') count(value)
    else if (typeof value === 'number' || typeof value === 'boolean') count(String(value))
    else if (Array.isArray(value)) for (const one of value as unknown[]) waiting.push(one)
    else if (isObject(value)) readObject(value)
  }
  return tokens + estimateTokens(text)

  function count(piece: string): void {
    tokens += Math.floor(piece.length / 4)
    // Keeps the remainders of many short pieces, which add up.
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
      // Field names count, because schemas and arguments contain them as text. Those of the API are few.
      count(name)
      waiting.push(of)
    }
  }
}
