import type { ApiError } from './api-error.ts'

/** OpenAI's code for a conversation that is too long. Agents such as Codex shorten the conversation when they see it. */
export const contextOverflow = 'context_length_exceeded'

/** Messages of providers and engines for a conversation that is too long. */
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

/** Error type of llama-server. */
const types: ReadonlySet<string> = new Set(['exceed_context_size_error'])

/** Adds the code to an error whose message or type reports that the conversation is too long. */
export function withOverflowCode<E extends Pick<ApiError, 'code' | 'message' | 'type'>>(error: E, status: number): E {
  const { code, message, type } = error
  if (typeof code === 'string' || ![400, 413, 422, 500].includes(status)) return error
  return types.has(type) || words.some((one) => one.test(message)) ? { ...error, code: contextOverflow } : error
}
