import { parseOptions, SPEC_VERSION } from '@reason/core'
import type { Passport } from '@reason/core/adapter'
import type { FullWireFormat } from '@reason/core/wire'
import { readWhole, requestWriters, takingConversation } from '@reason/wire-kit'
import { responsesEndpoint } from '../shared/endpoint.ts'
import { nativeProviders } from './dialect-rows.ts'
import { openaiResponsesOptions, type OpenaiResponsesOptions } from './options.ts'
import { responsesPassThrough } from './pass-through.ts'
import { createResponsesReader } from './read/reader.ts'
import { readResponsesRequest } from './request/read-request.ts'
import { planResponsesReplay, writeResponsesRequest } from './request/write-request.ts'
import { writeResponses } from './write/response.ts'
import { responsesTranslation } from './translation/translation.ts'
import { WIRE } from './wire.ts'
import { createResponsesWriter } from './write/writer.ts'
import { recogniseResponses } from './recognise.ts'

const passports: readonly Passport[] = nativeProviders.map((provider) => ({
  models: [],
  provider,
  flags: { native: true },
  source: `${provider}: Responses has items of its own for reasoning; recorded responses`,
}))

/**
 * OpenAI's Responses: reasoning items with summaries, raw text and encrypted content, messages, tool calls, and items of
 * the provider's own tools.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`
 */
export function openaiResponses(options: OpenaiResponsesOptions = {}): FullWireFormat {
  const config = parseOptions(openaiResponsesOptions, options, WIRE)
  const reading = { commentary: config.commentary === 'commentary' }
  const writing = { commentary: reading.commentary, asSummary: config.reasoningField === 'summary' }
  return {
    kind: 'wire',
    id: WIRE,
    specVersion: SPEC_VERSION,
    capabilities: {
      streaming: true,
      multipleReasoningBlocks: true,
      toolCalls: true,
      seals: true,
      ...(reading.commentary && { commentary: true }),
    },
    passports,
    recognise: recogniseResponses,
    createReader: (reader) => createResponsesReader(reading, reader),
    createWriter: (writer) => createResponsesWriter(writing, writer),
    readResponse: (body, reader) => readWhole(createResponsesReader(reading, reader), body),
    writeResponse: (parts, writer) => writeResponses(parts, writing, writer),
    translation: responsesTranslation(reading),
    passThrough: responsesPassThrough(reading),
    instructionsAnywhere: () => true,
    readRequest: (body, source) => readResponsesRequest(body, reading, source),
    ...requestWriters((conversation, target) => writeResponsesRequest(conversation, target, reading), WIRE),
    replay: takingConversation((conversation, target) => planResponsesReplay(conversation, target, reading), WIRE),
    sealPlaces: { inBlocks: true },
    endpoint: responsesEndpoint,
  }
}
