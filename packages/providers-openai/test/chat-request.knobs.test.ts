import { efforts, type Knobs } from '@reason/core/conversation'
import { foreignSettings } from '@reason/wire-kit'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { dialects, openaiChat } from '../src/index.ts'
import { knobPaths } from '../src/chat/request/knobs/knob-fields.ts'
import { isKnown } from '../src/shared/by-model.ts'

const wire = openaiChat()
const write = (provider: string | undefined, model: string, knobs: Knobs | undefined, rest = {}) => {
  const { body, knobs: report } = wire.writeRequest!(
    { messages: [], ...(knobs && { knobs }), ...rest },
    { ...(provider !== undefined && { provider }), wire: 'openai-chat', model },
  )
  const { model: _, messages: __, ...fields } = body
  return { fields, report }
}

const knobRows = Object.values(dialects).flatMap(({ provider, thinking }) =>
  thinking
    .filter((row) => isKnown(row))
    .map((row) => ({ provider, model: 'models' in row ? row.models[0]!.replaceAll('*', '') : 'some-model', row })),
)

test.each(knobRows)('what is written for $provider $model, the reader of requests understands', ({ row }) => {
  const own = [row.effort, row.toggle, row.budget, row.hide, row.show].flatMap((field) => (field === undefined ? [] : [field.path]))
  for (const path of [...own, ...(row.takes ?? []), ...(row.ignores ?? [])])
    expect(knobPaths, 'add the path to src/chat/request/knobs/knob-fields.ts').toContain(path)
})

test.each(knobPaths.filter((path) => path.includes('.')))('an unknown field beside %s is named by its path', (path) => {
  const beside = path.replace(/[^.]+$/, 'unknown')
  const fields = beside.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), 1) as Record<string, unknown>
  const foreign = foreignSettings({ wire: 'openai-chat', fields }, 'anthropic-messages')
  expect(foreign, 'add the object to `containers` in packages/wire-kit/src/requests/foreign-settings.ts').toEqual([beside])
})

