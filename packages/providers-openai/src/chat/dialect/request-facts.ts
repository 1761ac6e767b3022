import type { UserField } from '../../shared/user.ts'

/** What a provider demands of requests, apart from reasoning. Absent: as OpenAI does it, or it does not mind. */
export interface RequestFacts {
  /** The name of the limit of the output. Default `max_tokens`. */
  maxTokens?: 'max_completion_tokens'
  /** It knows `max_tokens` alone, and would ignore or refuse the other. */
  oldNameOnly?: true
  /** It knows the role `developer`. Absent: instructions are sent as `system`. */
  developer?: true
  /** It knows `refusal` on assistant messages. Absent: a refusal is sent as text. */
  refusal?: true
  /** It knows what samplers of open models have: `top_k`, `min_p`, and a penalty of repetition. */
  openSampling?: true
  /** The name of the penalty of repetition. Default `repetition_penalty`. */
  repetition?: 'repeat_penalty'
  /** Fields that it does not know are an error, not ignored. */
  strict?: true
  /** It knows calls of custom tools. Absent: their text goes into the arguments of a function. */
  customTools?: true
  /** The name of the seed. Default `seed`. */
  seed?: 'random_seed'
  /** How it takes the id of the person who asks. Absent: not at all, as far as is known. */
  user?: UserField
  /** What the answer is to begin with has to be marked as such. */
  prefix?: true
  /** Ids of calls that it accepts. */
  callId?: { pattern: RegExp; length: number }
  /** Longest name of a tool, of letters, digits, `_` and `-`. Absent: any is taken, as far as is known. */
  toolName?: number
  /** Files by URL: as Mistral's part of its own, or in the field of the data. */
  fileUrl?: 'document_url' | 'file_data'
  /** Parts of text say with `cache_control`, as Anthropic's blocks do, up to where the prompt is to be kept. */
  cacheControl?: true
  /** Each call wants a result, and each result a call. */
  answers?: true
  /** After a tool's result the next message has to be the assistant's. */
  noUserAfterTool?: true
  /** It refuses `stream_options`. */
  noStreamOptions?: true
  /**
   * Models of all makers behind it, whose chat templates know one `system` message and that as the first: Qwen3.5 refuses the request else,
   * gpt-oss leaves the others out, and Qwen3 every `developer`. Instructions of other formats go there as that one message.
   */
  oneInstruction?: true
  /**
   * It fills the model's chat template with the messages as they are: white space as the content beside calls goes as null. Templates take
   * it for an answer, and leave the calls out (DeepSeek R1), or refuse it beside a thought (gpt-oss).
   */
  nullsBlank?: true
  /** Instructions may stand between other messages, and not at the beginning alone. */
  instructionsAnywhere?: true
  /**
   * It reads a thought of the history in its own field alone. llama.cpp fills the model's template with it. Tags in the content are left
   * there, doubled by templates that open a thought themselves (Kimi K2 Thinking), or cost the calls (DeepSeek R1). The template of gpt-oss
   * refuses its own tokens (tried: b10587, 68 templates).
   */
  thoughtsApart?: true
  /**
   * It refuses to let models think where nothing is streamed: `parameter.enable_thinking must be set to false for non-streaming calls`
   * (DashScope), `enable thinking can not be support when stream=False` (ModelScope). Reported for the open ones, which think by default;
   * of the others for some versions.
   */
  streamsToThink?: true
  /** A router's object that says which clouds to ask: in its list `only`, a request is kept at one. */
  pin?: string
}
