import { parseOptions, SPEC_VERSION } from '@reason/core'
import type { Frame, FullWireFormat } from '@reason/core/wire'
import { atOnce, createFrameWriter, createNotCarried, readWhole, requestWriters, takingConversation } from '@reason/wire-kit'
import { createMessageBody } from './body.ts'
import { endpoint } from './endpoint.ts'
import { createFrameSink } from './frames.ts'
import { anthropicMessagesOptions, type AnthropicMessagesOptions } from './options.ts'
import { passports } from './passports.ts'
import { createMessagesReader } from './reader.ts'
import { bindsThinking } from '@reason/claude'
import { messagesPassThrough } from './pass-through/pass-through.ts'
import { withBlocksAsPieces } from './request/blocks-as-pieces.ts'
import { refuseThread } from './request/thread.ts'
import { withDeclaredTools } from './request/declared-tools.ts'
import { readRequest } from './request/read-request.ts'
import { planRequest } from './request/replay.ts'
import { writeRequest } from './request/write-request.ts'
import { WIRE } from './wire-id.ts'
import { createMessageWriter } from './writer.ts'
import { recogniseMessages } from './recognise.ts'

/** Keep-alive event, as Anthropic sends it between other events. */
const ping: Frame = Object.freeze({ event: 'ping', data: '{"type":"ping"}' })

const TITLE = "Anthropic's format"

/**
 * Anthropic's Messages: thinking, redacted and omitted thinking, signatures, tool calls, server tools, citations, usage,
 * errors.
 *
 * The reader does not split tags inside the answer text. A text adapter in the pipeline does that.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`
 */
export function anthropicMessages(options: AnthropicMessagesOptions = {}): FullWireFormat {
  const config = parseOptions(anthropicMessagesOptions, options, WIRE)
  return {
    kind: 'wire',
    id: WIRE,
    specVersion: SPEC_VERSION,
    capabilities: { streaming: true, multipleReasoningBlocks: true, toolCalls: true, seals: true },
    passports,
    recognise: recogniseMessages,
    createReader: (reader = {}) => createMessagesReader(reader, config),
    createWriter(writer = {}) {
      const notCarried = createNotCarried(TITLE, writer)
      const frames: Frame[] = []
      const sink = createFrameSink(frames)
      const { answer, openFor } = createMessageWriter(sink, writer, notCarried)
      return {
        ...createFrameWriter(answer, frames),
        textFrame(part) {
          const index = openFor(part)
          return index === undefined ? undefined : sink.textFrame(index)
        },
        ping: () => (answer.isOpen() ? ping : undefined),
      }
    },
    readResponse: (body, reader = {}) => readWhole(createMessagesReader(reader, config), body),
    writeResponse(parts, writer = {}) {
      const notCarried = createNotCarried(TITLE, writer)
      const sink = createMessageBody(notCarried)
      const { answer } = createMessageWriter(sink, writer, notCarried)
      for (const part of parts) answer.push(part)
      answer.end()
      return sink.body()
    },
    readRequest,
    translation: { read: (body) => withBlocksAsPieces(readRequest(withDeclaredTools(body))), refusal: refuseThread },
    passThrough: messagesPassThrough,
    instructionsAnywhere: ({ model }) => bindsThinking(model),
    ...requestWriters(writeRequest, WIRE),
    replay: takingConversation((conversation, target) => atOnce(planRequest(conversation, target)).replay, WIRE),
    sealPlaces: { inBlocks: true, beforeAnswer: true, parsedArguments: true },
    endpoint,
  }
}
