import { encodeEventStream } from '../src/index.ts'

/** A stream of small events, as the service sends them: one read each, first reasoning, then the answer. */
export function createStream(events: number): { reads: Uint8Array[]; reasoning: string; answer: string } {
  const event = (event: string, payload: object): Uint8Array => encodeEventStream({ event, data: JSON.stringify(payload) })
  const delta = (contentBlockIndex: number, delta: object): Uint8Array =>
    event('contentBlockDelta', { contentBlockIndex, delta, p: 'abcdefghijklmn' })
  const tokens = Array.from({ length: events }, (_, n) => `${String(n % 1000).padStart(3, '0')} `)
  const half = events >> 1
  return {
    reads: [
      event('messageStart', { role: 'assistant' }),
      ...tokens.slice(0, half).map((text) => delta(0, { reasoningContent: { text } })),
      delta(0, { reasoningContent: { signature: 'Sig' } }),
      event('contentBlockStop', { contentBlockIndex: 0 }),
      ...tokens.slice(half).map((text) => delta(1, { text })),
      event('contentBlockStop', { contentBlockIndex: 1 }),
      event('messageStop', { stopReason: 'end_turn' }),
      event('metadata', { usage: { inputTokens: 10, outputTokens: events, totalTokens: events + 10 } }),
    ],
    reasoning: tokens.slice(0, half).join(''),
    answer: tokens.slice(half).join(''),
  }
}
