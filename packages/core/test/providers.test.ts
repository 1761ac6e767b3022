import { describe, expect, it } from 'vitest'
import { hostedAt, hostedProviders, providerBy, providers, providerWith } from '../src/providers.ts'

describe('a hosted API', () => {
  it.each([
    ['api.anthropic.com', 'anthropic'],
    ['my-resource.openai.azure.com', 'azure'],
    ['generativelanguage.googleapis.com', 'google'],
    ['europe-west1-aiplatform.googleapis.com', 'google-vertex'],
    ['openrouter.ai', 'openrouter'],
    ['my-resource.cognitiveservices.azure.com', 'azure'],
    ['my-resource.services.ai.azure.com', 'azure'],
    ['bedrock-mantle.us-east-1.api.aws', 'bedrock'],
    ['ai-gateway.vercel.sh', 'vercel-gateway'],
    ['api.githubcopilot.com', 'copilot'],
    ['my-account.snowflakecomputing.com', 'snowflake'],
    ['dbc-0a1b2c3d.cloud.databricks.com', 'databricks'],
    ['1234567890.ai-gateway.cloud.databricks.com', 'databricks'],
    ['1234567890.1.gcp.databricks.com', 'databricks'],
    ['adb-1234567890.1.azuredatabricks.net', 'databricks'],
    ['api.venice.ai', 'venice'],
    ['api.minimaxi.com', 'minimax'],
    ['api.minimax.chat', 'minimax'],
    ['api.kimi.com', 'moonshot'],
    ['api-inference.modelscope.cn', 'modelscope'],
    ['api.siliconflow.cn', 'siliconflow'],
    ['ark.cn-beijing.volces.com', 'volcengine'],
    ['ark.ap-southeast.bytepluses.com', 'volcengine'],
    ['api.xiaomimimo.com', 'xiaomi'],
    ['api.novita.ai', 'novita'],
    ['api.meta.ai', 'meta'],
    ['api.upstage.ai', 'upstage'],
    ['inference.baseten.co', 'baseten'],
    ['api.cloudflare.com', 'cloudflare'],
    ['api.deepinfra.com', 'deepinfra'],
    ['api.friendli.ai', 'friendli'],
    ['integrate.api.nvidia.com', 'nvidia'],
    ['api.perplexity.ai', 'perplexity'],
    ['qianfan.baidubce.com', 'qianfan'],
    ['api.stepfun.ai', 'stepfun'],
    ['tokenhub.tencentmaas.com', 'tencent'],
    ['api.hunyuan.cloud.tencent.com', 'tencent'],
    ['api-ap-southeast-1.modelarts-maas.com', 'huawei'],
    ['api.inceptionlabs.ai', 'inception'],
    ['api.liquid.ai', 'liquid'],
    ['api.sarvam.ai', 'sarvam'],
    ['api.inference.wandb.ai', 'wandb'],
  ])('is known by its host: %s', (host, provider) => expect(hostedAt(host)?.provider).toBe(provider))

  it.each(['127.0.0.1', 'localhost', 'notopenai.com', 'openai.com.example.org', 'matrix.ai', 'model-abc.api.baseten.co', ''])(
    'is not %j',
    (host) => {
      expect(hostedAt(host)).toBeUndefined()
    },
  )

  it('belongs to a provider that is named once', () => {
    expect(new Set(hostedProviders).size).toBe(hostedProviders.length)
  })

  it.each([
    ['api.moonshot.ai', 'Moonshot'],
    ['api.kimi.com', 'Kimi'],
    ['open.bigmodel.cn', 'Zhipu'],
    ['ark.ap-southeast.bytepluses.com', 'BytePlus'],
    ['my-resource.services.ai.azure.com', 'Azure AI Foundry'],
    ['my-resource.openai.azure.com', 'Azure OpenAI'],
  ])('is called as people call it there: %s', (host, name) => expect(hostedAt(host)?.name).toBe(name))
})

describe('a provider', () => {
  it.each([
    ['openrouter', true],
    ['vercel-gateway', true],
    ['openai', undefined],
    ['toString', undefined],
    ['unknown', undefined],
    [undefined, undefined],
  ])('%s: a router is %s', (id, router) => expect(providerBy(id)?.router).toBe(router))

  it.each([
    ['engine', 'llama-server', 'llamacpp'],
    ['engine', 'vllm', 'vllm'],
    ['engine', undefined, undefined],
    ['server', 'llama.cpp', 'llamacpp'],
    ['server', 'nginx', undefined],
    ['server', undefined, undefined],
  ] as const)('with the %s %s is %s', (fact, value, id) => expect(providerWith(fact, value)).toBe(id))

  it.each([
    ['anthropic', 'anthropic-messages'],
    // Its Chat Completions ended in September 2026.
    ['perplexity', 'openai-responses'],
    ['groq', undefined],
  ])('%s speaks %s', (id, wire) => expect(providerBy(id)?.wire).toBe(wire))

  it('has no host of another one', () => {
    const hosts = Object.values(providers).flatMap((provider): readonly string[] => provider.hosts)
    expect(new Set(hosts).size).toBe(hosts.length)
  })
})
