import { createAccumulator, type Part, type ReaderOptions, type Result, type WriterOptions } from '@reason/core'
import { createFrameDecoder, createFrameEncoder } from '@reason/core/framing'
import { geminiInteractions } from '../../src/index.ts'

export const wire = geminiInteractions()

export const created = {
  event_type: 'interaction.created',
  interaction: { id: 'v1_x', object: 'interaction', status: 'in_progress', model: 'gemini-x' },
}
export const start = (index: number, step: unknown) => ({ event_type: 'step.start', index, step })
export const delta = (index: number, delta: unknown) => ({ event_type: 'step.delta', index, delta })
export const stop = (index: number) => ({ event_type: 'step.stop', index })
export const completed = (status = 'completed', rest: object = {}) => ({
  event_type: 'interaction.completed',
  interaction: { id: 'v1_x', status, ...rest },
})
export const thought = (text: string) => ({ type: 'thought_summary', content: { type: 'text', text } })
export const signature = (signature: string) => ({ type: 'thought_signature', signature })

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

/** What the writer says, less the names of the frames. */
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

/** Items as one line each. */
export const outline = (parts: Iterable<Part>): string[] =>
  resultOf(parts).items.map((item) => {
    const seals = (item.seals ?? []).map(({ value }) => ` {${value}}`).join('')
    if (item.type === 'native') return `native ${item.event}${seals}`
    if (item.type === 'tool-call') return `call ${item.name}: ${item.arguments}${seals}`
    return `${item.channel}${item.kind === undefined ? '' : ` (${item.kind})`}: ${item.text}${seals}`
  })
