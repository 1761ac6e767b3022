import { nearest, ReasonError, type Passport } from '@reason/core'

/** Where a dialect carries reasoning when it is written. `parts`: as thinking parts of a content array. */
export type ReasoningField = 'reasoning_content' | 'reasoning' | 'parts'

/**
 * What differs between those who speak Chat Completions. Reading needs almost none of it: a reader takes every carrier
 * from everybody. Absent fields have OpenAI's own behaviour.
 */
export interface Dialect {
  /** Default `reasoning_content`. */
  field?: ReasoningField
  /** Writes `reasoning_details` beside the field: kinds, seals and the borders of blocks survive. */
  details?: true
  /** `completion_tokens` leaves reasoning out. Absent: it is included. Totals that prove the opposite win. */
  outputExcludesReasoning?: true
  /** The provider itself splits reasoning from the answer: there is nothing to split in the text. */
  native?: true
  /** Where this is known from. */
  source: string
}

/**
 * By provider. Engines whose fields depend on how they were started (vLLM, SGLang, llama.cpp, Ollama, LM Studio) or on
 * the hosted model (Hugging Face, Together) are not `native`: their text may still hold tags.
 */
export const dialects = {
  openai: { native: true, source: 'API reference, Chat Completions: no reasoning text at all' },
  azure: { source: 'as OpenAI; hosted models of others keep their own field; recorded responses' },
  avian: { details: true, source: 'recorded responses' },
  bedrock: { field: 'reasoning', source: 'recorded responses of its Chat endpoint' },
  cerebras: { field: 'reasoning', source: 'API documentation, reasoning_format' },
  copilot: { source: 'reported: reasoning_text and reasoning_opaque' },
  crusoe: { field: 'reasoning', native: true, source: 'recorded responses' },
  dashscope: { native: true, source: 'recorded responses' },
  deepseek: { native: true, source: 'API documentation, "Thinking Mode"' },
  doubleword: { field: 'reasoning', details: true, source: 'recorded responses: the field depends on the model' },
  fireworks: { native: true, source: 'API documentation, reasoning: reasoning_content, and of some models tags, both of them' },
  google: { source: 'API documentation, OpenAI compatibility: thoughts stand in tags, signatures in extra_content' },
  gpustack: { source: 'recorded responses' },
  groq: { field: 'reasoning', source: 'API documentation, reasoning_format' },
  huggingface: { source: 'recorded responses: tags in the content' },
  llamacpp: { source: 'recorded responses of two builds' },
  lmstudio: { source: 'API documentation: reasoning_content when its setting is on' },
  minimax: { details: true, source: 'API documentation, reasoning_split' },
  mistral: { field: 'parts', native: true, source: 'API documentation, reasoning: thinking chunks' },
  mistralrs: { source: 'recorded responses' },
  modelscope: { source: 'API documentation: reasoning_content, as its engine sends it' },
  moonshot: { native: true, source: 'API documentation, thinking models' },
  ollama: { field: 'reasoning', source: 'documentation, OpenAI compatibility' },
  openrouter: { field: 'reasoning', details: true, native: true, source: 'documentation, "Reasoning Tokens"' },
  siliconflow: { native: true, source: 'API documentation, reasoning models: reasoning_content' },
  sglang: { source: 'documentation, "Reasoning Parser"' },
  snowflake: { field: 'reasoning', details: true, native: true, source: 'recorded responses: reasoning_details alone' },
  together: { source: 'documentation: tags in the content of older models' },
  'vercel-gateway': { field: 'reasoning', details: true, native: true, source: 'recorded responses' },
  venice: { source: 'recorded responses' },
  vllm: { field: 'reasoning', source: 'documentation, "Reasoning Outputs": reasoning_content before 2026' },
  volcengine: { native: true, source: 'API documentation, deep thinking: reasoning_content' },
  xiaomi: { native: true, source: 'API documentation, deep thinking: reasoning_content' },
  xai: { outputExcludesReasoning: true, native: true, source: 'recorded responses: the total has the reasoning beside the completion' },
  zai: { native: true, source: 'recorded responses' },
} as const satisfies Record<string, Dialect>

export type DialectName = keyof typeof dialects

export const dialectNames = Object.keys(dialects) as DialectName[]

const generic: Dialect = { source: 'what works for all' }

/**
 * The row of a dialect that was asked for by name, else the provider's, else the one that works for all.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`, for a name that is in no row. An unknown provider is no error.
 */
export function dialectFor(name: string | undefined, provider?: string): Dialect {
  if (name === undefined) return (provider !== undefined && rowOf(provider)) || generic
  const row = rowOf(name)
  if (row !== undefined) return row
  const meant = nearest(name, dialectNames)
  throw new ReasonError(
    'REASON_INVALID_OPTIONS',
    `openai-chat has no dialect "${name}"${meant === undefined ? '' : ` (did you mean "${meant}"?)`}. ` +
      `Use one of ${dialectNames.join(', ')}, or leave it out.`,
  )
}

const rowOf = (name: string): Dialect | undefined => (Object.hasOwn(dialects, name) ? dialects[name as DialectName] : undefined)

/** Providers whose wire has fields of its own for reasoning, whatever the model. */
export const passports: readonly Passport[] = dialectNames
  .filter((name) => (dialects[name] as Dialect).native === true)
  .map((provider) => ({ models: [], provider, flags: { native: true }, source: `${provider}: ${dialects[provider].source}` }))
