import { describe, expect, it } from 'vitest'
import { hostedAt, hostedProviders } from '../src/providers.ts'

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
    ['api.venice.ai', 'venice'],
    ['api.minimaxi.com', 'minimax'],
    ['api.minimax.chat', 'minimax'],
    ['api.kimi.com', 'moonshot'],
    ['api-inference.modelscope.cn', 'modelscope'],
    ['api.siliconflow.cn', 'siliconflow'],
    ['ark.cn-beijing.volces.com', 'volcengine'],
    ['ark.ap-southeast.bytepluses.com', 'volcengine'],
    ['api.xiaomimimo.com', 'xiaomi'],
  ])('is known by its host: %s', (host, provider) => expect(hostedAt(host)?.provider).toBe(provider))

  it.each(['127.0.0.1', 'localhost', 'notopenai.com', 'openai.com.example.org', 'matrix.ai', ''])('is not %j', (host) => {
    expect(hostedAt(host)).toBeUndefined()
  })

  it('belongs to a provider that is named once', () => {
    expect(new Set(hostedProviders).size).toBe(hostedProviders.length)
  })
})
