import type { ApiId } from './apis.ts'

/** An API that somebody else runs. */
export interface Host {
  /** The end of the host's name. */
  suffix: string
  /** As the wire formats call it. */
  provider: string
  name: string
  /** What it speaks. Default `openai-chat`. */
  api?: ApiId
  /** Where that is. Default: as everywhere with this API. */
  base?: string
}

/** Named by their hosts, as they say nothing else of themselves. A longer suffix stands before one that it ends with. */
const hosts: readonly Host[] = [
  { suffix: 'openai.azure.com', provider: 'azure', name: 'Azure OpenAI', base: '/openai/v1' },
  { suffix: 'openai.com', provider: 'openai', name: 'OpenAI' },
  { suffix: 'anthropic.com', provider: 'anthropic', name: 'Anthropic', api: 'anthropic-messages' },
  { suffix: 'generativelanguage.googleapis.com', provider: 'google', name: 'Google AI Studio', api: 'gemini' },
  { suffix: 'cohere.com', provider: 'cohere', name: 'Cohere', api: 'cohere' },
  { suffix: 'cohere.ai', provider: 'cohere', name: 'Cohere', api: 'cohere' },
  { suffix: 'ollama.com', provider: 'ollama', name: 'Ollama Cloud' },
  { suffix: 'deepseek.com', provider: 'deepseek', name: 'DeepSeek' },
  { suffix: 'openrouter.ai', provider: 'openrouter', name: 'OpenRouter', base: '/api/v1' },
  { suffix: 'groq.com', provider: 'groq', name: 'Groq', base: '/openai/v1' },
  { suffix: 'cerebras.ai', provider: 'cerebras', name: 'Cerebras' },
  { suffix: 'together.xyz', provider: 'together', name: 'Together' },
  { suffix: 'together.ai', provider: 'together', name: 'Together' },
  { suffix: 'fireworks.ai', provider: 'fireworks', name: 'Fireworks', base: '/inference/v1' },
  { suffix: 'mistral.ai', provider: 'mistral', name: 'Mistral' },
  { suffix: 'x.ai', provider: 'xai', name: 'xAI' },
  { suffix: 'moonshot.ai', provider: 'moonshot', name: 'Moonshot' },
  { suffix: 'moonshot.cn', provider: 'moonshot', name: 'Moonshot' },
  { suffix: 'z.ai', provider: 'zai', name: 'Z.ai', base: '/api/paas/v4' },
  { suffix: 'bigmodel.cn', provider: 'zai', name: 'Zhipu', base: '/api/paas/v4' },
  { suffix: 'minimax.io', provider: 'minimax', name: 'MiniMax' },
  { suffix: 'aliyuncs.com', provider: 'dashscope', name: 'DashScope', base: '/compatible-mode/v1' },
  { suffix: 'huggingface.co', provider: 'huggingface', name: 'the Hugging Face router' },
]

/** Undefined for a host that says nothing: what runs there has to be asked. */
export const hostOf = (hostname: string): Host | undefined =>
  hosts.find(({ suffix }) => hostname === suffix || hostname.endsWith(`.${suffix}`))
