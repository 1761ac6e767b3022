import { rowFor } from '../../shared/by-model.ts'
import { rowFor as oldRowFor } from '../../shared/rows.ts'
import { dialectBy } from '../find-dialect.ts'
import { kimisWithoutThinking } from '../models/kimi.ts'
import { reasoningWantedBack } from '../models/reasoning-wanted-back.ts'
import { unknownReplay } from '../unknown-provider.ts'
import type { ListedReplayRow } from './listed.ts'
import type { ReplayRow } from './replay-row.ts'

const never = { text: 'never', sealed: 'never', carrier: 'nowhere' } as const
const text = { text: 'always', sealed: 'never' } as const
const claude = {
  text: 'never',
  sealed: 'always',
  carrier: 'details',
  models: ['*claude*'],
  because: 'Anthropic takes thinking with its own signature only',
} as const
const gemini = {
  text: 'always',
  ownTextOnly: true,
  sealed: 'always',
  carrier: 'details',
  boundTo: ['provider', 'model', 'upstream'],
  because: 'Gemini wants its thought signatures back, untouched, from the cloud that made them',
} as const
const encrypted = {
  text: 'always',
  ownTextOnly: true,
  sealed: 'always',
  carrier: 'details',
  boundTo: ['provider', 'model', 'upstream'],
  because: 'encrypted reasoning is of the model and the cloud that made it',
} as const
const routed = {
  text: 'always',
  sealed: 'always',
  carrier: 'details',
  because: 'reasoning_details go back untouched and in order',
} as const

function router(provider: string, source: string): ListedReplayRow[] {
  return [
    { provider, ...claude, source },
    { provider, ...gemini, models: ['*gemini*'], source },
    { provider, ...gemini, models: ['*gemini-3*'], sentinel: true, source },
    // gpt-oss is open: its reasoning is plain text, whoever runs it.
    { provider, ...routed, models: ['*gpt-oss*'], source },
    { provider, ...encrypted, models: ['openai/*', '*gpt-5*', 'o1*', 'o3*', 'o4*', '*grok*'], source },
    { provider, ...routed, source },
  ]
}

/**
 * What goes back, by provider and model. A row with models counts before the one without; the longest pattern that fits counts among
 * several.
 */
