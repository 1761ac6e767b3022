import { parseOptions, SPEC_VERSION } from '@reason/core'
import type { FullWireFormat } from '@reason/core/wire'
import { readWhole, requestWriters, takingConversation } from '@reason/wire-kit'
import { interactionsEndpoint } from '../shared/endpoint.ts'
import { passports } from '../shared/passports.ts'
import { writeInteraction } from './body.ts'
import { geminiInteractionsOptions, type GeminiInteractionsOptions } from './options.ts'
import { createInteractionReader } from './reader.ts'
import { readInteractionRequest, replayInteraction, writeInteractionRequest } from './request/request.ts'
import { WIRE } from './wire.ts'
import { createInteractionWriter } from './writer.ts'
import { recogniseInteractions } from './recognise.ts'

/**
 * Google's Interactions API: steps with thought summaries and their signatures, output, calls, and the steps of Google's
 * own tools as native parts.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`
 */
export function geminiInteractions(options: GeminiInteractionsOptions = {}): FullWireFormat {
  parseOptions(geminiInteractionsOptions, options, WIRE)
  return {
    kind: 'wire',
    id: WIRE,
    specVersion: SPEC_VERSION,
    capabilities: { streaming: true, multipleReasoningBlocks: true, toolCalls: true, seals: true },
    passports,
    recognise: recogniseInteractions,
    createReader: createInteractionReader,
    createWriter: createInteractionWriter,
    readResponse: (body, reader) => readWhole(createInteractionReader(reader), body),
    writeResponse: writeInteraction,
    readRequest: readInteractionRequest,
    ...requestWriters(writeInteractionRequest, WIRE),
    replay: takingConversation(replayInteraction, WIRE),
    endpoint: interactionsEndpoint,
  }
}
