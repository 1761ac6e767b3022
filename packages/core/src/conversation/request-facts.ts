/** Name of the chat-template argument that switches thinking. */
export type TemplateSwitch = 'enable_thinking' | 'thinking'

/** Facts that a request states about its answer. Cheap to read: needs only the last message of the conversation, at most. */
export interface RequestFacts {
  /** Number of answers that are requested. */
  choices: number
  /** Whether the client asked for token counts in its stream. */
  includeUsage: boolean
  /** Names of the offered tools. */
  tools: readonly string[]
  /** Whether the client wants no reasoning, whether or not the upstream supports that. */
  excludesReasoning: boolean
  /** Whether thinking is switched on or off. Absent: the request does not specify it. */
  thinking?: boolean
  /**
   * Servers that understand how the request switches thinking off: services only, or chat templates with a switch of this name. Absent: every server.
   */
  offFor?: 'services' | TemplateSwitch
  /** In the client's own words. */
  effort?: string
  /** A grammar or schema binds the whole answer, so it cannot contain a tag. `json`: nothing but JSON mode does. */
  grammar?: 'json' | 'other'
  /** Beginning of the answer, which the model is to continue. */
  prefill?: string
  /** Limit of output tokens. */
  maxTokens?: number
  metadata?: Readonly<Record<string, unknown>>
  /** The client's id of the conversation, by which a prompt cache finds its prefix. */
  cacheKey?: string
}
