import type { Frame } from '@reason/core/wire'
import { asJson, asText, isLoose, type Loose } from '@reason/wire-kit'
import { writeException } from './errors.ts'
import { besideStopReason } from './native-blocks.ts'
import type { ConverseEnding, ConverseSink } from './sink.ts'

/** Writes a response as the events of a stream. Text and reasoning have no block start. */
export function createFrameSink(frames: Frame[]): ConverseSink {
  return {
    start: () => push('messageStart', '{"role":"assistant"}'),
    openText() {},
    openReasoning() {},
    text: (index, text) => delta(index, `"text":${JSON.stringify(text)}`),
    reasoning: (index, text) => delta(index, `"reasoningContent":{"text":${JSON.stringify(text)}}`),
    signature: (index, value) => delta(index, `"reasoningContent":{"signature":${JSON.stringify(value)}}`),
    redacted(index, value) {
      delta(index, `"reasoningContent":{"redactedContent":${JSON.stringify(value)}}`)
      close(index)
    },
    openCall: (index, { id, name }) => start(index, { toolUse: { toolUseId: id, name } }),
    callText: (index, text) => delta(index, `"toolUse":{"input":${JSON.stringify(text)}}`),
    citation: (index, citation) => delta(index, `"citation":${asJson(citation)}`),
    block,
    close,
    stop({ stopReason, usage, fields }: ConverseEnding) {
      const beside = (first: boolean) => Object.fromEntries([...fields].filter(([field]) => besideStopReason.has(field) === first))
      push('messageStop', asJson({ stopReason, ...beside(true) }))
      push('metadata', asJson({ usage, ...beside(false) }))
    },
    fail(error) {
      const { name, payload } = writeException(error)
      push(name, asJson(payload))
    },
  }

  /** Writes a block of a server tool or its result: a start, and the rest in pieces. */
  function block(index: number, block: Loose): void {
    const { toolUse, toolResult } = block
    if (isLoose(toolUse)) {
      const { input, ...head } = toolUse
      start(index, { toolUse: head })
      if (input !== undefined) delta(index, `"toolUse":{"input":${JSON.stringify(asText(input))}}`)
    } else if (isLoose(toolResult) && Array.isArray(toolResult.content)) {
      const { content, ...head } = toolResult
      start(index, { toolResult: head })
      delta(index, `"toolResult":${asJson(content)}`)
    } else push('contentBlockDelta', `{"contentBlockIndex":${index},"delta":${asJson(block)}}`)
    close(index)
  }

  function start(index: number, block: Loose): void {
    push('contentBlockStart', `{"contentBlockIndex":${index},"start":${asJson(block)}}`)
  }

  function delta(index: number, member: string): void {
    push('contentBlockDelta', `{"contentBlockIndex":${index},"delta":{${member}}}`)
  }

  function close(index: number): void {
    push('contentBlockStop', `{"contentBlockIndex":${index}}`)
  }

  function push(event: string, data: string): void {
    frames.push({ event, data })
  }
}
