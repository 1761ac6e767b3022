/** A hosted API: what is asked there follows the rules of a provider. */
export interface HostedApi {
  /** The end of the host's name. */
  suffix: string
  /** As wire formats, passports and seals call it. */
  provider: string
  /** For people. */
  name: string
}

/** A longer suffix stands before one that it ends with. */
const hosted: readonly HostedApi[] = [
  { suffix: 'openai.azure.com', provider: 'azure', name: 'Azure OpenAI' },
  { suffix: 'cognitiveservices.azure.com', provider: 'azure', name: 'Azure OpenAI' },
  { suffix: 'services.ai.azure.com', provider: 'azure', name: 'Azure AI Foundry' },
  { suffix: 'openai.com', provider: 'openai', name: 'OpenAI' },
  { suffix: 'anthropic.com', provider: 'anthropic', name: 'Anthropic' },
  { suffix: 'generativelanguage.googleapis.com', provider: 'google', name: 'Google AI Studio' },
  { suffix: 'googleapis.com', provider: 'google-vertex', name: 'Vertex AI' },
  { suffix: 'amazonaws.com', provider: 'bedrock', name: 'Amazon Bedrock' },
  { suffix: 'api.aws', provider: 'bedrock', name: 'Amazon Bedrock' },
  { suffix: 'cohere.com', provider: 'cohere', name: 'Cohere' },
  { suffix: 'cohere.ai', provider: 'cohere', name: 'Cohere' },
  { suffix: 'ollama.com', provider: 'ollama', name: 'Ollama Cloud' },
  { suffix: 'deepseek.com', provider: 'deepseek', name: 'DeepSeek' },
  { suffix: 'openrouter.ai', provider: 'openrouter', name: 'OpenRouter' },
  { suffix: 'ai-gateway.vercel.sh', provider: 'vercel-gateway', name: "Vercel's AI Gateway" },
  { suffix: 'githubcopilot.com', provider: 'copilot', name: 'GitHub Copilot' },
  { suffix: 'snowflakecomputing.com', provider: 'snowflake', name: 'Snowflake Cortex' },
  { suffix: 'venice.ai', provider: 'venice', name: 'Venice' },
  { suffix: 'groq.com', provider: 'groq', name: 'Groq' },
  { suffix: 'cerebras.ai', provider: 'cerebras', name: 'Cerebras' },
  { suffix: 'together.xyz', provider: 'together', name: 'Together' },
  { suffix: 'together.ai', provider: 'together', name: 'Together' },
  { suffix: 'fireworks.ai', provider: 'fireworks', name: 'Fireworks' },
  { suffix: 'mistral.ai', provider: 'mistral', name: 'Mistral' },
  { suffix: 'x.ai', provider: 'xai', name: 'xAI' },
  { suffix: 'moonshot.ai', provider: 'moonshot', name: 'Moonshot' },
  { suffix: 'moonshot.cn', provider: 'moonshot', name: 'Moonshot' },
  { suffix: 'kimi.com', provider: 'moonshot', name: 'Kimi' },
  { suffix: 'z.ai', provider: 'zai', name: 'Z.ai' },
  { suffix: 'bigmodel.cn', provider: 'zai', name: 'Zhipu' },
  { suffix: 'minimax.io', provider: 'minimax', name: 'MiniMax' },
  { suffix: 'minimaxi.com', provider: 'minimax', name: 'MiniMax' },
  { suffix: 'minimax.chat', provider: 'minimax', name: 'MiniMax' },
  { suffix: 'aliyuncs.com', provider: 'dashscope', name: 'DashScope' },
  { suffix: 'modelscope.cn', provider: 'modelscope', name: 'ModelScope' },
  { suffix: 'siliconflow.cn', provider: 'siliconflow', name: 'SiliconFlow' },
  { suffix: 'siliconflow.com', provider: 'siliconflow', name: 'SiliconFlow' },
  { suffix: 'volces.com', provider: 'volcengine', name: 'Volcengine' },
  { suffix: 'bytepluses.com', provider: 'volcengine', name: 'BytePlus' },
  { suffix: 'xiaomimimo.com', provider: 'xiaomi', name: 'Xiaomi MiMo' },
  { suffix: 'huggingface.co', provider: 'huggingface', name: 'the Hugging Face router' },
]

/** Providers that are known by their hosts, each once. */
export const hostedProviders: readonly string[] = [...new Set(hosted.map(({ provider }) => provider))]

/**
 * Who is behind an address.
 *
 * @param hostname - In lower case, as `URL` gives it.
 * @returns Undefined for one that says nothing: what runs there has to be asked.
 */
export const hostedAt = (hostname: string): HostedApi | undefined =>
  hosted.find(({ suffix }) => hostname === suffix || hostname.endsWith(`.${suffix}`))
