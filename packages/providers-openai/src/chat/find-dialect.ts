import { nearest, ReasonError, type Passport } from '@reason/core'
import type { ChatDialect, ResponseFacts } from './dialect.ts'
import * as index from './dialects/index.ts'
import { unknownResponse } from './unknown-provider.ts'

interface Listed extends Partial<ResponseFacts> {
  source: string
}

/**
 * By provider. Engines whose fields depend on how they were started (vLLM, SGLang, llama.cpp, Ollama, LM Studio) or on
 * the hosted model (Hugging Face, Together) are not `native`: their text may still hold tags.
 */
const listed = {
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
} as const satisfies Record<string, Listed>

export type DialectName = keyof typeof listed

export const dialectNames = Object.keys(listed) as DialectName[]

const moved: ReadonlyMap<string, ChatDialect> = new Map(Object.values(index).map((dialect) => [dialect.provider, dialect]))

export const dialectBy = (provider: string | undefined): ChatDialect | undefined =>
  provider === undefined ? undefined : moved.get(provider)

/**
 * The facts of a dialect that was asked for by name, else of the provider's, else those that work for all.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`, for a name that no dialect has. An unknown provider is no error.
 */
export function responseFactsFor(name: string | undefined, provider?: string): ResponseFacts {
  if (name === undefined) return (provider !== undefined && factsOf(provider)) || unknownResponse
  const facts = factsOf(name)
  if (facts !== undefined) return facts
  const meant = nearest(name, dialectNames)
  throw new ReasonError(
    'REASON_INVALID_OPTIONS',
    `openai-chat has no dialect "${name}"${meant === undefined ? '' : ` (did you mean "${meant}"?)`}. ` +
      `Use one of ${dialectNames.join(', ')}, or leave it out.`,
  )
}

function factsOf(name: string): ResponseFacts | undefined {
  const found = dialectBy(name)?.response
  if (found !== undefined || !Object.hasOwn(listed, name)) return found
  return { ...unknownResponse, ...listed[name as DialectName] }
}

/** Providers whose wire has fields of its own for reasoning, whatever the model. */
export const passports: readonly Passport[] = dialectNames
  .filter((name) => factsOf(name)?.native === true)
  .map((provider) => ({ models: [], provider, flags: { native: true }, source: `${provider}: ${factsOf(provider)!.source}` }))
