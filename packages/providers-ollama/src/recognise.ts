import type { WireSource } from '@reason/core/wire'
import { type Loose } from '@reason/wire-kit'

/** Recognises Ollama: each line has `done`, and a message or a response text. */
export function recogniseOllama({ done, message, response, model }: Loose): WireSource | undefined {
  if (typeof done !== 'boolean' || (typeof message !== 'object' && typeof response !== 'string')) return undefined
  return typeof model === 'string' ? { model } : {}
}
