import { anthropicMessages } from '@reason/providers-anthropic'
import { openaiChat, openaiResponses } from '@reason/providers-openai'
import { measure, type Measurement } from '../measure.ts'
import { aiSdkProvider, bare, official, ours, type Seen } from './runners.ts'
import { chatStream, messagesStream, responsesStream, type Stream } from './streams.ts'

export interface ReaderRow {
  events: number
  measurements: (Measurement & { bytes: number })[]
}

/** Measures readers from bytes to parts, one event per read, and a bare parse and other libraries on the same chat stream. */
export async function readers(rounds: number, events = 100_000): Promise<ReaderRow> {
  const chat = chatStream(events)
  const responses = responsesStream(events)
  const messages = messagesStream(events)
  const cases: Record<string, { stream: Stream; read: () => Seen | Promise<Seen> }> = {
    'chat: split and JSON.parse': { stream: chat, read: () => bare(chat.reads) },
    'chat: @reason/providers-openai': { stream: chat, read: () => ours(openaiChat(), chat.reads) },
    'chat: `openai` client': { stream: chat, read: () => official(chat.reads) },
    'chat: AI SDK provider': { stream: chat, read: () => aiSdkProvider(chat.reads) },
    'Responses: @reason/providers-openai': { stream: responses, read: () => ours(openaiResponses(), responses.reads) },
    'Messages: @reason/providers-anthropic': { stream: messages, read: () => ours(anthropicMessages(), messages.reads) },
  }
  const measurements = await measure(
    Object.fromEntries(Object.entries(cases).map(([name, { read }]) => [name, async () => check(name, await read(), events)])),
    rounds,
    1,
  )
  return {
    events,
    measurements: measurements.map((one) => ({ ...one, bytes: cases[one.name]!.stream.reads.reduce((sum, read) => sum + read.length, 0) })),
  }
}

function check(name: string, seen: Seen, events: number): void {
  if (seen.reasoning !== events / 2 || seen.answer !== events / 2) {
    throw new Error(`${name}: expected ${events / 2} deltas each, got ${JSON.stringify(seen)}. The benchmark would measure a wrong answer.`)
  }
}
