import { parseOptions, SPEC_VERSION } from '@reason/core'
import type { FullWireFormat } from '@reason/core/wire'
import { readWhole, requestWriters, takingConversation } from '@reason/wire-kit'
import { writeOllamaResponse } from './body.ts'
import { endpoint } from './endpoint.ts'
import { ollamaOptions, type OllamaOptions } from './options.ts'
import { createOllamaReader } from './reader.ts'
import { readOllamaRequest } from './request/read-request.ts'
import { replayOllama, writeOllamaRequest } from './request/write-request.ts'
import { WIRE } from './wire.ts'
import { createOllamaWriter } from './writer.ts'
import { recogniseOllama } from './recognise.ts'

/**
 * Ollama's own API: `/api/chat`, and `/api/generate` when reading. Streams are lines of JSON.
 *
 * The reader does not split tags inside the answer text. A text adapter in the pipeline does that.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`
 */
export function ollama(options: OllamaOptions = {}): FullWireFormat {
  parseOptions(ollamaOptions, options, WIRE)
  return {
    kind: 'wire',
    id: WIRE,
    specVersion: SPEC_VERSION,
    capabilities: { streaming: true, multipleReasoningBlocks: true, toolCalls: true },
    recognise: recogniseOllama,
    createReader: createOllamaReader,
    createWriter: createOllamaWriter,
    readResponse: (body, reader) => readWhole(createOllamaReader(reader), body),
    writeResponse: writeOllamaResponse,
    readRequest: readOllamaRequest,
    ...requestWriters(writeOllamaRequest, WIRE),
    replay: takingConversation(replayOllama, WIRE),
    endpoint,
  }
}
