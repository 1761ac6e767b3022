import type { Target } from '@reason/core/conversation'
import { parseOptions, SPEC_VERSION } from '@reason/core'
import type { ReaderOptions, FullWireFormat, WriterOptions } from '@reason/core/wire'
import { readWhole, requestWriters, takingConversation } from '@reason/wire-kit'
import { chatEndpoint } from '../shared/endpoint.ts'
import type { ResponseFacts } from './dialect/dialect.ts'
import { dialectNames, passports, responseFactsFor } from './find-dialect.ts'
import { openaiChatOptions, type OpenaiChatOptions } from './options.ts'
import { createChatReader } from './reader.ts'
import { chatPassThrough } from './pass-through/pass-through.ts'
import { streamsToThink } from './pass-through/streamed-thinking.ts'
import { requestFactsFor } from './request/dialect-rows.ts'
import { readChatRequest } from './request/read/read-request.ts'
import { replayChat, writeChatRequest } from './request/write/write-request.ts'
import { writeChatResponse } from './write/body.ts'
import { createChatWriter } from './write/writer.ts'
import { recogniseChat } from './recognise.ts'
import { chatTranslation } from './translation.ts'
import { WIRE } from './wire-id.ts'

/**
 * Chat Completions, in every dialect: reasoning fields, details, thinking parts, seals, tool calls, refusals, usage.
 *
 * The reader does not split tags inside the answer text. A text adapter in the pipeline does that.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`. Readers and writers throw it as well, for a dialect that does not
 * exist.
 */
export function openaiChat(options: OpenaiChatOptions = {}): FullWireFormat {
  const config = parseOptions(openaiChatOptions, options, WIRE)
  return {
    kind: 'wire',
    id: WIRE,
    specVersion: SPEC_VERSION,
    capabilities: { streaming: true, multipleReasoningBlocks: true, toolCalls: true },
    passports,
    dialects: dialectNames,
    recognise: recogniseChat,
    createReader: (reader) => createChatReader(rowFor(reader), reader),
    createWriter: (writer) => createChatWriter(rowFor(writer), writer),
    readResponse: (body, reader) => readWhole(createChatReader(rowFor(reader), reader), body),
    writeResponse: (parts, writer) => writeChatResponse(parts, rowFor(writer), writer),
    readRequest: (body, source) => readChatRequest(body, source),
    ...requestWriters((conversation, target) => writeChatRequest(conversation, targetOf(target)), WIRE),
    replay: takingConversation((conversation, target) => replayChat(conversation, targetOf(target)), WIRE),
    translation: chatTranslation,
    passThrough: chatPassThrough,
    wantsThoughtsApart: (target) => requestFactsFor(targetOf(target).provider).thoughtsApart === true,
    instructionsAnywhere: (target) => requestFactsFor(targetOf(target).provider).instructionsAnywhere === true,
    streamsToThink: (body, target) => streamsToThink(body, targetOf(target)),
    sealPlaces: { areLost: true },
    endpoint: chatEndpoint,
  }

  /** Adds the configured dialect to a target that names no provider. */
  function targetOf(target: Target): Target {
    return { ...(config.dialect !== undefined && { provider: config.dialect }), ...target, wire: WIRE }
  }

  function rowFor(of: ReaderOptions | WriterOptions = {}): ResponseFacts {
    const row = responseFactsFor(of.dialect ?? config.dialect, 'provider' in of ? of.provider : undefined)
    return config.reasoningField === undefined ? row : { ...row, field: config.reasoningField }
  }
}
