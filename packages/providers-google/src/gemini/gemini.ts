import { parseOptions, SPEC_VERSION } from '@reason/core'
import type { FullWireFormat } from '@reason/core/wire'
import { readWhole, requestWriters, takingConversation } from '@reason/wire-kit'
import { writeGeminiResponse } from './body.ts'
import { geminiOptions, type GeminiOptions } from './options.ts'
import { geminiEndpoint } from '../shared/endpoint.ts'
import { passports } from '../shared/passports.ts'
import { createGeminiReader } from './reader.ts'
import { readGeminiRequest } from './request/read-request.ts'
import { replayGemini, writeGeminiRequest } from './request/write-request.ts'
import { WIRE } from './wire.ts'
import { createGeminiWriter } from './writer.ts'
import { recogniseGemini } from './recognise.ts'

/**
 * Gemini's generateContent, of AI Studio and Vertex AI: thought summaries, thought signatures, calls (also in pieces),
 * and several candidates. Signatures stay on the exact part they came on. Everything else becomes native parts.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`
 */
export function gemini(options: GeminiOptions = {}): FullWireFormat {
  parseOptions(geminiOptions, options, WIRE)
  return {
    kind: 'wire',
    id: WIRE,
    specVersion: SPEC_VERSION,
    capabilities: { streaming: true, multipleReasoningBlocks: true, toolCalls: true, seals: true },
    passports,
    recognise: recogniseGemini,
    createReader: createGeminiReader,
    createWriter: createGeminiWriter,
    readResponse: (body, reader) => readWhole(createGeminiReader(reader), body),
    writeResponse: writeGeminiResponse,
    readRequest: readGeminiRequest,
    ...requestWriters(writeGeminiRequest, WIRE),
    replay: takingConversation(replayGemini, WIRE),
    endpoint: geminiEndpoint,
  }
}
