import type { Seal } from '../parts.ts'
import type { Item } from '../result.ts'

/** Where something came from, or is to go: seals are read by their issuer alone. */
export type Issuer = Seal['issuer']

/**
 * A request in no provider's words. Fields that only one format knows are kept beside what they belong to (`extra`), and go back to
 * that format and to no other.
 */
export interface Conversation {
  model?: string
  /** Whom it was addressed to, as far as is known: what a server keeps (an earlier response, a file) is kept by that one alone. */
  origin?: Issuer
  messages: readonly Message[]
  tools?: readonly Tool[]
  toolChoice?: 'auto' | 'none' | 'required' | { name: string }
  /** Whether the model may call several tools in one answer. Absent: the provider's default, which is that it may. */
  parallelToolCalls?: boolean
  knobs?: Knobs
  sampling?: Sampling
  /** Names and values by which a provider's lists and bills find the request. */
  metadata?: Readonly<Record<string, string>>
  /** An id of the person who asks, by which a provider tells misuse of one from that of others. */
  user?: string
  /** `json`: any JSON. A schema binds the answer from its first token. */
  responseFormat?: { type: 'json' } | { type: 'json-schema'; schema: unknown; name?: string; strict?: boolean }
  stream?: boolean
  extra?: Extra
}

/** What a format has and we do not model, field by field as it was. */
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

/** What a model said: the items of a result, or what a request says it was. */
export interface AssistantMessage extends OfMessage {
  role: 'assistant'
  /** In wire order, untouched by splitting and policy. */
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
  /** Id of the call that this answers. Absent: the calls of the message before are answered in their order. */
  call?: string
  /** Name of the tool, where the format says it. */
  name?: string
  content: readonly Piece[]
  /** The tool failed. */
  failed?: boolean
  cache?: CacheMark
}

/** Up to here the prompt is to be kept by the provider, for that long: what comes again costs a tenth. */
export type CacheMark = '5m' | '1h'

/** A piece of what goes in. */
export type Piece =
  | { type: 'text'; text: string; cache?: CacheMark; extra?: Extra }
  | { type: 'image' | 'audio' | 'file'; source: MediaSource; name?: string; cache?: CacheMark; extra?: Extra }
  | { type: 'native'; wire: string; value: unknown }

export type MediaSource =
  | { type: 'url'; url: string; mediaType?: string }
  /** Base64, without a `data:` prefix. */
  | { type: 'data'; data: string; mediaType: string }
  /** A file that the provider keeps. */
  | { type: 'id'; id: string }

/** A function that the model may call, or a tool of the provider's own. */
export type Tool =
  | { type: 'function'; name: string; description?: string; parameters?: unknown; strict?: boolean; cache?: CacheMark; extra?: Extra }
  | { type: 'native'; wire: string; value: unknown }

export interface Sampling {
  maxOutputTokens?: number
  temperature?: number
  topP?: number
  topK?: number
  /** Against tokens by how often they were there already. 0: none. OpenAI's scale: -2 to 2. */
  frequencyPenalty?: number
  /** Against tokens that were there already. 0: none. OpenAI's scale: -2 to 2. */
  presencePenalty?: number
  /** Tokens below this share of the likeliest one's probability are left out. 0: none. Servers of open models have it. */
  minP?: number
  /** Divides the scores of tokens that were there already. 1: none. Servers of open models have it. */
  repetitionPenalty?: number
  seed?: number
  stop?: readonly string[]
  /** How many generations. */
  choices?: number
}

export const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
export type Effort = (typeof efforts)[number]

/** How much a model is to think, and how much of that is to be seen. Absent: the provider's default. */
export interface Knobs {
  /** Whether it thinks at all. `effort: 'none'` says the same as false. */
  enabled?: boolean
  effort?: Effort
  /** Most reasoning tokens. */
  budgetTokens?: number
  /** `full`: the model's own text, `summary`: a digest, `none`: it thinks, and bills, out of sight. */
  visibility?: 'full' | 'summary' | 'none'
}

/** What became of the knobs on the way to a provider. */
export interface KnobReport {
  asked: Knobs
  /** Fields of the request that say it, by path. */
  sent: Readonly<Record<string, unknown>>
  /** What the provider will do, as far as is known. */
  effective: Knobs
  /** Each difference between asked and effective, and each conflict that was resolved, with the provider's rule. */
  notes: readonly string[]
}
