import { createAccumulator, type Part, type ReaderOptions, type Result, type WriterOptions } from '@reason/core'
import { createFrameDecoder, createFrameEncoder, type Framing } from '@reason/core/framing'
import { gemini } from '../../src/index.ts'

export const wire = gemini()

/** A chunk with one candidate. */
export const chunk = (parts: unknown, finishReason?: string, rest: Record<string, unknown> = {}) => ({
  candidates: [{ content: { role: 'model', parts }, ...(finishReason && { finishReason }), index: 0 }],
  modelVersion: 'gemini-x',
  responseId: 'r1',
  ...rest,
})

/** Reads the chunks of a stream that is then over. */
export function read(chunks: readonly unknown[], options: ReaderOptions = {}): Part[] {
  const reader = wire.createReader(options)
  return [...chunks.flatMap((one) => reader.push(one)), ...reader.end()]
}

export function readText(framing: Framing, text: string, options: ReaderOptions = {}): Part[] {
  const reader = wire.createReader(options)
  const decoder = createFrameDecoder(framing)
  return [...[...decoder.push(text), ...decoder.end()].flatMap((frame) => reader.pushFrame(frame)), ...reader.end()]
}

export function writeText(parts: readonly Part[], framing: Framing = 'sse', options: WriterOptions = {}): string {
  const writer = wire.createWriter(options)
  const encoder = createFrameEncoder(framing)
  const frames = [...parts.flatMap((part) => writer.push(part)), ...writer.end()]
  return frames.map((frame) => encoder.push(frame)).join('') + encoder.end()
}

export const writeChunks = (parts: readonly Part[], options: WriterOptions = {}): unknown[] =>
  JSON.parse(writeText(parts, 'json-array', options)) as unknown[]

export function resultOf(parts: Iterable<Part>, choice = 0): Result {
  const accumulator = createAccumulator({ choice })
  for (const part of parts) accumulator.push(part)
  return accumulator.snapshot()
}

export const codesOf = (parts: Iterable<Part>): string[] => [...parts].flatMap((part) => (part.type === 'warning' ? [part.code] : []))

/** Items as one line each: `reasoning (summary): text {seal}`, `call f: {}`, `native part.inlineData`. */
export const outline = (parts: Iterable<Part>, choice = 0): string[] =>
  resultOf(parts, choice).items.map((item) => {
    const seals = (item.seals ?? []).map(({ value }) => ` {${value}}`).join('')
    if (item.type === 'native') return `native ${item.event}${seals}`
    if (item.type === 'tool-call') return `call ${item.name}: ${item.arguments}${seals}`
    return `${item.channel}${item.kind === undefined ? '' : ` (${item.kind})`}: ${item.text}${seals}`
  })
