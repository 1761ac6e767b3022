import type { RequestFacts as FormatFacts } from '@reason/core/conversation'
import type { Visibility } from '@reason/keys'
import type { TraceMode } from '@reason/trace-store'
import type { Json } from '../json.ts'
import type { ApiError } from '../errors/api-error.ts'
import type { FindMalformed } from './body/conversation-check.ts'
import type { StorelessRequest } from './responses/without-stored.ts'

/** What the gateway has to know of a request; everything else is the upstream's business. */
export interface RequestFacts extends FormatFacts {
  /** What the model was asked to write before its answer. */
  marker?: string
  /** How much of the reasoning the client wants to see. */
  visibility?: Visibility
  /** How much of a trace the client wants kept. */
  trace?: TraceMode
  /** The client wants to see what the upstream sends, beside its answer. */
  wire?: true
  /** The request in its usual form, where there are several. */
  json?: Json
}

export interface ConversationFields {
  /** The field with its messages, or items. */
  in: 'messages' | 'input'
  /** Who may speak in them: any other role is read as the user's. Absent: others are refused. */
  roles?: readonly string[]
  /** Field of the instructions for the model. Absent: they are messages. */
  instructions?: string
  /** Type of a piece of text. Default `text`. */
  textType?: 'input_text'
}

/** One of the APIs that clients may speak: a record each, and no more than what differs between them. */
export interface ClientApi {
  /** Of its wire format. */
  id: 'openai-chat' | 'openai-responses' | 'anthropic-messages' | 'generate'
  path: string
  /** What a body looks like, where it has no `messages`. */
  example?: string
  /** How the ids begin that the gateway makes where an upstream gives none. */
  ids: Readonly<Record<'response' | 'call', string>>
  /** What the gateway has to tell of an answer is in the format itself: nothing is added to it. */
  tellsAll?: true
  /** The last event of a stream has all that was said before it. */
  repeatsAll?: true
  /** How its requests have a conversation. */
  conversation: ConversationFields
  /** What of a request would get lost where it is written in another API. */
  findMalformed?: FindMalformed
  /** @returns An error that says what to change, for what cannot be answered here. */
  read(json: Json): RequestFacts | ApiError
  /** Fields that an upstream which speaks the same is asked for beside the client's own. */
  passOn?(request: { json: Json; stream: boolean } & RequestFacts, settings: { askUsage: boolean }): Json
  /** How its clients ask to see what was thought. */
  asksToSee: { words: string; isAsked(json: Json): boolean }
  /** For a client that may not see reasoning: a request that keeps it out of the text. The same object, where nothing has to change. Absent: every request does. */
  withReasoningApart?(json: Json): Json
  /** Commentary has a place of its own. */
  hasCommentary?: true
  /** Drops or refuses what a server would have to store. @param isSame - The upstream speaks the same. */
  withoutStored?(json: Json, isSame: boolean): StorelessRequest
  /** The body of a failure, as its clients understand it. */
  errorBody(error: ApiError): string
}
