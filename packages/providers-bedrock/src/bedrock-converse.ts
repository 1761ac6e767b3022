import { parseOptions, SPEC_VERSION } from '@reason/core'
import type { Frame, FullWireFormat } from '@reason/core/wire'
import { atOnce, createFrameWriter, createNotCarried, readWhole, requestWriters, takingConversation } from '@reason/wire-kit'
import { createConverseBody } from './body.ts'
import { endpoint } from './endpoint.ts'
import { createFrameSink } from './frames.ts'
import { bedrockConverseOptions, type BedrockConverseOptions } from './options.ts'
import { passports } from './passports.ts'
import { createConverseReader } from './reader.ts'
import { readRequest } from './request/read-request.ts'
import { planRequest } from './request/replay.ts'
import { writeRequest } from './request/write-request.ts'
import { WIRE } from './wire-id.ts'
import { createConverseWriter } from './writer.ts'
import { recogniseConverse } from './recognise.ts'

/**
 * Amazon Bedrock's Converse and ConverseStream: reasoning with signatures, redacted reasoning, tool calls, usage,
 * exceptions.
 *
 * A stream consists of binary frames: `createEventStreamDecoder` decodes bytes to frames, `encodeEventStream` encodes a
 * frame as bytes. The reader does not split tags inside the answer text. A text adapter in the pipeline does that.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`
 */
export function bedrockConverse(options: BedrockConverseOptions = {}): FullWireFormat {
  const config = parseOptions(bedrockConverseOptions, options, WIRE)
  return {
    kind: 'wire',
    id: WIRE,
    specVersion: SPEC_VERSION,
    capabilities: { streaming: true, multipleReasoningBlocks: true, toolCalls: true, seals: true },
    passports,
    recognise: recogniseConverse,
    createReader: (reader = {}) => createConverseReader(reader, config),
    createWriter(writer = {}) {
      const notCarried = createNotCarried('Converse', writer)
      const frames: Frame[] = []
      return createFrameWriter(createConverseWriter(createFrameSink(frames), writer, notCarried), frames)
    },
    readResponse: (body, reader = {}) => readWhole(createConverseReader(reader, config), body),
    writeResponse(parts, writer = {}) {
      const notCarried = createNotCarried('Converse', writer)
      const sink = createConverseBody(notCarried)
      const machine = createConverseWriter(sink, writer, notCarried)
      for (const part of parts) machine.push(part)
      machine.end()
      return sink.body()
    },
    readRequest,
    ...requestWriters(writeRequest, WIRE),
    replay: takingConversation((conversation, target) => atOnce(planRequest(conversation, target)).replay, WIRE),
    endpoint,
  }
}
