/** A company that runs an API, or a model server, in any format. */
export interface Provider {
  /** Display name. */
  name: string
  /** Suffixes of its host names. Empty for self-hosted servers, and if no host is known. */
  hosts: readonly string[]
  /** Other display names, by host. */
  names?: Readonly<Record<string, string>>
  /** Wire format of its API. Default `openai-chat`. */
  wire?: string
  /** Base path of that format. Default: the usual base of the format. */
  base?: string
  /** Has an address per region, project or model, so its host alone is not an address. */
  regional?: true
  /** A router that forwards to several clouds, and names the chosen one in each answer. */
  router?: true
  /** Its model list contains the limits of each model. */
  listsLimits?: true
  /** The server that runs the model, by its name in the gateway's configuration. */
  engine?: 'llama-server' | 'vllm'
  /** Value of its `Server` header. */
  server?: string
}

/** Providers by id. Wire formats, passports, seals and configurations use these ids. */
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
  // Models on dedicated machines have other hosts there, and the fields of their servers.
  baseten: { name: 'Baseten', hosts: ['inference.baseten.co'] },
  meta: { name: 'Meta', hosts: ['api.meta.ai', 'ai.meta.com'] },
  upstage: { name: 'Upstage', hosts: ['upstage.ai'] },
  volcengine: { name: 'Volcengine', hosts: ['volces.com', 'bytepluses.com'], names: { 'bytepluses.com': 'BytePlus' }, base: '/api/v3' },
  xiaomi: { name: 'Xiaomi MiMo', hosts: ['xiaomimimo.com'] },
  cloudflare: { name: 'Workers AI', hosts: ['api.cloudflare.com'], regional: true },
  deepinfra: { name: 'DeepInfra', hosts: ['deepinfra.com'], base: '/v1/openai' },
  friendli: { name: 'Friendli', hosts: ['friendli.ai'], base: '/serverless/v1' },
  nvidia: { name: 'NVIDIA', hosts: ['api.nvidia.com'] },
  perplexity: { name: 'Perplexity', hosts: ['perplexity.ai'], wire: 'openai-responses' },
  qianfan: { name: 'Qianfan', hosts: ['qianfan.baidubce.com'], base: '/v2' },
  stepfun: { name: 'StepFun', hosts: ['stepfun.com', 'stepfun.ai'] },
  tencent: { name: 'Tencent', hosts: ['tencentmaas.com', 'hunyuan.cloud.tencent.com', 'lkeap.cloud.tencent.com'] },
  huawei: { name: 'Huawei Cloud', hosts: ['modelarts-maas.com'], base: '/v2' },
  inception: { name: 'Inception', hosts: ['inceptionlabs.ai'] },
  liquid: { name: 'Liquid AI', hosts: ['liquid.ai'] },
  sarvam: { name: 'Sarvam', hosts: ['sarvam.ai'] },
  wandb: { name: 'W&B Inference', hosts: ['inference.wandb.ai'] },
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

/** A hosted API whose requests follow a provider's rules. */
export interface HostedApi {
  /** Suffix of the host name. */
  suffix: string
  /** The provider's id, as in wire formats, passports and seals. */
  provider: string
  /** Display name. */
  name: string
}

/** Longest suffix first, because the longest match wins. */
const hosted: readonly HostedApi[] = entries
  .flatMap(([id, { name, hosts, names }]) => hosts.map((suffix) => ({ suffix, provider: id, name: names?.[suffix] ?? name })))
  .toSorted((one, other) => other.suffix.length - one.suffix.length)

/** Ids of providers that are recognised by their hosts. */
export const hostedProviders: readonly string[] = entries.filter(([, { hosts }]) => hosts.length > 0).map(([id]) => id)

/**
 * Finds the hosted API behind an address.
 *
 * @param hostname - In lower case, as in `URL`.
 * @returns Undefined for an unknown host, whose server has to be probed.
 */
export const hostedAt = (hostname: string): HostedApi | undefined =>
  hosted.find(({ suffix }) => hostname === suffix || hostname.endsWith(`.${suffix}`))

/** @returns Undefined for an unknown id. */
export const providerBy = (id: string | undefined): Provider | undefined =>
  id !== undefined && Object.hasOwn(providers, id) ? providers[id as ProviderId] : undefined

/** Id of the provider with that engine, or that `Server` header. */
export const providerWith = <Fact extends 'engine' | 'server'>(fact: Fact, value: Provider[Fact]): string | undefined =>
  value === undefined ? undefined : entries.find(([, provider]) => provider[fact] === value)?.[0]
