import { dialectBy } from '../find-dialect.ts'

/** Fields of a request that are not everybody's. Where a provider refuses what it does not know, they are left out. */
interface OwnFields {
  fields: readonly string[]
  /** Who knows them. */
  only?: readonly string[]
  /** Who does not. */
  not?: readonly string[]
}

const engines = ['vllm', 'sglang', 'llamacpp', 'mistralrs', 'lmstudio', 'gpustack', 'ollama']

const rows: readonly OwnFields[] = [
  { fields: ['models', 'plugins', 'provider', 'route', 'session_id', 'top_a', 'transforms', 'usage'], only: ['openrouter'] },
  { fields: ['providerOptions'], only: ['vercel-gateway'] },
  {
    fields: ['min_p', 'repeat_penalty', 'repetition_penalty', 'top_k'],
    only: ['openrouter', 'together', 'fireworks', 'dashscope', ...engines],
  },
  { fields: ['document_image_limit', 'document_page_limit', 'prompt_mode', 'random_seed', 'safe_prompt'], only: ['mistral'] },
  { fields: ['enable_search', 'preserve_thinking', 'search_options'], only: ['dashscope'] },
  { fields: ['do_sample', 'request_id'], only: ['zai'] },
  { fields: ['reasoning_split'], only: ['minimax'] },
  { fields: ['reasoning_history'], only: ['fireworks'] },
  { fields: ['clear_thinking'], only: ['cerebras'] },
  { fields: ['search_parameters'], only: ['xai'] },
  { fields: ['separate_reasoning', 'stream_reasoning'], only: ['sglang'] },
  {
    fields: ['cache_prompt', 'grammar', 'guided_choice', 'guided_json', 'guided_regex', 'keep_alive', 'mirostat', 'options'],
    only: engines,
  },
  // As their pages say of OpenAI's own.
  { fields: ['logit_bias', 'logprobs', 'top_logprobs'], not: ['groq', 'mistral'] },
  { fields: ['frequency_penalty', 'logit_bias', 'presence_penalty'], not: ['cerebras'] },
  {
    fields: ['audio', 'modalities', 'prompt_cache_key', 'seed', 'service_tier', 'store', 'stream_options', 'user', 'verbosity'],
    not: ['mistral'],
  },
]

const known: ReadonlySet<string> = new Set(rows.flatMap(({ fields, only }) => (only === undefined ? [] : fields)))

/** Fields that the provider does not know. */
export function unknownTo(provider: string, fields: readonly string[]): string[] {
  const dialect = dialectBy(provider)
  if (dialect !== undefined) {
    const { own, lacks } = dialect.fields
    return fields.filter((field) => lacks.includes(field) || (known.has(field) && !own.includes(field)))
  }
  const isKnown = (row: OwnFields) => row.not?.includes(provider) !== true && (row.only === undefined || row.only.includes(provider))
  return fields.filter((field) => rows.some((row) => row.fields.includes(field) && !isKnown(row)))
}
