/** An inference server that `describeServer` can tell from others. */
export type ServerId = 'llama-server' | 'ollama' | 'vllm' | 'sglang' | 'lm-studio'

/** What a server says of itself. An absent field means that the server does not tell. */
export interface ServerDescription {
  /** Undefined: no answer tells one server from the others. */
  server: ServerId | undefined
  /** Build or version, as the server writes it (`b10587-…`, `0.12.5`). At most 128 characters. */
  build?: string
  /** The model that the server says it runs. At most 256 characters. */
  model?: string
  /** Changes if another model takes the same name: number of parameters, version of the weights, date of the last change. */
  revision?: string
  /** Jinja source of the chat template. At most 1,048,576 characters; a longer one is left out. */
  template?: string
  /** Jinja source of the chat template for requests with tools, if there is a separate one. The same limit. */
  toolTemplate?: string
  /** Go source of Ollama's template. Absent if a built-in renderer writes the prompt instead. The same limit. */
  goTemplate?: string
  /** Whether reasoning comes in a field of its own for a request that does not say otherwise. */
  splits?: boolean
  /**
   * `splits` is what held for the latest request: a client that sets `reasoning_format` itself can change it. Do not lower a guard
   * because of it alone.
   */
  splitsByLatestRequest?: true
  /** With reasoning left in the text: whether the server puts the prompt's opening tag back in front of it. */
  restoresOpener?: boolean
  /** Whether a request may set `reasoning_format` itself. */
  setsFormat?: boolean
  /** What was asked and what the answer told, for people. */
  evidence: readonly Evidence[]
}

export interface Evidence {
  /** Method and path. */
  asked: string
  /** At most 240 characters, on one line. */
  told: string
}
