import type { UserField } from '../../shared/user.ts'

/** A provider's requirements for requests, apart from reasoning. Absent: as at OpenAI, or the provider accepts either. */
export interface DialectRequestFacts {
  /** Name of the output limit. Default `max_tokens`. */
  maxTokens?: 'max_completion_tokens'
  /** The provider knows `max_tokens` alone, and would ignore or refuse `max_completion_tokens`. */
  oldNameOnly?: true
  /** The provider knows the role `developer`. Absent: instructions are sent as `system`. */
  developer?: true
  /** The provider knows `refusal` on assistant messages. Absent: a refusal is sent as text. */
  refusal?: true
  /** The provider knows the sampling settings of open models: `top_k`, `min_p`, and a repetition penalty. */
  openSampling?: true
  /** Name of the repetition penalty. Default `repetition_penalty`. */
  repetition?: 'repeat_penalty'
  /** Unknown fields are an error. */
  strict?: true
  /** The provider knows calls of custom tools. Absent: their text goes into the arguments of a function. */
  customTools?: true
  /** Name of the seed. Default `seed`. */
  seed?: 'random_seed'
  /** Field for the id of the end user. Absent: none is known. */
  user?: UserField
  /** A message that prefills the answer has to be marked. */
  prefix?: true
  /** Maximum number of stop sequences. Absent: no limit is known. */
  stops?: number
  /** `words`: the provider has no choice of a named tool, and refuses it or takes it for `auto`. `never`: it has no choice but `auto`. */
  choice?: 'words' | 'never'
  /** The provider refuses `strict` on some tools only, and takes it on all or none. */
  strictAlike?: true
  /** A schema binds the answer only if it is strict. Absent: every schema does, or which one is not known. */
  strictSchema?: true
  /** The provider refuses a schema for the answer, and takes `json_object` alone. */
  noSchema?: true
  /** Pattern of the call ids that the provider accepts. */
  callId?: { pattern: RegExp; length: number }
  /** Maximum length of a tool name, of letters, digits, `_` and `-`. Absent: no limit is known. */
  toolName?: number
  /** Field for files by URL: Mistral's own part, or the field of the data. */
  fileUrl?: 'document_url' | 'file_data'
  /** Text parts accept `cache_control`, like Anthropic's blocks. The field marks the end of the prompt prefix to cache. */
  cacheControl?: true
  /** Each call requires a result, and each result a call. */
  answers?: true
  /** The next message after a tool result has to be the assistant's. */
  noUserAfterTool?: true
  /** The provider refuses `stream_options`. */
  noStreamOptions?: true
  /**
   * The provider hosts models of many makers, whose chat templates accept one `system` message, and only as the first
   * message. Otherwise Qwen3.5 refuses the request, gpt-oss drops the other instructions, and Qwen3 drops every
   * `developer` message. Instructions of other formats are sent as that one message.
   */
  oneInstruction?: true
  /**
   * The provider fills the model's chat template with the messages as they are. White space beside calls is sent as
   * null. Templates take white space for an answer, and drop the calls (DeepSeek R1), or refuse it beside a thought
   * (gpt-oss).
   */
  nullsBlank?: true
  /** Instructions may stand between other messages, not only at the beginning. */
  instructionsAnywhere?: true
  /**
   * The provider reads thoughts of the history only in a separate field. llama.cpp fills the model's template with it.
   * Tags in the content stay in it, are doubled by templates that open a thought themselves (Kimi K2 Thinking), or lose
   * the calls (DeepSeek R1). The template of gpt-oss refuses its own tokens (tried: b10587, 68 templates).
   */
  thoughtsApart?: true
  /**
   * The provider does not let models think in unstreamed requests: `parameter.enable_thinking must be set to false for
   * non-streaming calls` (DashScope), `enable thinking can not be support when stream=False` (ModelScope). This is
   * reported for the open models, which think by default, and for some versions of the others.
   */
  streamsToThink?: true
  /** Path of a router's object that selects clouds. Its list `only` keeps a request at one cloud. */
  pin?: string
}
