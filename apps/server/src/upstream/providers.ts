/** Hosted APIs by their host, for passports and dialects that hold for a provider as a whole. */
const providers: readonly [suffix: string, provider: string][] = [
  ['openai.com', 'openai'],
  ['openai.azure.com', 'azure'],
  ['anthropic.com', 'anthropic'],
  ['generativelanguage.googleapis.com', 'google'],
  ['googleapis.com', 'google-vertex'],
  ['amazonaws.com', 'bedrock'],
  ['cohere.com', 'cohere'],
  ['cohere.ai', 'cohere'],
  ['ollama.com', 'ollama'],
  ['deepseek.com', 'deepseek'],
  ['openrouter.ai', 'openrouter'],
  ['groq.com', 'groq'],
  ['cerebras.ai', 'cerebras'],
  ['together.xyz', 'together'],
  ['together.ai', 'together'],
  ['fireworks.ai', 'fireworks'],
  ['mistral.ai', 'mistral'],
  ['x.ai', 'xai'],
  ['moonshot.ai', 'moonshot'],
  ['moonshot.cn', 'moonshot'],
  ['z.ai', 'zai'],
  ['bigmodel.cn', 'zai'],
  ['minimax.io', 'minimax'],
  ['aliyuncs.com', 'dashscope'],
  ['huggingface.co', 'huggingface'],
]

/** Those that are told apart without being configured. */
export const providerNames: readonly string[] = [...new Set(providers.map(([, provider]) => provider)), 'llamacpp', 'vllm']

/** Undefined for addresses that say nothing: a local server may be anything. */
export function providerOf(host: string): string | undefined {
  return providers.find(([suffix]) => host === suffix || host.endsWith(`.${suffix}`))?.[1]
}

/** What a local server says of itself in the header `Server`. */
export const providerOfServer = (server: string | string[] | undefined): string | undefined =>
  server === 'llama.cpp' ? 'llamacpp' : undefined

/** The provider whose dialect an engine speaks. */
export const providerOfEngine = (engine: 'llama-server' | 'vllm' | undefined): string | undefined =>
  engine === 'llama-server' ? 'llamacpp' : engine
