import type { Part } from '@reason/core'
import type { ReaderOptions } from '@reason/core/wire'
import { atOnce } from '@reason/exchanges/at-once'
import { openaiChat } from '../../src/index.ts'

export { codesOf, resultOf, spoken as outline } from '@reason/exchanges/outline'

export const wire = openaiChat()
export const { read, readBody, throughStream, throughBody } = atOnce(wire)

/** A frame of a stream with one choice. */
export const chunk = (delta: unknown, finish: string | null = null, rest: Record<string, unknown> = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_700_000_000,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...rest,
})

/** A whole body with one choice. */
export const body = (message: unknown, finish: string | null = 'stop', rest: Record<string, unknown> = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_700_000_000,
  model: 'm',
  choices: [{ index: 0, message, finish_reason: finish }],
  ...rest,
})

/** Reads the events of a stream that then ends, with `[DONE]`. */
export const readDone = (events: readonly unknown[], options: ReaderOptions = {}): Part[] => read([...events, '[DONE]'], options)
