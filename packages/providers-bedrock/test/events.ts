import type { Frame } from '@reason/core/wire'
import { atOnce } from '@reason/exchanges/at-once'
import { bedrockConverse } from '../src/index.ts'

export { codesOf, resultOf, sealedOutline as outline } from '@reason/exchanges/outline'

export const wire = bedrockConverse()
export const { read, readFrames, readBody, write, throughBody } = atOnce(wire)

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

/** Turns an event into a frame. */
export function frameOf(event: unknown): Frame {
  const [name, payload] = Object.entries(event as object)[0]!
  return { event: name, data: JSON.stringify(payload) }
}
