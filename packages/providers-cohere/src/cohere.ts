import { parseOptions, SPEC_VERSION } from '@reason/core'
import type { Passport } from '@reason/core/adapter'
import type { FullWireFormat } from '@reason/core/wire'
import { readWhole, requestWriters, takingConversation } from '@reason/wire-kit'
import { writeCohereResponse } from './body.ts'
import { endpoint } from './endpoint.ts'
import { cohereOptions, type CohereOptions } from './options.ts'
import { createCohereReader } from './reader.ts'
import { readCohereRequest } from './request/read-request.ts'
import { replayCohere, writeCohereRequest } from './request/write-request.ts'
import { WIRE } from './wire.ts'
import { createCohereWriter } from './writer.ts'
import { recogniseCohere } from './recognise.ts'

/** Cohere itself splits reasoning from the answer, so that the text needs no splitting. */
const passports: readonly Passport[] = [
  { models: [], provider: 'cohere', flags: { native: true }, source: 'cohere: API documentation, "Reasoning"' },
]

/**
 * Cohere's Chat v2: thinking and text contents, tool plans as commentary, tool calls, citations as native parts.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`
 */
export function cohere(options: CohereOptions = {}): FullWireFormat {
  parseOptions(cohereOptions, options, WIRE)
  return {
    kind: 'wire',
    id: WIRE,
    specVersion: SPEC_VERSION,
    capabilities: { streaming: true, multipleReasoningBlocks: true, toolCalls: true, commentary: true },
    passports,
    recognise: recogniseCohere,
    createReader: createCohereReader,
    createWriter: createCohereWriter,
    readResponse: (body, reader) => readWhole(createCohereReader(reader), body),
    writeResponse: writeCohereResponse,
    readRequest: readCohereRequest,
    ...requestWriters(writeCohereRequest, WIRE),
    replay: takingConversation(replayCohere, WIRE),
    endpoint,
  }
}
