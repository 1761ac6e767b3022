import { createAccumulator, type Part, type ReaderOptions, type Result, type WriterOptions } from '@reason/core'
import { createFrameDecoder, createFrameEncoder } from '@reason/core/framing'
import { ollama } from '../src/index.ts'

export const wire = ollama()

export const line = (message: object, rest: object = { done: false }) => ({
  model: 'qwen3:4b',
  created_at: '2026-01-01T00:00:00.5Z',
  message: { role: 'assistant', ...message },
  ...rest,
})
export const done = (rest: object = {}) => line({ content: '' }, { done: true, done_reason: 'stop', ...rest })

/** Reads the lines of a stream that is then over. */
export function read(lines: readonly unknown[], options: ReaderOptions = {}): Part[] {
  const reader = wire.createReader(options)
  return [...lines.flatMap((one) => reader.push(one)), ...reader.end()]
}

export const readBody = (body: unknown): readonly Part[] => wire.readResponse(body)

export function readText(text: string): Part[] {
  const reader = wire.createReader()
  const decoder = createFrameDecoder('ndjson')
  return [...[...decoder.push(text), ...decoder.end()].flatMap((frame) => reader.pushFrame(frame)), ...reader.end()]
}

export function writeText(parts: readonly Part[], options: WriterOptions = {}): string {
  const writer = wire.createWriter(options)
  const encoder = createFrameEncoder('ndjson')
  return [...parts.flatMap((part) => writer.push(part)), ...writer.end()].map((frame) => encoder.push(frame)).join('')
}

export const writeLines = (parts: readonly Part[], options: WriterOptions = {}): unknown[] =>
  writeText(parts, options)
    .split('\n')
    .flatMap((text) => (text === '' ? [] : [JSON.parse(text) as unknown]))

export function resultOf(parts: Iterable<Part>): Result {
  const accumulator = createAccumulator()
  for (const part of parts) accumulator.push(part)
  return accumulator.snapshot()
}

export const codesOf = (parts: Iterable<Part>): string[] => [...parts].flatMap((part) => (part.type === 'warning' ? [part.code] : []))

/** Items as one line each: `reasoning: text`, `call f: {}`, `native message.images`. */
export const outline = (parts: Iterable<Part>): string[] =>
  resultOf(parts).items.map((item) => {
    if (item.type === 'native') return `native ${item.event}`
    if (item.type === 'tool-call') return `call ${item.name}: ${item.arguments}`
    return `${item.channel}: ${item.text}`
  })
