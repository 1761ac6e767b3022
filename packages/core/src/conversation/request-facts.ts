/** What the templates of models call the argument that switches their thinking. */
export type TemplateSwitch = 'enable_thinking' | 'thinking'

/** What a request says of its answer. Cheap to read: of the conversation, the last message at most. */
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
   * Which servers understand the request's way of switching thinking off: services only, or chat templates with a switch of this name.
   * Absent: every server.
   */
  offFor?: 'services' | TemplateSwitch
  /** As the client wrote it. */
  effort?: string
  /** A grammar or schema binds the whole answer, so that no tag can stand in it. `json`: to JSON, and nothing else does. */
  grammar?: 'json' | 'other'
  /** The beginning of the answer, which the model is to continue. */
  prefill?: string
  /** Most tokens of output. */
  maxTokens?: number
  /** `metadata` of the request. */
  metadata?: Readonly<Record<string, unknown>>
  /** What the client calls the conversation, so that its beginning is found in a cache of prompts. */
  cacheKey?: string
}
