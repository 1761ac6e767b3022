import type { RequestChanges } from '@reason/budget'
import type { Conversation, Knobs } from '@reason/core/conversation'
import type { ClientRequest } from '../client-apis/client-request.ts'
import type { ApiError } from '../errors/api-error.ts'
import type { Json } from '../json.ts'
import type { Steps } from '@reason/wire-kit'
import type { Send } from '../upstreams/upstream.ts'
import type { RequestBytes } from './request-bytes.ts'

/** The request as it is sent, with notes about its changes. */
export interface UpstreamRequest {
  body: RequestBytes
  /** JSON of a long request's body. */
  json?: Json
  /** Reasons for everything left out, changed or added. They contain no content of the conversation. */
  notes: readonly string[]
  /** Headers that the body requires. */
  headers?: Readonly<Record<string, string>>
}

/** Writes requests in the upstream's format. Methods return an error if the upstream is known to refuse the request. */
export interface RequestWriter {
  /**
   * Passes the client's own bytes on if both sides use one format. Otherwise it rewrites the conversation.
   *
   * @param changes - Changes for a budget.
   */
  write(request: ClientRequest, bytes: RequestBytes, changes?: RequestChanges): UpstreamRequest | ApiError
  /** `write` in steps, for a long request whose conversation was read ahead. */
  writeInSteps(request: ClientRequest, bytes: RequestBytes, changes?: RequestChanges): Steps<UpstreamRequest | ApiError>
  /** Writes another conversation instead of the client's. */
  writeConversation(request: ClientRequest, conversation: Conversation, fields?: Json): UpstreamRequest | ApiError
  conversation(request: ClientRequest): Conversation
  /**
   * Reads the conversation of a long request, and checks and pairs it, each in a turn of its own.
   *
   * @param bytes - Body that `write` will get: it is only read if `write` needs the conversation. Undefined: it is always read.
   */
  readAhead(request: ClientRequest, bytes?: RequestBytes): Promise<void>
}

/** Requests that can be sent for a generation. */
export interface Requests {
  first: Send
  /** Conversation of the first request. */
  conversation(): Conversation
  /** The first request again, with other knobs. Undefined: the upstream would refuse it. */
  withKnobs(knobs: Knobs): Send | undefined
  /** A request with another conversation. Undefined: the upstream would refuse it. */
  conversationAs(conversation: Conversation, fields: Readonly<Record<string, unknown>>): Send | undefined
  /** Calls another endpoint of the upstream. @param path - Relative to its base. */
  tell(path: string, body: unknown): Promise<unknown>
}
