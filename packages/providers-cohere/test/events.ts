import { createAccumulator, type Part, type ReaderOptions, type Result, type WriterOptions } from '@reason/core'
import { createFrameDecoder, createFrameEncoder } from '@reason/core/framing'
import { cohere } from '../src/index.ts'

export const wire = cohere()

export const start = {
  type: 'message-start',
  id: 'm1',
  delta: { message: { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] } },
}
export const contentStart = (index: number, content: object) => ({ type: 'content-start', index, delta: { message: { content } } })
export const content = (index: number, content: object) => ({ type: 'content-delta', index, delta: { message: { content } } })
export const contentEnd = (index: number) => ({ type: 'content-end', index })
export const plan = (tool_plan: unknown) => ({ type: 'tool-plan-delta', delta: { message: { tool_plan } } })
export const callStart = (index: number, call: object) => ({ type: 'tool-call-start', index, delta: { message: { tool_calls: call } } })
export const callDelta = (index: number, args: unknown) => ({
  type: 'tool-call-delta',
  index,
  delta: { message: { tool_calls: { function: { arguments: args } } } },
})
export const callEnd = (index: number) => ({ type: 'tool-call-end', index })
export const cite = (citations: object) => ({ type: 'citation-start', index: 0, delta: { message: { citations } } })
export const end = (finish_reason: string | undefined = 'COMPLETE', rest: object = {}) => ({
  type: 'message-end',
  delta: { finish_reason, ...rest },
})

/** Reads the events of a stream that is then over. */
export function read(events: readonly unknown[], options: ReaderOptions = {}): Part[] {
  const reader = wire.createReader(options)
  return [...events.flatMap((one) => reader.push(one)), ...reader.end()]
}

export const readBody = (body: unknown): readonly Part[] => wire.readResponse(body)

export function readText(text: string): Part[] {
  const reader = wire.createReader()
  const decoder = createFrameDecoder('sse')
  return [...[...decoder.push(text), ...decoder.end()].flatMap((frame) => reader.pushFrame(frame)), ...reader.end()]
}

export function writeText(parts: readonly Part[], options: WriterOptions = {}): string {
  const writer = wire.createWriter(options)
  const encoder = createFrameEncoder('sse')
  return [...parts.flatMap((part) => writer.push(part)), ...writer.end()].map((frame) => encoder.push(frame)).join('')
}

export function writeEvents(parts: readonly Part[], options: WriterOptions = {}): unknown[] {
  const writer = wire.createWriter(options)
  return [...parts.flatMap((part) => writer.push(part)), ...writer.end()].map(({ data }) =>
    data === '[DONE]' ? data : (JSON.parse(data) as unknown),
  )
}

export function resultOf(parts: Iterable<Part>): Result {
  const accumulator = createAccumulator()
  for (const part of parts) accumulator.push(part)
  return accumulator.snapshot()
}

export const codesOf = (parts: Iterable<Part>): string[] => [...parts].flatMap((part) => (part.type === 'warning' ? [part.code] : []))

/** Items as one line each: `reasoning: text`, `call f: {}`, `native citation`. */
export const outline = (parts: Iterable<Part>): string[] =>
  resultOf(parts).items.map((item) => {
    if (item.type === 'native') return `native ${item.event}`
    if (item.type === 'tool-call') return `call ${item.name}: ${item.arguments}`
    return `${item.channel}: ${item.text}`
  })
