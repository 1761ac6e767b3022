import type { Visibility } from '@reason/keys'
import type { TraceMode } from '@reason/trace-store'
import type { Json } from '../json.ts'
import type { ApiError } from '../errors/api-error.ts'
import type { FindMalformed } from './body/conversation-check.ts'

/** What the templates of models call the argument that switches their thinking. */
export type TemplateSwitch = 'enable_thinking' | 'thinking'

/** What the gateway has to know of a request; everything else is the upstream's business. */
export interface RequestFacts {
  /** How many answers are asked for. */
  choices: number
  /** The client asked for token counts in its stream. */
  includeUsage: boolean
  /** Names under which tools are offered. */
  tools: readonly string[]
  /** The client wants no reasoning, whether or not the upstream knows of that. */
  excludesReasoning: boolean
  /** Thinking is switched on or off. Absent: nothing is said. */
  thinking?: boolean
  /**
   * Which upstreams understand the request's way of switching thinking off: services only, or chat templates with a switch of this name.
   * Absent: every upstream.
   */
  offFor?: 'services' | TemplateSwitch
  /** As the client wrote it. */
  effort?: string
  /** A grammar or schema binds the whole answer, so that no tag can stand in it. `json`: to JSON, and nothing else does. */
  grammar?: 'json' | 'other'
  /** The beginning of the answer, which the model is to continue. */
  prefill?: string
  /** What the model was asked to write before its answer. */
  marker?: string
  /** Most tokens of output. */
  maxTokens?: number
  /** `metadata` of the request. */
  metadata?: Json
  /** What the client calls the conversation, so that its beginning is found in a cache of prompts. */
  cacheKey?: string
  /** How much of the reasoning the client wants to see. */
  visibility?: Visibility
  /** How much of a trace the client wants kept. */
  trace?: TraceMode
  /** The client wants to see what the upstream sends, beside its answer. */
  wire?: true
  /** The request in its usual form, where there are several. */
  json?: Json
}

/** One of the APIs that clients may speak: a record each, and no more than what differs between them. */
export interface ClientApi {
  /** Of its wire format. */
  id: 'openai-chat' | 'openai-responses' | 'anthropic-messages' | 'generate'
  path: string
  /** What a body looks like, where it has no `messages`. */
  example?: string
  /** Field of the instructions for the model. Absent: they are messages. */
  instructions?: string
  /** How the ids begin that the gateway makes where an upstream gives none. */
  ids: Readonly<Record<'response' | 'call', string>>
  /** What the gateway has to tell of an answer is in the format itself: nothing is added to it. */
  tellsAll?: true
  /** The last event of a stream has all that was said before it. */
  repeatsAll?: true
  /** Where its messages are, and who may speak in them: any other role is read as the user's. */
  roles?: { in: 'messages' | 'input'; known: readonly string[] }
  /** What of a request would get lost where it is written in another API. */
  findMalformed?: FindMalformed
  /** @returns An error that says what to change, for what cannot be answered here. */
  read(json: Json): RequestFacts | ApiError
  /** Fields that an upstream which speaks the same is asked for beside the client's own. */
  passOn?(request: { json: Json; stream: boolean } & RequestFacts, settings: { askUsage: boolean }): Json
  /** The body of a failure, as its clients understand it. */
  errorBody(error: ApiError): string
}