describe('an effort', () => {
  it.each([
    ['openai', 'gpt-5', 'low', { reasoning_effort: 'low' }, 'low'],
    ['openai', 'gpt-5', 'xhigh', { reasoning_effort: 'high' }, 'high'],
    ['openai', 'gpt-5-pro', 'low', { reasoning_effort: 'high' }, 'high'],
    ['openai', 'o4-mini-deep-research-2025-06-26', 'high', { reasoning_effort: 'medium' }, 'medium'],
    ['openai', 'o3', 'minimal', { reasoning_effort: 'low' }, 'low'],
    ['openai', 'gpt-5.2', 'max', { reasoning_effort: 'xhigh' }, 'xhigh'],
    ['azure', 'o4-mini', 'medium', { reasoning_effort: 'medium' }, 'medium'],
    ['deepseek', 'deepseek-v4-flash', 'medium', { reasoning_effort: 'high', thinking: { type: 'enabled' } }, 'high'],
    ['deepseek', 'deepseek-v4-flash', 'max', { reasoning_effort: 'max', thinking: { type: 'enabled' } }, 'max'],
    ['groq', 'openai/gpt-oss-20b', 'high', { reasoning_effort: 'high' }, 'high'],
    ['groq', 'qwen/qwen3-32b', 'high', { reasoning_effort: 'default' }, undefined],
    ['mistral', 'mistral-small-latest', 'low', { reasoning_effort: 'high' }, 'high'],
    ['moonshot', 'kimi-k3', 'medium', { reasoning_effort: 'high' }, 'high'],
    ['moonshot', 'k3.1-pro', 'xhigh', { reasoning_effort: 'max' }, 'max'],
    ['moonshot', 'kimi-k4', 'low', { reasoning_effort: 'low' }, 'low'],
    ['moonshot', 'kimi-k2.6', 'high', { thinking: { type: 'enabled' } }, undefined],
    ['zai', 'glm-4.7', 'high', { thinking: { type: 'enabled' } }, undefined],
    ['zai', 'glm-5.2', 'high', { thinking: { type: 'enabled' }, reasoning_effort: 'high' }, 'high'],
    ['zai', 'glm-5.2', 'max', { thinking: { type: 'enabled' }, reasoning_effort: 'max' }, 'max'],
    ['zai', 'glm-5.3', 'max', { reasoning_effort: 'max' }, 'max'],
    ['zai', 'glm-5.3', 'medium', { reasoning_effort: 'low' }, 'low'],
    ['minimax', 'MiniMax-M3', 'low', { thinking: { type: 'adaptive' } }, undefined],
    ['openrouter', 'anthropic/claude-haiku-4.5', 'high', { reasoning: { effort: 'high' } }, 'high'],
    ['vercel-gateway', 'openai/gpt-5', 'minimal', { reasoning: { effort: 'minimal' } }, 'minimal'],
    ['ollama', 'gpt-oss:20b', 'low', { reasoning_effort: 'low' }, 'low'],
    ['llamacpp', 'gpt-oss-20b', 'low', { chat_template_kwargs: { reasoning_effort: 'low' } }, 'low'],
    ['xai', 'grok-3-mini', 'medium', { reasoning_effort: 'low' }, 'low'],
    ['xai', 'grok-4.3', 'max', { reasoning_effort: 'high' }, 'high'],
    ['xai', 'grok-4.5', 'minimal', { reasoning_effort: 'low' }, 'low'],
    ['fireworks', 'accounts/fireworks/models/glm-4p7', 'high', { reasoning_effort: 'high' }, 'high'],
    ['google', 'gemini-2.5-flash', 'low', { reasoning_effort: 'low' }, 'low'],
    ['cerebras', 'zai-glm-4.7', 'medium', { reasoning_effort: 'medium' }, 'medium'],
    ['baseten', 'deepseek-ai/DeepSeek-V4-Pro', 'max', { reasoning_effort: 'xhigh' }, 'xhigh'],
    ['baseten', 'openai/gpt-oss-120b', 'minimal', { reasoning_effort: 'low' }, 'low'],
    ['baseten', 'moonshotai/Kimi-K2.6', 'high', { chat_template_args: { enable_thinking: true } }, undefined],
    ['databricks', 'databricks-claude-opus-4-5', 'low', { thinking: { type: 'enabled', budget_tokens: 2048 } }, undefined],
    ['databricks', 'databricks-claude-opus-5-5', 'low', {}, undefined],
    ['databricks', 'databricks-gpt-oss-120b', 'max', { reasoning_effort: 'high' }, 'high'],
    ['databricks', 'system.ai.gemini-4-carbon', 'minimal', { reasoning_effort: 'low' }, 'low'],
    ['meta', 'muse-spark-1.3', 'max', { reasoning_effort: 'max' }, 'max'],
    ['meta', 'muse-spark-1.3-contributor', 'max', { reasoning_effort: 'xhigh' }, 'xhigh'],
    ['meta', 'muse-spark-1.2', 'max', { reasoning_effort: 'xhigh' }, 'xhigh'],
    ['xai', 'grok-4.7', 'max', { reasoning_effort: 'xhigh' }, 'xhigh'],
    ['xai', 'grok-5', 'xhigh', { reasoning_effort: 'xhigh' }, 'xhigh'],
    ['minimax', 'MiniMax-M3.1-Flash', 'max', { reasoning_effort: 'max' }, 'max'],
    ['minimax', 'minimax-m4', 'minimal', { reasoning_effort: 'low' }, 'low'],
    ['zai', 'glm-5.2', 'medium', { reasoning_effort: 'medium', thinking: { type: 'enabled' } }, 'medium'],
    ['zai', 'glm-6', 'medium', { reasoning_effort: 'low' }, 'low'],
    ['dashscope', 'qwen3.8-max', 'max', { reasoning_effort: 'xhigh', enable_thinking: true }, 'xhigh'],
    ['dashscope', 'qwen4-max', 'low', { reasoning_effort: 'low', enable_thinking: true }, 'low'],
    ['mistral', 'mistral-large-4-0', 'medium', { reasoning_effort: 'medium' }, 'medium'],
    ['mistral', 'mistral-large-5', 'max', { reasoning_effort: 'high' }, 'high'],
    ['volcengine', 'doubao-seed-2-1-pro', 'low', { reasoning_effort: 'low', thinking: { type: 'enabled' } }, 'low'],
    ['together', 'zai-org/GLM-5.3-Flash', 'max', { reasoning_effort: 'max' }, 'max'],
    ['together', 'deepseek-ai/DeepSeek-V4-Pro', 'high', { reasoning_effort: 'high' }, 'high'],
    ['fireworks', 'accounts/fireworks/models/glm-5p2', 'max', { reasoning_effort: 'max' }, 'max'],
    ['google', 'gemini-4-neon', 'max', { reasoning_effort: 'xhigh' }, 'xhigh'],
    ['google', 'gemini-4-argon', 'minimal', { reasoning_effort: 'low' }, 'low'],
    ['google', 'gemini-5-flash', 'low', { reasoning_effort: 'low' }, 'low'],
    ['openai', 'gpt-7-sol', 'minimal', { reasoning_effort: 'low' }, 'low'],
    ['upstage', 'solar-pro5', 'xhigh', { reasoning_effort: 'xhigh' }, 'xhigh'],
    ['upstage', 'solar-pro4', 'minimal', { reasoning_effort: 'low' }, 'low'],
    ['upstage', 'solar-pro3', 'low', { reasoning_effort: 'medium' }, 'medium'],
    ['siliconflow', 'deepseek-ai/DeepSeek-V4-Flash', 'low', { reasoning_effort: 'high', enable_thinking: true }, 'high'],
    ['siliconflow', 'zai-org/GLM-5.2', 'xhigh', { reasoning_effort: 'max', enable_thinking: true }, 'max'],
    ['nvidia', 'deepseek-ai/deepseek-v4-pro', 'medium', { reasoning_effort: 'high' }, 'high'],
    ['nvidia', 'qwen/qwen3.5-397b-a17b', 'high', { chat_template_kwargs: { enable_thinking: true } }, undefined],
    ['nvidia', 'openai/gpt-oss-120b', 'max', { reasoning_effort: 'high' }, 'high'],
    ['cloudflare', '@cf/moonshotai/kimi-k2.6', 'low', { reasoning_effort: 'low', chat_template_kwargs: { thinking: true } }, 'low'],
    ['friendli', 'zai-org/GLM-5.2', 'high', { chat_template_kwargs: { enable_thinking: true } }, undefined],
    ['deepinfra', 'zai-org/GLM-5.2', 'max', { reasoning_effort: 'xhigh' }, 'xhigh'],
    ['tencent', 'hy3-preview', 'max', { reasoning_effort: 'high', thinking: { type: 'enabled' } }, 'high'],
    ['tencent', 'glm-5', 'high', { thinking: { type: 'enabled' } }, undefined],
    ['tencent', 'hunyuan-t1-latest', 'low', {}, undefined],
    ['stepfun', 'step-3.7-flash', 'max', { reasoning_effort: 'high' }, 'high'],
    ['stepfun', 'step-3.5-flash-2603', 'medium', { reasoning_effort: 'low' }, 'low'],
    ['stepfun', 'step-3.5-flash', 'medium', {}, undefined],
    ['qianfan', 'qwen3-32b', 'low', { enable_thinking: true }, undefined],
    ['qianfan', 'ernie-x1.1', 'low', {}, undefined],
    ['perplexity', 'sonar-deep-research', 'max', { reasoning_effort: 'high' }, 'high'],
    ['inception', 'mercury-2', 'max', { reasoning_effort: 'high' }, 'high'],
    ['inception', 'mercury-2', 'minimal', { reasoning_effort: 'low' }, 'low'],
    ['sarvam', 'sarvam-105b', 'xhigh', { reasoning_effort: 'high' }, 'high'],
    ['wandb', 'Qwen/Qwen3.5-27B', 'low', { chat_template_kwargs: { enable_thinking: true } }, undefined],
    ['wandb', 'openai/gpt-oss-120b', 'max', { reasoning_effort: 'high' }, 'high'],
    ['huawei', 'glm-5.2', 'low', { thinking: { type: 'enabled' } }, undefined],
    ['google-vertex', 'google/gemini-3-pro', 'max', { reasoning_effort: 'high' }, 'high'],
    ['google-vertex', 'google/gemini-4-argon', 'minimal', { reasoning_effort: 'low' }, 'low'],
    ['google-vertex', 'openai/gpt-oss-120b-maas', 'minimal', { reasoning_effort: 'low' }, 'low'],
    ['novita', 'deepseek/deepseek-v3.2', 'high', { enable_thinking: true }, undefined],
    ['fireworks', 'accounts/fireworks/models/glm-5p3', 'medium', { reasoning_effort: 'low' }, 'low'],
    ['huggingface', 'openai/gpt-oss-20b', 'minimal', { reasoning_effort: 'low' }, 'low'],
  ] as const)('%s %s: %s', (provider, model, effort, fields, effective) => {
    const { fields: sent, report } = write(provider, model, { effort })
    expect(sent).toEqual(fields)
    expect(report.effective.enabled).toBe(true)
    expect(report.effective.effort).toBe(effective)
    expect(report.notes.length > 0).toBe(effective !== effort)
  })

  it('is a budget where there is nothing else', () => {
    const { fields, report } = write('dashscope', 'qwen-plus', { effort: 'low' })
    expect(fields).toEqual({ enable_thinking: true, thinking_budget: 2048 })
    expect(report.notes).toEqual(['qwen-plus at dashscope has no grades of effort: low was sent as a budget of 2048 tokens.'])
  })
})

