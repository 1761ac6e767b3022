import { atOnce } from '@reason/exchanges/at-once'
import { anthropicMessages } from '../src/index.ts'

export { codesOf, resultOf, sealedOutline as outline } from '@reason/exchanges/outline'

export const wire = anthropicMessages()
export const { read, readBody, write, throughStream, throughBody } = atOnce(wire)

const MODEL = 'claude-sonnet-4-5'

export const messageStart = (message: Record<string, unknown> = {}) => ({
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: MODEL,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 1 },
    ...message,
  },
})
export const blockStart = (index: number, block: unknown) => ({ type: 'content_block_start', index, content_block: block })
export const blockDelta = (index: number, delta: unknown) => ({ type: 'content_block_delta', index, delta })
export const blockStop = (index: number) => ({ type: 'content_block_stop', index })
export const messageDelta = (reason: string | null, usage: unknown = { output_tokens: 7 }, rest: Record<string, unknown> = {}) => ({
  type: 'message_delta',
  delta: { stop_reason: reason, stop_sequence: null },
  usage,
  ...rest,
})
export const messageStop = { type: 'message_stop' }

export const text = (index: number, ...texts: string[]) => [
  blockStart(index, { type: 'text', text: '' }),
  ...texts.map((text) => blockDelta(index, { type: 'text_delta', text })),
  blockStop(index),
]
export const thinking = (index: number, texts: readonly string[], signature?: string) => [
  blockStart(index, { type: 'thinking', thinking: '', signature: '' }),
  ...texts.map((thinking) => blockDelta(index, { type: 'thinking_delta', thinking })),
  ...(signature === undefined ? [] : [blockDelta(index, { type: 'signature_delta', signature })]),
  blockStop(index),
]
export const toolUse = (index: number, name: string, ...pieces: string[]) => [
  blockStart(index, { type: 'tool_use', id: `toolu_${index}`, name, input: {} }),
  ...pieces.map((partial_json) => blockDelta(index, { type: 'input_json_delta', partial_json })),
  blockStop(index),
]

/** A whole response around these blocks. */
export const stream = (blocks: readonly unknown[], reason = 'end_turn'): unknown[] => [
  messageStart(),
  ...blocks,
  messageDelta(reason),
  messageStop,
]

export const body = (content: unknown, rest: Record<string, unknown> = {}) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: MODEL,
  content,
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 7 },
  ...rest,
})
