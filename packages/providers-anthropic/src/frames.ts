import type { Frame, WrittenFrame } from '@reason/core/wire'
import { asJson, asText, type Loose } from '@reason/wire-kit'
import { writeError } from './errors.ts'
import type { MessageEnding, MessageHead, WrittenMessageSink } from './sink.ts'
import { estimated } from './usage.ts'

const deltaEvent = 'content_block_delta'
const textTypes: ReadonlySet<string> = new Set(['text_delta', 'thinking_delta'])

/** Writes a message as the events of a stream. Each event is named after its type. */
export function createFrameSink(frames: Frame[]): WrittenMessageSink & { textFrame(index: number): WrittenFrame | undefined } {
  /** JSON before the text. The prefix is cached for the block, as only the text changes from frame to frame. */
  let prefix = ''
  let prefixIndex = -1
  let prefixType = ''
  let headUsage: Loose = {}

  return {
    start({ counts, ...head }) {
      const { usage, isEstimated } = counts()
      // Clients keep the last usage, so a stream without counts ends with the estimate that it began with.
      headUsage = isEstimated ? { ...usage, ...estimated } : usage
      frame(
        'message_start',
        `"message":${asJson(messageOf(head, usage, [], null))}${isEstimated ? members(Object.entries(estimated)) : ''}`,
      )
    },
    openText: (index, fields) => open(index, { type: 'text', text: '', ...fields }),
    openReasoning: (index) => open(index, { type: 'thinking', thinking: '', signature: '' }),
    text: (index, text) => delta(index, 'text_delta', 'text', text),
    reasoning: (index, text) => delta(index, 'thinking_delta', 'thinking', text),
    signature: (index, value) => delta(index, 'signature_delta', 'signature', value),
    redacted: (index, data) => whole(index, { type: 'redacted_thinking', data }),
    openCall: (index, call, fields) => open(index, { type: 'tool_use', ...call, input: {}, ...fields }),
    callText: (index, text) => delta(index, 'input_json_delta', 'partial_json', text),
    citation: (index, citation) =>
      frame('content_block_delta', `"index":${index},"delta":{"type":"citations_delta","citation":${asJson(citation)}}`),
    block(index, block) {
      if (!isCall(block)) return whole(index, block)
      open(index, { ...block, input: {} })
      delta(index, 'input_json_delta', 'partial_json', asText(block.input))
      close(index)
    },
    event(name, value) {
      frames.push({ event: name, data: asJson(value) })
      return true
    },
    close,
    stop({ stopReason, usage, fields }: MessageEnding) {
      const { delta, rest } = endingOf(stopReason, fields)
      frame('message_delta', `"delta":${asJson(delta)},"usage":${asJson(usage ?? headUsage)}${members(rest)}`)
      frame('message_stop')
    },
    fail: (error) => void frames.push({ event: 'error', data: asJson(writeError(error)) }),
    textFrame: (index) =>
      index === prefixIndex && textTypes.has(prefixType) ? { event: deltaEvent, before: `${prefix}"`, after: '"}}' } : undefined,
  }

  function open(index: number, block: Loose): void {
    frame('content_block_start', `"index":${index},"content_block":${asJson(block)}`)
  }

  function delta(index: number, type: string, field: string, text: string): void {
    if (index !== prefixIndex || type !== prefixType) {
      prefixIndex = index
      prefixType = type
      prefix = `{"type":"content_block_delta","index":${index},"delta":{"type":"${type}","${field}":`
    }
    frames.push({ event: deltaEvent, data: `${prefix}${JSON.stringify(text)}}}` })
  }

  function whole(index: number, block: Loose): void {
    open(index, block)
    close(index)
  }

  function close(index: number): void {
    frame('content_block_stop', `"index":${index}`)
  }

  function frame(type: string, fields = ''): void {
    frames.push({ event: type, data: `{"type":"${type}"${fields === '' ? '' : `,${fields}`}}` })
  }
}

/** Creates the message around the content, with fields in Anthropic's order. */
export const messageOf = (
  { id, model }: Pick<MessageHead, 'id' | 'model'>,
  usage: Loose,
  content: readonly unknown[],
  stopReason: string | null,
): Record<string, unknown> => ({
  id,
  type: 'message',
  role: 'assistant',
  model,
  content,
  stop_reason: stopReason,
  stop_sequence: null,
  usage,
})

/** Splits the final fields: some belong in the event's `delta`, the others beside it. */
function endingOf(stopReason: string, fields: ReadonlyMap<string, unknown>) {
  const delta: [string, unknown][] = [
    ['stop_reason', stopReason],
    ['stop_sequence', null],
  ]
  const rest: [string, unknown][] = []
  for (const field of fields) (deltaFields.has(field[0]) ? delta : rest).push(field)
  return { delta: Object.fromEntries(delta), rest }
}

const deltaFields = new Set(['container', 'stop_details', 'stop_reason', 'stop_sequence'])

const members = (fields: readonly [string, unknown][]): string =>
  fields.map(([name, value]) => `,${JSON.stringify(name)}:${asJson(value)}`).join('')

const isCall = ({ type, input }: Loose): boolean => input !== undefined && typeof type === 'string' && type.endsWith('_tool_use')