describe('off', () => {
  it.each([
    ['openai', 'gpt-5.1', { reasoning_effort: 'none' }],
    ['openai', 'gpt-6-luna', { reasoning_effort: 'none' }],
    ['openai', 'gpt-6.1-terra', { reasoning_effort: 'none' }],
    ['deepseek', 'deepseek-v4-flash', { thinking: { type: 'disabled' } }],
    ['moonshot', 'kimi-k2.6', { thinking: { type: 'disabled' } }],
    ['zai', 'glm-4.7', { thinking: { type: 'disabled' } }],
    ['groq', 'qwen/qwen3-32b', { reasoning_effort: 'none' }],
    ['mistral', 'mistral-small-latest', { reasoning_effort: 'none' }],
    ['dashscope', 'qwen-plus', { enable_thinking: false }],
    ['openrouter', 'z-ai/glm-4.6', { reasoning: { enabled: false } }],
    ['ollama', 'qwen3', { reasoning_effort: 'none' }],
    ['llamacpp', 'qwen3', { chat_template_kwargs: { enable_thinking: false } }],
    ['vllm', 'Qwen/Qwen3-8B', { chat_template_kwargs: { enable_thinking: false } }],
    ['vllm', 'deepseek-ai/DeepSeek-V3.1', { chat_template_kwargs: { thinking: false } }],
    ['minimax', 'MiniMax-M3', { thinking: { type: 'disabled' } }],
    ['google', 'gemini-2.5-flash', { reasoning_effort: 'none' }],
    ['cerebras', 'zai-glm-4.7', { reasoning_effort: 'none' }],
    ['siliconflow', 'Qwen/Qwen3-32B', { enable_thinking: false }],
    ['modelscope', 'Qwen/Qwen3-8B', { enable_thinking: false }],
    ['novita', 'zai-org/glm-4.5', { enable_thinking: false }],
    ['novita', 'deepseek/deepseek-v3.1-terminus', { enable_thinking: false }],
    ['snowflake', 'claude-4-sonnet', {}],
    ['baseten', 'moonshotai/Kimi-K2.6', { chat_template_args: { enable_thinking: false } }],
    ['databricks', 'databricks-claude-opus-4-5', { thinking: { type: 'disabled' } }],
    ['upstage', 'solar-pro4', { reasoning_effort: 'none' }],
    ['upstage', 'solar-pro3', {}],
    ['upstage', 'solar-mini', {}],
    ['volcengine', 'doubao-seed-1-6', { thinking: { type: 'disabled' } }],
    ['xiaomi', 'mimo-v2.5', { thinking: { type: 'disabled' } }],
    ['siliconflow', 'zai-org/GLM-5.2', { enable_thinking: false }],
    ['nvidia', 'deepseek-ai/deepseek-v4-pro', { reasoning_effort: 'none' }],
    ['nvidia', 'deepseek-ai/deepseek-v3.1', { chat_template_kwargs: { thinking: false } }],
    ['nvidia', 'qwen/qwen3.5-397b-a17b', { chat_template_kwargs: { enable_thinking: false } }],
    ['cloudflare', '@cf/zai-org/glm-4.7-flash', { chat_template_kwargs: { enable_thinking: false } }],
    ['friendli', 'zai-org/GLM-5.2', { chat_template_kwargs: { enable_thinking: false } }],
    ['deepinfra', 'Qwen/Qwen3-235B-A22B', { reasoning_effort: 'none' }],
    ['tencent', 'hy3-preview', { thinking: { type: 'disabled' } }],
    ['tencent', 'hunyuan-a13b', { enable_thinking: false }],
    ['perplexity', 'sonar', {}],
    ['inception', 'mercury-2', { reasoning_effort: 'instant' }],
    ['sarvam', 'sarvam-105b', { reasoning_effort: null }],
    ['wandb', 'Qwen/Qwen3.5-27B', { chat_template_kwargs: { enable_thinking: false } }],
    ['wandb', 'deepseek-ai/DeepSeek-V4-Flash', { chat_template_kwargs: { enable_thinking: false } }],
    ['huawei', 'deepseek-v4-flash', { thinking: { type: 'disabled' } }],
    ['huawei', 'deepseek-v3.2', { thinking: { type: 'disabled' } }],
    ['google-vertex', 'google/gemini-2.5-flash', { reasoning_effort: 'none' }],
    ['google-vertex', 'deepseek-ai/deepseek-v3.2-maas', { chat_template_kwargs: { thinking: false } }],
    ['google-vertex', 'google/gemma-4-26b-a4b-it-maas', { chat_template_kwargs: { enable_thinking: false } }],
    ['novita', 'deepseek/deepseek-v3.2', { enable_thinking: false }],
    ['qianfan', 'ernie-4.5-turbo-vl-preview', { enable_thinking: false }],
  ])('%s %s', (provider, model, fields) => {
    for (const knobs of [{ enabled: false }, { effort: 'none' }, { budgetTokens: 0 }] satisfies Knobs[]) {
      const { fields: sent, report } = write(provider, model, knobs)
      expect(sent).toEqual(fields)
      expect(report.effective.enabled).toBe(false)
      expect(report.notes).toEqual([])
    }
  })

  it.each(['gpt-6-astra', 'gpt-6.1-sol', 'gpt-6.2-astra-2026-11-03'])('is not to be had of %s', (model) => {
    const { fields, report } = write('openai', model, { enabled: false })
    expect(fields).toEqual({ reasoning_effort: 'low' })
    expect(report.effective).toMatchObject({ enabled: true, effort: 'low' })
    expect(report.notes).toHaveLength(1)
  })

  it.each([
    ['meta', 'muse-spark-1.3', 'minimal'],
    ['perplexity', 'sonar-reasoning-pro', 'minimal'],
    ['stepfun', 'step-3.7-flash', 'low'],
    ['stepfun', 'step-4', 'low'],
    ['sglang', 'openai/gpt-oss-20b', 'low'],
    ['nvidia', 'openai/gpt-oss-120b', 'low'],
    ['wandb', 'openai/gpt-oss-120b', 'low'],
    ['fireworks', 'accounts/fireworks/models/glm-5p3-flash', 'low'],
    ['novita', 'zai-org/glm-5.3', 'low'],
    ['huggingface', 'moonshotai/Kimi-K3', 'low'],
  ] as const)('becomes the least effort of a model that always thinks: %s %s', (provider, model, effort) => {
    const { fields, report } = write(provider, model, { enabled: false })
    expect(fields).toEqual({ reasoning_effort: effort })
    expect(report.effective).toMatchObject({ enabled: true, effort })
    expect(report.notes).toHaveLength(1)
  })

  it.each([
    ['openai/gpt-oss-120b', { enabled: false }, 'low'],
    ['openai/gpt-oss-120b', { effort: 'xhigh' }, 'high'],
    ['zai-org/GLM-5.3', { effort: 'xhigh' }, 'high'],
    ['zai-org/GLM-5.3-Flash', { enabled: false }, 'low'],
    ['moonshotai/Kimi-K3.1', { effort: 'none' }, 'low'],
    ['zai-org/GLM-5.2', { enabled: false }, 'none'],
    ['moonshotai/Kimi-K2.6', { effort: 'minimal' }, 'minimal'],
  ] as const)('and efforts are those of the maker at an unknown host: %s %j', (model, knobs, sent) => {
    for (const provider of [undefined, 'example']) expect(write(provider, model, knobs).fields).toEqual({ reasoning_effort: sent })
  })

  it('that only hides is said to be that', () => {
    const { fields, report } = write('groq', 'openai/gpt-oss-20b', { enabled: false })
    expect(fields).toEqual({ reasoning_effort: 'low', include_reasoning: false })
    expect(report.effective).toEqual({ enabled: true, effort: 'low', visibility: 'none' })
    expect(report.notes.join()).toMatch(/switching it off only hides the reasoning, which is billed/)
  })

  it('that is not possible is said to be that', () => {
    expect(write('ollama', 'gpt-oss:20b', { enabled: false })).toEqual({
      fields: { reasoning_effort: 'low' },
      report: {
        asked: { enabled: false },
        sent: { reasoning_effort: 'low' },
        effective: { enabled: true, effort: 'low', visibility: 'full' },
        notes: ['gpt-oss:20b at ollama always thinks: it cannot be turned off, and makes the least effort, low.'],
      },
    })
    expect(write('moonshot', 'kimi-k2-thinking', { enabled: false }).report).toMatchObject({ sent: {}, effective: { enabled: true } })
  })

  it('needs nothing where the model does not think', () => {
    expect(write('openai', 'gpt-4o', { enabled: false })).toMatchObject({
      fields: {},
      report: { effective: { enabled: false }, notes: [] },
    })
    expect(write('openai', 'gpt-4o', { effort: 'high' }).report.notes.join()).toMatch(/does not think/)
  })
})

