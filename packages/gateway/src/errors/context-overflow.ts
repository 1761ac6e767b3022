import type { ApiError } from './api-error.ts'

/** OpenAI's code, by which agents such as Codex know that they have to shorten the conversation. */
export const contextOverflow = 'context_length_exceeded'

/** How providers and engines say that a conversation is too long. */
const words: readonly RegExp[] = [
  /prompt is too long/i,
  /input is too long for requested model/i,
  /maximum (?:context|prompt) length/i,
  /input token count[^\n]{0,80}exceeds the maximum/i,
  /exceeds? (?:the |your )?(?:available |model's )?(?:maximum )?context (?:length|size|window)/i,
  /context (?:length|size|window)[^\n]{0,40}(?:is |was )?exceed/i,
  /exceeded model token limit/i,
  /greater than the context length/i,
]

/** llama-server's type. */
const types: ReadonlySet<string> = new Set(['exceed_context_size_error'])

/** Gives an error its code where an upstream says in words, or by a type of its own, that the conversation is too long. */
export function withOverflowCode<E extends Pick<ApiError, 'code' | 'message' | 'type'>>(error: E, status: number): E {
  const { code, message, type } = error
  if (typeof code === 'string' || ![400, 413, 422, 500].includes(status)) return error
  return types.has(type) || words.some((one) => one.test(message)) ? { ...error, code: contextOverflow } : error
}
