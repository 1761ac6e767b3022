/** An inference server that `describeServer` can identify. */
export type ServerId = 'llama-server' | 'ollama' | 'vllm' | 'sglang' | 'lm-studio'

/** A server's self-description. Absent fields are unknown. */
export interface ServerDescription {
  /** Undefined if no response identifies the server. */
  server: ServerId | undefined
  /** Build or version, as the server writes it (`b10587-…`, `0.12.5`). At most 128 characters. */
  build?: string
  /** The running model, according to the server. At most 256 characters. */
  model?: string
  /** Fingerprint that changes if another model takes the same name: number of parameters, version of the weights, date of the last change. */
  revision?: string
  /** Jinja source of the chat template. At most 1,048,576 characters; a longer one is left out. */
  template?: string
  /** Jinja source of the chat template for requests with tools, if there is a separate one. The same limit. */
  toolTemplate?: string
  /** Go source of Ollama's template. Absent if a built-in renderer writes the prompt instead. The same limit. */
  goTemplate?: string
  /** Whether reasoning has a separate field by default. */
  splits?: boolean
  /** True if `splits` comes from the latest request, which a client can change with `reasoning_format`. Do not lower a guard because of it alone. */
  splitsByLatestRequest?: true
  /** Whether the server puts the prompt's opening tag back before reasoning that stays in the text. */
  restoresOpener?: boolean
  /** Whether a request may set `reasoning_format` itself. */
  setsFormat?: boolean
  /** Requests and facts from their responses, for people. */
  evidence: readonly Evidence[]
}

/** Facts that the queries of one server find. */
export type FoundFacts = Omit<ServerDescription, 'server' | 'evidence'>

export interface Evidence {
  /** Method and path. */
  asked: string
  /** At most 240 characters, on one line. */
  told: string
}