describe('a budget', () => {
  it.each([
    ['openrouter', 'anthropic/claude-haiku-4.5', 2000, { reasoning: { max_tokens: 2000 } }],
    ['openrouter', 'anthropic/claude-haiku-4.5', 100, { reasoning: { max_tokens: 1024 } }],
    ['llamacpp', 'qwen3', 500, { chat_template_kwargs: { enable_thinking: true }, thinking_budget_tokens: 500 }],
    ['databricks', 'databricks-claude-opus-4-5', 100, { thinking: { type: 'enabled', budget_tokens: 1024 } }],
    ['fireworks', 'qwen3', 2000, { thinking: { type: 'enabled', budget_tokens: 2000 } }],
    ['google', 'gemini-2.5-pro', 100_000, { extra_body: { google: { thinking_config: { thinking_budget: 32_768 } } } }],
    ['deepseek', 'deepseek-v4-flash', 5000, { reasoning_effort: 'high', thinking: { type: 'enabled' } }],
    ['zai', 'glm-4.7', 5000, { thinking: { type: 'enabled' } }],
  ])('%s %s: %i', (provider, model, budgetTokens, fields) => {
    expect(write(provider, model, { budgetTokens }).fields).toEqual(fields)
  })

  it('says more than an effort where only one of them may be there', () => {
    const { fields, report } = write('openrouter', 'anthropic/claude-haiku-4.5', { effort: 'high', budgetTokens: 3000 })
    expect(fields).toEqual({ reasoning: { max_tokens: 3000 } })
    expect(report.notes).toEqual(['openrouter takes an effort or a budget, not both: the budget was sent.'])
  })

  it('stays below the whole output', () => {
    const sampling = { maxOutputTokens: 2000 }
    const { fields, report } = write('openrouter', 'anthropic/claude-haiku-4.5', { budgetTokens: 4000 }, { sampling })
    expect(fields).toEqual({ max_tokens: 2000, reasoning: { max_tokens: 1600 } })
    expect(report.effective.budgetTokens).toBe(1600)
    expect(report.notes.join()).toMatch(/has to be less than the 2000 tokens of the whole output/)
  })

  it('leaves something for the answer, where an effort is one', () => {
    const { fields } = write('dashscope', 'qwen3-max', { effort: 'max' }, { sampling: { maxOutputTokens: 4000 } })
    expect(fields).toEqual({ max_tokens: 4000, enable_thinking: true, thinking_budget: 3200 })
  })

  it('is never below the least that is taken', () => {
    const { fields } = write('openrouter', 'anthropic/claude-haiku-4.5', { budgetTokens: 4000 }, { sampling: { maxOutputTokens: 1100 } })
    expect(fields).toEqual({ max_tokens: 1100, reasoning: { max_tokens: 1024 } })
  })

  it('that cannot is refused', () => {
    const sampling = { maxOutputTokens: 500 }
    expect(() => write('openrouter', 'anthropic/claude-haiku-4.5', { budgetTokens: 4000 }, { sampling })).toThrow(/1024 tokens at least/)
  })
})

