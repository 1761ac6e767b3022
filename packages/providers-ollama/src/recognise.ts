import type { WireSource } from '@reason/core/wire'

type Loose = Readonly<Record<string, unknown>>

/** Each line says whether it is the last, and has a message, or a text in answer to a prompt. */
export function recogniseOllama({ done, message, response, model }: Loose): WireSource | undefined {
  if (typeof done !== 'boolean' || (typeof message !== 'object' && typeof response !== 'string')) return undefined
  return typeof model === 'string' ? { model } : {}
}
