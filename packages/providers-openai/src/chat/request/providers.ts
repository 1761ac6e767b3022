import { isKnown } from '../../shared/by-model.ts'
import { dialectBy, type DialectName } from '../find-dialect.ts'
import { unknownRequest, unnamedRequest } from '../unknown-provider.ts'
import type { RequestFacts } from './request-facts.ts'

const openai: RequestFacts = {
  maxTokens: 'max_completion_tokens',
  user: 'safety_identifier',
  developer: true,
  refusal: true,
  answers: true,
  customTools: true,
  strict: true,
  callId: { pattern: /^.{1,40}$/s, length: 40 },
  toolName: 64,
}

const local: RequestFacts = { openSampling: true, oneInstruction: true, nullsBlank: true }

const facts: Partial<Record<DialectName, RequestFacts>> = {
  openai,
  // Older versions of its API do not know the new name.
  azure: { ...openai, user: 'user' },
  cerebras: { strict: true, user: 'user', maxTokens: 'max_completion_tokens' },
  dashscope: { openSampling: true, oneInstruction: true },
  deepseek: { oldNameOnly: true, answers: true, toolName: 64 },
  fireworks: { openSampling: true, user: 'user', oneInstruction: true },
  gpustack: local,
  groq: { strict: true, user: 'user', maxTokens: 'max_completion_tokens', developer: true },
  llamacpp: { ...local, repetition: 'repeat_penalty' },
  lmstudio: local,
  mistral: {
    strict: true,
    oldNameOnly: true,
    callId: { pattern: /^[A-Za-z0-9]{9}$/, length: 9 },
    fileUrl: 'document_url',
    answers: true,
    seed: 'random_seed',
    prefix: true,
    noUserAfterTool: true,
    noStreamOptions: true,
  },
  mistralrs: local,
  modelscope: { openSampling: true, oneInstruction: true },
  moonshot: { maxTokens: 'max_completion_tokens', answers: true },
  ollama: { nullsBlank: true },
  openrouter: { developer: true, user: 'user', openSampling: true, fileUrl: 'file_data', cacheControl: true },
  sglang: local,
  siliconflow: { openSampling: true, oneInstruction: true, oldNameOnly: true },
  together: { openSampling: true, user: 'user', oneInstruction: true },
  'vercel-gateway': { developer: true, user: 'user' },
  venice: local,
  vllm: { ...local, user: 'user' },
  xiaomi: { maxTokens: 'max_completion_tokens', answers: true },
  zai: { oldNameOnly: true },
}

export function requestFactsFor(provider: string | undefined, isListed: boolean): RequestFacts {
  if (provider === undefined) return unnamedRequest
  if (!isListed) return unknownRequest
  const dialect = dialectBy(provider)
  if (dialect !== undefined) return isKnown(dialect.request) ? dialect.request : {}
  return Object.hasOwn(facts, provider) ? facts[provider as DialectName]! : {}
}
