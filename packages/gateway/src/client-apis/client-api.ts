import type { RequestFacts as FormatFacts } from '@reason/core/conversation'
import type { Visibility } from '@reason/keys'
import type { TraceMode } from '@reason/trace-store'
import type { Json } from '../json.ts'
import type { ApiError } from '../errors/api-error.ts'
import type { FindMalformed } from './body/conversation-check.ts'
import type { StorelessRequest } from './responses/without-stored.ts'

/** The facts about a request that the gateway needs. All other fields only concern the upstream. */
export interface ClientRequestFacts extends FormatFacts {
  /** The marker that the model was asked to write before its answer. */
  marker?: string
  visibility?: Visibility
  trace?: TraceMode
  /** The client asks for the upstream's raw events. */
  wire?: true
  /** The request in its usual form, if the API has several. */
  json?: Json
}

export interface ConversationFields {
  /** The field that holds messages or items. */
  in: 'messages' | 'input'
  /** Roles of messages; any other role is read as the user's. Absent: other roles are refused. */
  roles?: readonly string[]
  /** Field of the instructions for the model. Absent: instructions are messages. */
  instructions?: string
  /** Type of a text part. Default: `text`. */
  textType?: 'input_text'
}

/** An API for clients. The record holds only the differences between the APIs. */
export interface ClientApi {
  /** Id of its wire format. */
  id: 'openai-chat' | 'openai-responses' | 'anthropic-messages' | 'generate'
  path: string
  /** Example of a valid body, for APIs without `messages`. */
  example?: string
  /** Prefixes of ids that the gateway creates if an upstream sends none. */
  ids: Readonly<Record<'response' | 'call', string>>
  /** The format itself has fields for the gateway's notes, so that no `reason` field is added. */
  tellsAll?: true
  /** The last event of a stream repeats all of its content. */
  repeatsAll?: true
  conversation: ConversationFields
  /** Finds errors in a request that another API would drop. */
  findMalformed?: FindMalformed
  /** @returns The facts, or an error with a fix for a request that cannot be answered. */
  read(json: Json): ClientRequestFacts | ApiError
  /** Fields to add for an upstream of the same format. */
  passOn?(request: { json: Json; stream: boolean } & ClientRequestFacts, settings: { askUsage: boolean }): Json
  asksToSee: { words: string; isAsked(json: Json): boolean }
  /**
   * Changes a request so that reasoning stays out of the text, for a client that may not see it. Returns the same object if it is
   * unchanged. Absent: the API never mixes them.
   */
  withReasoningApart?(json: Json): Json
  /** Commentary has its own field. */
  hasCommentary?: true
  /** Drops or refuses items that a server would have to store. @param isSame - The upstream uses the same format. */
  withoutStored?(json: Json, isSame: boolean): StorelessRequest
  /** The body of an error in the API's format. */
  errorBody(error: ApiError): string
}