describe('visibility', () => {
  it.each([
    ['openrouter', 'z-ai/glm-4.6', 'none', { reasoning: { exclude: true } }, 'none'],
    ['openrouter', 'z-ai/glm-4.6', 'full', { reasoning: { exclude: false } }, 'full'],
    ['groq', 'qwen/qwen3-32b', 'none', { reasoning_format: 'hidden' }, 'none'],
    ['cerebras', 'gpt-oss-120b', 'none', { reasoning_format: 'hidden' }, 'none'],
    ['vllm', 'Qwen/Qwen3-8B', 'none', { include_reasoning: false }, 'none'],
    ['google', 'gemini-3-pro', 'full', { extra_body: { google: { thinking_config: { include_thoughts: true } } } }, 'full'],
    ['openai', 'gpt-5', 'none', {}, 'none'],
    ['openai', 'gpt-5', 'full', {}, 'none'],
    ['deepseek', 'deepseek-v4-flash', 'none', {}, 'full'],
    ['deepseek', 'deepseek-v4-flash', 'summary', {}, 'full'],
  ] as const)('%s %s: %s', (provider, model, visibility, fields, effective) => {
    const { fields: sent, report } = write(provider, model, { visibility })
    expect(sent).toEqual(fields)
    expect(report.effective.visibility).toBe(effective)
    expect(report.notes.length > 0).toBe(visibility !== effective)
  })
})

