/** A company that runs an API, or a server of models, in whatever format: below all formats. */
export interface Provider {
  /** For people. */
  name: string
  /** The ends of its host names. Empty for servers that people run themselves, and where no host is known. */
  hosts: readonly string[]
  /** Other names for people, by host. */
  names?: Readonly<Record<string, string>>
  /** The format that it speaks. Default `openai-chat`. */
  wire?: string
  /** Where that format is. Default: as at all providers of the format. */
  base?: string
  /** It has an address for each region, project or model, which its host does not tell. */
  regional?: true
  /** A router asks one cloud or another, and names it in each answer. */
  router?: true
  /** Its list of models says how much each takes. */
  listsLimits?: true
  /** The server that runs the model, in the words of the gateway's configuration. */
  engine?: 'llama-server' | 'vllm'
  /** Its header `Server`. */
  server?: string
}

/** Providers by id, which is their name in wire formats, passports, seals and configurations. */
export const providers = {
  openai: { name: 'OpenAI', hosts: ['openai.com'] },
  azure: {
    name: 'Azure OpenAI',
    hosts: ['openai.azure.com', 'cognitiveservices.azure.com', 'services.ai.azure.com'],
    names: { 'services.ai.azure.com': 'Azure AI Foundry' },
    base: '/openai/v1',
  },
  anthropic: { name: 'Anthropic', hosts: ['anthropic.com'], wire: 'anthropic-messages', listsLimits: true },
  google: { name: 'Google AI Studio', hosts: ['generativelanguage.googleapis.com'], wire: 'gemini' },
  'google-vertex': { name: 'Vertex AI', hosts: ['googleapis.com'], regional: true },
  bedrock: { name: 'Amazon Bedrock', hosts: ['amazonaws.com', 'api.aws'], regional: true },
  cohere: { name: 'Cohere', hosts: ['cohere.com', 'cohere.ai'], wire: 'cohere' },
  ollama: { name: 'Ollama Cloud', hosts: ['ollama.com'] },
  deepseek: { name: 'DeepSeek', hosts: ['deepseek.com'] },
  openrouter: { name: 'OpenRouter', hosts: ['openrouter.ai'], base: '/api/v1', router: true, listsLimits: true },
  'vercel-gateway': { name: "Vercel's AI Gateway", hosts: ['ai-gateway.vercel.sh'], router: true },
  copilot: { name: 'GitHub Copilot', hosts: ['githubcopilot.com'] },
  snowflake: { name: 'Snowflake Cortex', hosts: ['snowflakecomputing.com'] },
  databricks: {
    name: 'Databricks',
    hosts: ['cloud.databricks.com', 'gcp.databricks.com', 'azuredatabricks.net'],
    base: '/serving-endpoints',
  },
  venice: { name: 'Venice', hosts: ['venice.ai'] },
  groq: { name: 'Groq', hosts: ['groq.com'], base: '/openai/v1' },
  cerebras: { name: 'Cerebras', hosts: ['cerebras.ai'] },
  together: { name: 'Together', hosts: ['together.xyz', 'together.ai'] },
  fireworks: { name: 'Fireworks', hosts: ['fireworks.ai'], base: '/inference/v1' },
  mistral: { name: 'Mistral', hosts: ['mistral.ai'] },
  xai: { name: 'xAI', hosts: ['x.ai'] },
  moonshot: { name: 'Moonshot', hosts: ['moonshot.ai', 'moonshot.cn', 'kimi.com'], names: { 'kimi.com': 'Kimi' } },
  zai: { name: 'Z.ai', hosts: ['z.ai', 'bigmodel.cn'], names: { 'bigmodel.cn': 'Zhipu' }, base: '/api/paas/v4' },
  minimax: { name: 'MiniMax', hosts: ['minimax.io', 'minimaxi.com', 'minimax.chat'] },
  dashscope: { name: 'DashScope', hosts: ['aliyuncs.com'], base: '/compatible-mode/v1' },
  modelscope: { name: 'ModelScope', hosts: ['modelscope.cn'] },
  siliconflow: { name: 'SiliconFlow', hosts: ['siliconflow.cn', 'siliconflow.com'] },
  novita: { name: 'Novita', hosts: ['novita.ai'], base: '/openai/v1' },
  // Models that run on machines of one's own there have other hosts, and the fields of their servers.
  baseten: { name: 'Baseten', hosts: ['inference.baseten.co'] },
  upstage: { name: 'Upstage', hosts: ['upstage.ai'] },
  volcengine: { name: 'Volcengine', hosts: ['volces.com', 'bytepluses.com'], names: { 'bytepluses.com': 'BytePlus' }, base: '/api/v3' },
  xiaomi: { name: 'Xiaomi MiMo', hosts: ['xiaomimimo.com'] },
  huggingface: { name: 'the Hugging Face router', hosts: ['huggingface.co'] },
  avian: { name: 'Avian', hosts: [] },
  chatgpt: { name: 'ChatGPT', hosts: [] },
  crusoe: { name: 'Crusoe', hosts: [] },
  doubleword: { name: 'Doubleword', hosts: [] },
  gpustack: { name: 'GPUStack', hosts: [] },
  llamacpp: { name: 'llama.cpp', hosts: [], engine: 'llama-server', server: 'llama.cpp' },
  lmstudio: { name: 'LM Studio', hosts: [] },
  mistralrs: { name: 'mistral.rs', hosts: [] },
  sglang: { name: 'SGLang', hosts: [] },
  vllm: { name: 'vLLM', hosts: [], engine: 'vllm' },
} as const satisfies Record<string, Provider>

export type ProviderId = keyof typeof providers

const entries: readonly (readonly [id: string, provider: Provider])[] = Object.entries(providers)

/** A hosted API: what is asked there follows the rules of a provider. */
export interface HostedApi {
  /** The end of the host's name. */
  suffix: string
  /** As wire formats, passports and seals call it. */
  provider: string
  /** For people. */
  name: string
}

/** The longest end of a host's name counts. */
const hosted: readonly HostedApi[] = entries
  .flatMap(([id, { name, hosts, names }]) => hosts.map((suffix) => ({ suffix, provider: id, name: names?.[suffix] ?? name })))
  .toSorted((one, other) => other.suffix.length - one.suffix.length)

/** Providers that are known by their hosts, each once. */
export const hostedProviders: readonly string[] = entries.filter(([, { hosts }]) => hosts.length > 0).map(([id]) => id)

/**
 * Who is behind an address.
 *
 * @param hostname - In lower case, as `URL` gives it.
 * @returns Undefined for one that says nothing: what runs there has to be asked.
 */
export const hostedAt = (hostname: string): HostedApi | undefined =>
  hosted.find(({ suffix }) => hostname === suffix || hostname.endsWith(`.${suffix}`))

/** @returns Undefined for an id that is not in the list. */
export const providerBy = (id: string | undefined): Provider | undefined =>
  id !== undefined && Object.hasOwn(providers, id) ? providers[id as ProviderId] : undefined

/** The id of the provider with that engine, or that header `Server`. */
export const providerWith = <Fact extends 'engine' | 'server'>(fact: Fact, value: Provider[Fact]): string | undefined =>
  value === undefined ? undefined : entries.find(([, provider]) => provider[fact] === value)?.[0]
