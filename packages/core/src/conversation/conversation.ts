import type { Seal } from '../parts.ts'
import type { Item } from '../result.ts'

/** Source or destination of a request. Only a seal's issuer can read it. */
export type Issuer = Seal['issuer']

/**
 * A provider-independent request. Fields that only one format has are kept beside the object they belong to (`extra`), and are written back only to that
 * format.
 */
export interface Conversation {
  model?: string
  /** Original destination of the request, if known. Only that server can resolve its stored objects (an earlier response, a file). */
  origin?: Issuer
  messages: readonly Message[]
  tools?: readonly Tool[]
  toolChoice?: 'auto' | 'none' | 'required' | { name: string }
  /** Whether the model may call several tools in one answer. Absent: the provider's default, which allows it. */
  parallelToolCalls?: boolean
  knobs?: Knobs
  sampling?: Sampling
  /** Labels by which a provider's logs and bills list the request. */
  metadata?: Readonly<Record<string, string>>
  /** Id of the end user, which lets a provider attribute misuse. */
  user?: string
  /** `json`: any JSON. A schema binds the answer from its first token. */
  responseFormat?: { type: 'json' } | { type: 'json-schema'; schema: unknown; name?: string; description?: string; strict?: boolean }
  stream?: boolean
  extra?: Extra
}

/** Fields of a format that we do not model, unchanged. */
export interface Extra {
  wire: string
  fields: Readonly<Record<string, unknown>>
}

export type Message = InstructionMessage | UserMessage | AssistantMessage | ToolMessage

interface OfMessage {
  extra?: Extra
}

export interface InstructionMessage extends OfMessage {
  role: 'system' | 'developer'
  content: readonly Piece[]
}

export interface UserMessage extends OfMessage {
  role: 'user'
  content: readonly Piece[]
}

/** A model's message: the items of a result, or the assistant message of a request. */
export interface AssistantMessage extends OfMessage {
  role: 'assistant'
  /** In wire order, before splitting and policies. */
  items: readonly Item[]
  /** The issuer that generated the message. Absent: unknown, so items that are bound to an issuer cannot be sent back. */
  origin?: Issuer
  /** The model's name in the response, if it differs from the requested name in `origin`: an alias may stand for several models. */
  answered?: string
  /** Seals of the message as a whole. */
  seals?: readonly Seal[]
}

export interface ToolMessage extends OfMessage {
  role: 'tool'
  /** Id of the answered call. Absent: results answer the calls of the previous message in their order. */
  call?: string
  /** Name of the tool, if the format has it. */
  name?: string
  content: readonly Piece[]
  /** The tool failed. */
  failed?: boolean
  cache?: CacheMark
}

/** The provider caches the prompt up to here, for this duration. A cache hit costs a tenth. */
export type CacheMark = '5m' | '1h'

/** A piece of input content. */
export type Piece =
  | { type: 'text'; text: string; cache?: CacheMark; extra?: Extra }
  | { type: 'image' | 'audio' | 'file'; source: MediaSource; name?: string; cache?: CacheMark; extra?: Extra }
  | { type: 'native'; wire: string; value: unknown }

export type MediaSource =
  | { type: 'url'; url: string; mediaType?: string }
  /** Base64, without a `data:` prefix. `text`: what it encodes, if the request had it as text. Decoding megabytes takes long. */
  | { type: 'data'; data: string; mediaType: string; text?: string }
  /** A file that the provider stores. */
  | { type: 'id'; id: string }

/** A function that the model may call, or a provider's own tool. */
export type Tool =
  | { type: 'function'; name: string; description?: string; parameters?: unknown; strict?: boolean; cache?: CacheMark; extra?: Extra }
  | { type: 'native'; wire: string; value: unknown }

export interface Sampling {
  maxOutputTokens?: number
  temperature?: number
  topP?: number
  topK?: number
  /** Penalty for tokens by their frequency in the text so far. 0: none. OpenAI's scale: -2 to 2. */
  frequencyPenalty?: number
  /** Penalty for tokens that occur in the text so far. 0: none. OpenAI's scale: -2 to 2. */
  presencePenalty?: number
  /** Excludes tokens below this share of the likeliest token's probability. 0: none. Supported by servers of open models. */
  minP?: number
  /** Divides the scores of tokens that occur in the text so far. 1: none. Supported by servers of open models. */
  repetitionPenalty?: number
  seed?: number
  stop?: readonly string[]
  /** Number of generations. */
  choices?: number
}

export const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
export type Effort = (typeof efforts)[number]

/** How much the model thinks, and how much of that is visible. Absent: the provider's default. */
export interface Knobs {
  /** Whether the model thinks at all. `effort: 'none'` means the same as false. */
  enabled?: boolean
  effort?: Effort
  /** Limit of reasoning tokens. */
  budgetTokens?: number
  /** `full`: the model's own text. `summary`: a digest. `none`: the model thinks, and bills, invisibly. */
  visibility?: 'full' | 'summary' | 'none'
}

/** How the knobs were translated for a provider. */
export interface KnobReport {
  asked: Knobs
  /** Request fields that express the knobs, by path. */
  sent: Readonly<Record<string, unknown>>
  /** The provider's expected behaviour, as far as it is known. */
  effective: Knobs
  /** Each difference between asked and effective, and each resolved conflict, with the provider's rule. */
  notes: readonly string[]
}