describe('settings that a client sent', () => {
  const relay = (provider: string | undefined, model: string, fields: Record<string, unknown>, change: Knobs = {}) => {
    const read = wire.readRequest!({ model, messages: [], ...fields })
    const knobs = { ...read.knobs, ...change }
    return wire.writeRequest!({ ...read, knobs }, { ...(provider !== undefined && { provider }), wire: 'openai-chat', model })
  }
  const sent = (...params: Parameters<typeof relay>) => {
    const { model: _, messages: __, ...fields } = relay(...params).body
    return fields
  }

  it.each([
    ['zai', 'glm-4.7', { thinking: { type: 'enabled', clear_thinking: false } }],
    ['moonshot', 'kimi-k2.6', { thinking: { type: 'enabled', keep: 'all' } }],
    ['cerebras', 'zai-glm-4.7', { clear_thinking: false, reasoning_effort: 'none' }],
    ['deepseek', 'deepseek-v4-flash', { reasoning_effort: 'medium' }],
    ['llamacpp', 'qwen3', { chat_template_kwargs: { enable_thinking: false, other: 1 }, reasoning_format: 'none' }],
    ['llamacpp', 'qwen3', { reasoning_effort: 'none' }],
    ['openrouter', 'z-ai/glm-4.6', { reasoning: { effort: 'none' } }],
    ['openrouter', 'z-ai/glm-4.6', { include_reasoning: true }],
    ['minimax', 'MiniMax-M2', { reasoning_split: true }],
    ['nobody', 'm', { reasoning_effort: 'ultra', enable_thinking: false, think: 'high' }],
  ])('stay as they were written where they are understood: %s %s %j', (provider, model, fields) => {
    expect(sent(provider, model, fields)).toEqual(fields)
  })

  it.each([
    ['llamacpp', 'qwen3', { reasoning: { enabled: false } }, { chat_template_kwargs: { enable_thinking: false } }],
    ['llamacpp', 'qwen3', { reasoning: { enabled: true, exclude: true } }, { chat_template_kwargs: { enable_thinking: true } }],
    ['zai', 'glm-4.7', { reasoning_effort: 'none' }, { thinking: { type: 'disabled' } }],
    ['openai', 'gpt-5', { thinking: { type: 'enabled', budget_tokens: 1000 } }, { reasoning_effort: 'minimal' }],
    ['openai', 'gpt-5', { reasoning_effort: 'default' }, {}],
    ['openai', 'gpt-5', { reasoning_effort: 'max' }, { reasoning_effort: 'high' }],
    ['groq', 'llama-3.3-70b', { reasoning_effort: 'low' }, {}],
    ['cerebras', 'gpt-oss-120b', { disable_reasoning: true }, { reasoning_effort: 'low', reasoning_format: 'hidden' }],
    [
      'openrouter',
      'z-ai/glm-4.6',
      { thinking: { type: 'disabled', clear_thinking: false } },
      { thinking: { clear_thinking: false }, reasoning: { enabled: false } },
    ],
    ['minimax', 'MiniMax-M3', { thinking: { type: 'enabled' } }, { thinking: { type: 'adaptive' } }],
  ])('are said in the words of the provider where it has others: %s %s %j', (provider, model, fields, written) => {
    expect(sent(provider, model, fields)).toEqual(written)
  })

  it('of llama.cpp: excluded reasoning is made, and the gateway withholds it', () => {
    const { knobs } = relay('llamacpp', 'qwen3', { reasoning: { enabled: true, exclude: true } })
    expect(knobs).toEqual({
      asked: { enabled: true, visibility: 'none' },
      sent: { 'chat_template_kwargs.enable_thinking': true },
      effective: { enabled: true, visibility: 'full' },
      notes: ['qwen3 at llamacpp has no field that hides the reasoning. Withhold it before you pass the response on.'],
    })
  })

  it('are written anew where they were changed', () => {
    expect(sent('llamacpp', 'qwen3', { chat_template_kwargs: { enable_thinking: true, other: 1 } }, { enabled: false })).toEqual({
      chat_template_kwargs: { other: 1, enable_thinking: false },
    })
    expect(sent('deepseek', 'deepseek-v4-flash', { reasoning_effort: 'low' }, { effort: 'max' })).toEqual({
      reasoning_effort: 'max',
      thinking: { type: 'enabled' },
    })
  })

  it('that the provider ignores are passed on, and said to be ignored', () => {
    const { body, knobs } = relay('ollama', 'qwen3', { enable_thinking: false })
    expect(body.enable_thinking).toBe(false)
    expect(knobs.effective).toEqual({ visibility: 'full' })
    expect(knobs.notes.join()).toMatch(/ollama accepts enable_thinking and does not act upon it/)
  })
})

