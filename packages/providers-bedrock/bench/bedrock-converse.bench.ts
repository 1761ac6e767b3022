import { benchWire, type Transport } from '@reason/exchanges/bench'
import { bedrockConverse, createEventStreamDecoder, encodeEventStream } from '../src/index.ts'

// node --conditions=@reason/source bench/bedrock-converse.bench.ts [events]

const utf8 = new TextDecoder()

/** An event stream; its payload is found without looking at checksums. */
const eventStream: Transport<Uint8Array> = {
  createDecoder: createEventStreamDecoder,
  encode: encodeEventStream,
  parse(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return JSON.parse(utf8.decode(bytes.subarray(12 + view.getUint32(4), bytes.length - 4)))
  },
}

const event = (event: string, payload: object): Uint8Array => encodeEventStream({ event, data: JSON.stringify(payload) })
const delta = (contentBlockIndex: number, value: object): Uint8Array =>
  event('contentBlockDelta', { contentBlockIndex, delta: value, p: 'abcdefghijklmn' })

benchWire(bedrockConverse(), eventStream, (reasoning, answer) => [
  event('messageStart', { role: 'assistant' }),
  ...reasoning.map((text) => delta(0, { reasoningContent: { text } })),
  delta(0, { reasoningContent: { signature: 'Sig' } }),
  event('contentBlockStop', { contentBlockIndex: 0 }),
  ...answer.map((text) => delta(1, { text })),
  event('contentBlockStop', { contentBlockIndex: 1 }),
  event('messageStop', { stopReason: 'end_turn' }),
  event('metadata', { usage: { inputTokens: 10, outputTokens: 50_000, totalTokens: 50_010 } }),
])