export const replayRows: readonly ListedReplayRow[] = [
  { provider: 'openai', ...never, strict: true, because: 'OpenAI reads no reasoning in Chat Completions', source: 'API reference' },
  { provider: 'azure', ...never, because: 'OpenAI reads no reasoning in Chat Completions', source: 'API reference' },
  {
    provider: 'azure',
    models: ['*deepseek*', '*grok*', '*kimi*', '*gpt-oss*'],
    ...text,
    carrier: 'reasoning_content',
    because: 'optional; helps tool loops',
    source: 'recorded responses',
  },
  { provider: 'avian', ...text, carrier: 'reasoning_content', because: 'Kimi wants it in tool loops', source: 'recorded requests' },
  {
    provider: 'bedrock',
    ...text,
    ownTextOnly: true,
    carrier: 'reasoning',
    because: 'optional; it goes back to the model that wrote it',
    source: 'recorded responses',
  },
  { provider: 'cerebras', ...text, carrier: 'reasoning', strict: true, because: 'optional; gpt-oss reads it', source: 'API documentation' },
  {
    provider: 'cerebras',
    models: ['*glm*', '*qwen*', '*deepseek*'],
    ...text,
    ownTextOnly: true,
    carrier: 'tags',
    strict: true,
    because: 'GLM reads it as <think> in the content',
    source: 'API documentation; recorded requests',
  },
  {
    provider: 'copilot',
    text: 'always',
    ownTextOnly: true,
    sealed: 'always',
    carrier: 'reasoning_text',
    because: 'reasoning_opaque is of the model that made it',
    source: 'reported',
  },
  { provider: 'crusoe', ...text, carrier: 'reasoning', because: 'optional; helps tool loops', source: 'recorded requests' },
  { provider: 'dashscope', ...text, carrier: 'reasoning_content', because: 'optional; helps tool loops', source: 'recorded responses' },
  {
    provider: 'deepseek',
    ...text,
    carrier: 'reasoning_content',
    whenMissing: 'empty',
    emptyWithToolsOnly: true,
    because: 'with tools, DeepSeek V3.2 and V4 want reasoning_content on every message of the assistant',
    source: 'API documentation, "Thinking Mode"',
  },
  {
    provider: 'deepseek',
    models: ['*deepseek-r1*'],
    ...never,
    strict: true,
    because: 'DeepSeek R1 refuses reasoning_content',
    source: 'API documentation, deepseek-reasoner until V3.1',
  },
  { provider: 'doubleword', ...text, carrier: 'reasoning_content', reads: ['reasoning'], because: 'optional', source: 'recorded requests' },
  {
    provider: 'fireworks',
    ...text,
    carrier: 'reasoning_content',
    because: 'interleaved and preserved histories want it',
    source: 'API documentation, reasoning_history',
  },
  {
    provider: 'google',
    text: 'never',
    sealed: 'always',
    carrier: 'nowhere',
    because: 'Google reads thought signatures, and no thoughts',
    source: 'API documentation, OpenAI compatibility',
  },
  {
    provider: 'google',
    models: ['*gemini-3*'],
    text: 'never',
    sealed: 'always',
    carrier: 'nowhere',
    sentinel: true,
    because: 'Gemini 3 wants a thought signature on the first call of every step',
    source: 'API documentation, "Thought Signatures"',
  },
  { provider: 'gpustack', ...text, carrier: 'reasoning_content', reads: ['reasoning'], because: 'optional', source: 'recorded requests' },
  {
    provider: 'groq',
    ...text,
    carrier: 'reasoning',
    strict: true,
    because: 'optional; gpt-oss reads it',
    source: 'API reference, reasoning of assistant messages',
  },
  {
    provider: 'huggingface',
    models: ['*deepseek-r1*'],
    ...never,
    because: 'DeepSeek R1 reads no reasoning of earlier turns',
    source: 'its chat template',
  },
  {
    provider: 'huggingface',
    ...text,
    ownTextOnly: true,
    carrier: 'reasoning',
    reads: ['reasoning_content'],
    because: 'optional; it goes back to the model that wrote it',
    source: 'not documented',
  },
  {
    provider: 'llamacpp',
    ...text,
    carrier: 'reasoning_content',
    because: 'optional; keeps tool loops and the prefix cache',
    source: 'two builds, tried',
  },
  {
    provider: 'llamacpp',
    models: ['*gpt-oss*'],
    ...text,
    carrier: 'reasoning_content',
    noTextBesideThought: true,
    because: 'optional; keeps tool loops and the prefix cache',
    source: 'reported: builds from November 2025 to March 2026 fill the template, which refuses a text and a thought beside calls',
  },
  { provider: 'lmstudio', ...text, carrier: 'reasoning_content', reads: ['reasoning'], because: 'optional', source: 'not documented' },
  {
    provider: 'minimax',
    detailsOnly: true,
    text: 'always',
    sealed: 'always',
    carrier: 'details',
    because: 'MiniMax wants the whole reasoning between tool calls',
    source: 'API documentation, interleaved thinking',
  },
  {
    provider: 'mistral',
    text: 'always',
    sealed: 'always',
    carrier: 'parts',
    strict: true,
    because: 'Mistral reads thinking parts in the content',
    source: 'API documentation, reasoning; recorded requests',
  },
  { provider: 'mistralrs', ...text, carrier: 'reasoning_content', because: 'optional', source: 'recorded responses' },
  { provider: 'modelscope', ...text, carrier: 'reasoning_content', because: 'optional; helps tool loops', source: 'as its engine' },
  {
    provider: 'moonshot',
    models: kimisWithoutThinking,
    ...never,
    because: 'models that do not think have none',
    source: 'API documentation',
  },
  {
    provider: 'moonshot',
    ...text,
    carrier: 'reasoning_content',
    whenMissing: 'empty',
    emptyWithToolsOnly: true,
    because: 'Kimi wants reasoning_content on messages with tool calls, as it was written',
    source: 'API documentation, thinking models; reported: a missing one is refused',
  },
  {
    provider: 'ollama',
    ...text,
    carrier: 'reasoning',
    reads: ['reasoning_content'],
    because: 'optional; helps tool loops',
    source: 'documentation, thinking; recorded requests',
  },
  ...router('openrouter', 'documentation, "Reasoning Tokens"; recorded requests'),
  { provider: 'sglang', ...text, carrier: 'reasoning_content', because: 'optional; helps tool loops', source: 'documentation' },
  {
    provider: 'siliconflow',
    ...text,
    carrier: 'reasoning_content',
    because: 'optional; helps tool loops',
    source: 'API documentation, reasoning models',
  },
  { provider: 'siliconflow', ...text, carrier: 'reasoning_content', ...reasoningWantedBack, source: 'as the makers of these models' },
  { provider: 'snowflake', ...claude, source: 'recorded requests' },
  { provider: 'snowflake', ...routed, source: 'recorded requests' },
  {
    provider: 'together',
    models: ['*deepseek-r1*'],
    ...never,
    because: 'DeepSeek R1 reads no reasoning of earlier turns',
    source: 'its chat template',
  },
  {
    provider: 'together',
    ...text,
    ownTextOnly: true,
    carrier: 'reasoning',
    reads: ['reasoning_content'],
    because: 'optional; it goes back to the model that wrote it',
    source: 'documentation',
  },
  ...router('vercel-gateway', 'documentation; recorded requests'),
  { provider: 'venice', ...text, carrier: 'reasoning_content', because: 'optional', source: 'recorded requests' },
  {
    provider: 'vllm',
    ...text,
    carrier: 'reasoning',
    reads: ['reasoning_content'],
    because: 'optional; helps tool loops and the prefix cache',
    source: 'documentation, "Reasoning Outputs"',
  },
  {
    provider: 'volcengine',
    ...text,
    carrier: 'reasoning_content',
    because: 'optional; helps tool loops',
    source: 'API documentation, deep thinking',
  },
  { provider: 'volcengine', ...text, carrier: 'reasoning_content', ...reasoningWantedBack, source: 'as the makers of these models' },
  { provider: 'xai', ...text, carrier: 'reasoning_content', because: 'optional', source: 'recorded requests' },
  {
    provider: 'xiaomi',
    ...text,
    carrier: 'reasoning_content',
    whenMissing: 'empty',
    emptyWithToolsOnly: true,
    because: reasoningWantedBack.because,
    source: 'reported: "The reasoning_content in the thinking mode must be passed back to the API"',
  },
  {
    provider: 'zai',
    ...text,
    carrier: 'reasoning_content',
    because: 'GLM wants preserved thinking as it was written, and in order',
    source: 'API documentation, preserved thinking; recorded requests',
  },
]

export function replayRowFor(provider: string | undefined, model: string): ReplayRow {
  const dialect = dialectBy(provider)
  const row = dialect === undefined ? oldRowFor(replayRows, provider, model) : rowFor(dialect.replay, model)
  return row ?? rowFor(unknownReplay, model)!
}
