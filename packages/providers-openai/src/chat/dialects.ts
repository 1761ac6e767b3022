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
}

/**
 * By provider. Engines whose fields depend on how they were started (vLLM, SGLang, llama.cpp, Ollama, LM Studio) or on
 * the hosted model (Hugging Face, Together) are not `native`: their text may still hold tags.
 */
export const dialects = {
  openai: { native: true },
  azure: {},
  avian: { details: true },
  bedrock: { field: 'reasoning' },
  cerebras: { field: 'reasoning' },
  copilot: {},
  crusoe: { field: 'reasoning', native: true },
  dashscope: { native: true },
  deepseek: { native: true },
  doubleword: { field: 'reasoning', details: true },
  fireworks: {},
  google: {},
  gpustack: {},
  groq: { field: 'reasoning' },
  huggingface: {},
  llamacpp: {},
  lmstudio: {},
  minimax: { details: true },
  mistral: { field: 'parts', native: true },
  mistralrs: {},
  moonshot: { native: true },
  ollama: { field: 'reasoning' },
  openrouter: { field: 'reasoning', details: true, native: true },
  sglang: {},
  snowflake: { field: 'reasoning', details: true, native: true },
  together: {},
  'vercel-gateway': { field: 'reasoning', details: true, native: true },
  venice: {},
  vllm: { field: 'reasoning' },
  xai: { outputExcludesReasoning: true, native: true },
  zai: { native: true },
} as const satisfies Record<string, Dialect>

export type DialectName = keyof typeof dialects

export const dialectNames = Object.keys(dialects) as DialectName[]

const generic: Dialect = {}

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
  .map((provider) => ({ models: [], provider, flags: { native: true }, source: `openai-chat: ${provider} has reasoning fields` }))
