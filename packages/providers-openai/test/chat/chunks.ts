import { createAccumulator, type Part, type ReaderOptions, type Result } from '@reason/core'
import { openaiChat } from '../../src/index.ts'

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

/** Reads the events of a stream that is then over. */
export function read(events: readonly unknown[], options: ReaderOptions = {}): Part[] {
  const reader = openaiChat().createReader(options)
  return [...events.flatMap((event) => reader.push(event)), ...reader.end()]
}

/** The same, as an ended stream: with `[DONE]`. */
export const readDone = (events: readonly unknown[], options: ReaderOptions = {}): Part[] => read([...events, '[DONE]'], options)

export const readBody = (value: unknown, options: ReaderOptions = {}): readonly Part[] => openaiChat().readResponse(value, options)

export function resultOf(parts: Iterable<Part>, choice = 0): Result {
  const accumulator = createAccumulator({ choice })
  for (const part of parts) accumulator.push(part)
  return accumulator.snapshot()
}

export const codesOf = (parts: Iterable<Part>): string[] => [...parts].flatMap((part) => (part.type === 'warning' ? [part.code] : []))

/** Blocks and calls as one line each: `reasoning: text`, `call f: {}`. */
export const outline = (parts: Iterable<Part>, choice = 0): string[] =>
  resultOf(parts, choice).items.flatMap((item) => {
    if (item.type === 'native') return []
    if (item.type === 'tool-call') return [`call ${item.name}: ${item.arguments}`]
    return [`${item.channel}${item.kind === undefined ? '' : ` (${item.kind})`}: ${item.text}`]
  })