describe('nothing asked', () => {
  it.each([
    ['openai', 'gpt-5', { enabled: true, visibility: 'none' }],
    ['openai', 'gpt-4o', { enabled: false }],
    ['deepseek', 'deepseek-v4-flash', { enabled: true, visibility: 'full' }],
    ['openrouter', 'anthropic/claude-haiku-4.5', { enabled: false }],
    ['llamacpp', 'qwen3', { visibility: 'full' }],
    ['nobody', 'm', {}],
    [undefined, 'm', {}],
  ])('%s %s', (provider, model, effective) => {
    expect(write(provider, model, undefined)).toEqual({ fields: {}, report: { asked: {}, sent: {}, effective, notes: [] } })
  })

  it("an unknown provider is asked in OpenAI's words, and nothing is promised", () => {
    expect(write('nobody', 'm', { effort: 'low' })).toMatchObject({ fields: { reasoning_effort: 'low' }, report: { effective: {} } })
    expect(write('nobody', 'm', { enabled: false }).report).toMatchObject({ sent: { reasoning_effort: 'none' }, effective: {} })
  })
})

const samples = [...knobRows, { provider: 'nobody', model: 'm' }]
const anyKnobs = fc.record(
  {
    enabled: fc.boolean(),
    effort: fc.constantFrom(...efforts),
    budgetTokens: fc.constantFrom(0, 1, 1500, 100_000),
    visibility: fc.constantFrom('full' as const, 'summary' as const, 'none' as const),
  },
  { requiredKeys: [] },
)

test.each(samples)(
  '$provider $model: what was written is what the provider reads, and is not written otherwise again',
  ({ provider, model }) => {
    const target = { provider, wire: 'openai-chat', model }
    fc.assert(
      fc.property(anyKnobs, (knobs) => {
        const { body, knobs: report } = wire.writeRequest!({ messages: [], knobs }, target)
        const read = wire.readRequest!(body)
        const { enabled } = report.effective
        const isSent = ['enabled', 'effort', 'budgetTokens'].some((name) => Object.hasOwn(read.knobs ?? {}, name))
        if (enabled === false && isSent) expect(read.knobs?.enabled).toBe(false)
        if (enabled === true) expect(read.knobs?.enabled).not.toBe(false)
        const again = wire.writeRequest!(read, target)
        expect(again.body).toEqual(body)
        if (isSent) expect(again.knobs.effective, 'knob-fields.ts reads no such field, or reads another value').toEqual(report.effective)
      }),
    )
  },
)
