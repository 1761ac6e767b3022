import { createAccumulator, type Frame, type Part, type ReaderOptions, type Result } from '@reason/core'
import { bedrockConverse } from '../src/index.ts'

export const messageStart = { messageStart: { role: 'assistant' } }
export const delta = (index: number, delta: unknown) => ({ contentBlockDelta: { contentBlockIndex: index, delta, p: 'abc' } })
export const blockStart = (index: number, start: unknown) => ({ contentBlockStart: { contentBlockIndex: index, start } })
export const blockStop = (index: number) => ({ contentBlockStop: { contentBlockIndex: index } })
export const messageStop = (stopReason: unknown, rest: object = {}) => ({ messageStop: { stopReason, ...rest } })
export const metadata = (rest: object = {}) => ({ metadata: { usage: { inputTokens: 10, outputTokens: 7, totalTokens: 17 }, ...rest } })

export const text = (index: number, ...texts: string[]) => [...texts.map((text) => delta(index, { text })), blockStop(index)]
export const reasoning = (index: number, texts: readonly string[], signature?: string) => [
  ...texts.map((text) => delta(index, { reasoningContent: { text } })),
  ...(signature === undefined ? [] : [delta(index, { reasoningContent: { signature } })]),
  blockStop(index),
]
export const redacted = (index: number, redactedContent: unknown) => [
  delta(index, { reasoningContent: { redactedContent } }),
  blockStop(index),
]
export const toolUse = (index: number, name: string, ...pieces: string[]) => [
  blockStart(index, { toolUse: { toolUseId: `tooluse_${index}`, name } }),
  ...pieces.map((input) => delta(index, { toolUse: { input } })),
  blockStop(index),
]

/** A whole response around these blocks. */
export const stream = (blocks: readonly unknown[], reason = 'end_turn'): unknown[] => [
  messageStart,
  ...blocks,
  messageStop(reason),
  metadata(),
]

export const body = (content: unknown, rest: object = {}) => ({
  output: { message: { role: 'assistant', content } },
  stopReason: 'end_turn',
  usage: { inputTokens: 10, outputTokens: 7, totalTokens: 17 },
  ...rest,
})

/** An event as a frame. */
export function frameOf(event: unknown): Frame {
  const [name, payload] = Object.entries(event as object)[0]!
  return { event: name, data: JSON.stringify(payload) }
}

export function read(events: readonly unknown[], options: ReaderOptions = {}): Part[] {
  const reader = bedrockConverse().createReader(options)
  return [...events.flatMap((event) => reader.push(event)), ...reader.end()]
}

export function readFrames(frames: readonly Frame[], options: ReaderOptions = {}): Part[] {
  const reader = bedrockConverse().createReader(options)
  return [...frames.flatMap((frame) => reader.pushFrame(frame)), ...reader.end()]
}

export const readBody = (value: unknown, options: ReaderOptions = {}): readonly Part[] => bedrockConverse().readResponse(value, options)

export function resultOf(parts: Iterable<Part>): Result {
  const accumulator = createAccumulator()
  for (const part of parts) accumulator.push(part)
  return accumulator.snapshot()
}

export const codesOf = (parts: Iterable<Part>): string[] => [...parts].flatMap((part) => (part.type === 'warning' ? [part.code] : []))

/** Blocks, calls and native parts as one line each: `reasoning: text [signature S]`, `call f: {}`, `native citation`. */
export const outline = (parts: Iterable<Part>): string[] =>
  resultOf(parts).items.map((item) => {
    if (item.type === 'native') return `native ${item.event}`
    if (item.type === 'tool-call') return `call ${item.name}: ${item.arguments}`
    const seals = item.seals?.map(({ kind, value }) => ` [${kind} ${value}]`).join('') ?? ''
    return `${item.channel}${item.kind === undefined ? '' : ` (${item.kind})`}: ${item.text}${seals}`
  })
