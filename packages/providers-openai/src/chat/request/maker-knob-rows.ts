import type { Effort } from '@reason/core/conversation'
import { deepseek } from '../../shared/deepseek.ts'
import { openaiModels } from '../../shared/openai-models.ts'
import { kimisWithoutThinking } from '../models/kimi.ts'
import type { ListedKnobRow } from './listed.ts'
import { three, words } from '../dialect-parts/thinking.ts'

const switched = { path: 'thinking.type', on: 'enabled', off: 'disabled' } as const

const openai = (provider: string): ListedKnobRow[] =>
  openaiModels.map(({ models, reasons, efforts, byDefault }): ListedKnobRow => {
    const thinks = thinksOf(reasons, efforts, byDefault)
    return {
      provider,
      models,
      ...(thinks !== undefined && { thinks }),
      shows: 'none',
      ...(efforts.length > 0 && { effort: { path: 'reasoning_effort', words: words(...efforts) } }),
      source: 'API reference, reasoning_effort: values differ by model',
    }
  })

function thinksOf(reasons: boolean, efforts: readonly Effort[], byDefault: Effort | undefined): ListedKnobRow['thinks'] {
  if (!reasons) return 'never'
  if (!efforts.includes('none')) return 'always'
  if (byDefault === undefined) return undefined
  return byDefault === 'none' ? 'if-asked' : 'by-default'
}

const deepseekModels: { models?: readonly string[]; byDefault: Effort }[] = [
  { byDefault: deepseek.byDefault },
  { models: deepseek.notByDefault, byDefault: 'none' },
]

/** Those who serve their own models. */
export const makerKnobRows: readonly ListedKnobRow[] = [
  ...openai('openai'),
  ...openai('azure'),
  {
    provider: 'dashscope',
    shows: 'full',
    toggle: { path: 'enable_thinking', on: true, off: false },
    budget: { path: 'thinking_budget', min: 1 },
    source: 'API documentation, deep thinking',
  },
  ...deepseekModels.map(({ models, byDefault }): ListedKnobRow => ({
    provider: 'deepseek',
    ...(models !== undefined && { models }),
    thinks: byDefault === 'none' ? 'if-asked' : 'by-default',
    shows: 'full',
    toggle: switched,
    effort: { path: 'reasoning_effort', words: { ...words(...deepseek.efforts), ...deepseek.as } },
    source: 'API documentation, "Thinking Mode": minimal counts as low, medium and xhigh as high',
  })),
  { provider: 'deepseek', models: ['deepseek-r1*'], thinks: 'always', shows: 'full', source: 'API documentation: no setting' },
  {
    provider: 'google',
    thinks: 'by-default',
    shows: 'none',
    effort: { path: 'reasoning_effort', words: words('none', 'minimal', 'low', 'medium', 'high') },
    budget: { path: 'extra_body.google.thinking_config.thinking_budget', min: 1 },
    show: { path: 'extra_body.google.thinking_config.include_thoughts', value: true },
    hide: { path: 'extra_body.google.thinking_config.include_thoughts', value: false },
    takes: ['extra_body.google.thinking_config.thinking_level'],
    oneOf: true,
    source: 'API documentation, OpenAI compatibility',
  },
  {
    provider: 'google',
    models: ['*gemini-2.5-pro*'],
    thinks: 'always',
    shows: 'none',
    effort: { path: 'reasoning_effort', words: words('minimal', 'low', 'medium', 'high') },
    budget: { path: 'extra_body.google.thinking_config.thinking_budget', min: 128, max: 32_768 },
    show: { path: 'extra_body.google.thinking_config.include_thoughts', value: true },
    hide: { path: 'extra_body.google.thinking_config.include_thoughts', value: false },
    oneOf: true,
    source: 'API documentation: thinking of 2.5 Pro cannot be turned off',
  },
  {
    provider: 'google',
    models: ['*gemini-3*'],
    thinks: 'always',
    shows: 'none',
    effort: { path: 'reasoning_effort', words: words('minimal', 'low', 'medium', 'high') },
    show: { path: 'extra_body.google.thinking_config.include_thoughts', value: true },
    hide: { path: 'extra_body.google.thinking_config.include_thoughts', value: false },
    takes: ['extra_body.google.thinking_config.thinking_level', 'extra_body.google.thinking_config.thinking_budget'],
    source: 'API documentation: thinking of 3 cannot be turned off, and goes by level',
  },
  {
    provider: 'minimax',
    models: ['*minimax-m3*'],
    thinks: 'by-default',
    shows: 'full',
    toggle: { path: 'thinking.type', on: 'adaptive', off: 'disabled' },
    source: 'API documentation',
  },
  { provider: 'minimax', thinks: 'always', shows: 'full', source: 'API documentation: M2 always thinks' },
  {
    provider: 'mistral',
    models: ['*mistral-small*', '*mistral-medium*'],
    thinks: 'if-asked',
    shows: 'full',
    effort: { path: 'reasoning_effort', words: { none: 'none', high: 'high' } },
    source: 'API documentation, reasoning: none or high',
  },
  { provider: 'mistral', models: ['*magistral*'], thinks: 'always', shows: 'full', source: 'API documentation: Magistral always thinks' },
  { provider: 'mistral', thinks: 'never', source: 'API documentation: other models do not think' },
  {
    provider: 'moonshot',
    models: ['*kimi-k2.5*', '*kimi-k2.6*', '*kimi-k2-5*', '*kimi-k2-6*', '*kimi-latest*'],
    thinks: 'by-default',
    shows: 'full',
    toggle: switched,
    source: 'API documentation, thinking models',
  },
  {
    provider: 'moonshot',
    models: ['*kimi-k3*'],
    thinks: 'always',
    shows: 'full',
    effort: { path: 'reasoning_effort', words: words('low', 'high', 'max') },
    source: 'API documentation: K3 always thinks, and refuses none',
  },
  {
    provider: 'moonshot',
    models: ['*kimi-k2-thinking*', '*kimi-k2.7*', '*kimi-k2-7*', '*kimi-thinking*'],
    thinks: 'always',
    shows: 'full',
    takes: ['thinking.type'],
    source: 'API documentation, thinking models',
  },
  { provider: 'moonshot', models: kimisWithoutThinking, thinks: 'never', source: 'API documentation: these models do not think' },
  { provider: 'moonshot', shows: 'full', toggle: switched, source: 'API documentation: models since K2.5 think' },
  { provider: 'volcengine', shows: 'full', toggle: switched, source: 'API documentation, deep thinking' },
  {
    provider: 'xai',
    models: ['*grok-3-mini*'],
    thinks: 'always',
    shows: 'full',
    effort: { path: 'reasoning_effort', words: words('low', 'high') },
    source: 'API documentation: low or high',
  },
  {
    provider: 'xai',
    models: ['*grok-4', '*grok-4-0709*', '*grok-4-latest*', '*grok-4*-reasoning*', '*grok-4-fast*', '*grok-4.1-fast*', '*grok-4-1-fast*'],
    thinks: 'always',
    shows: 'none',
    source: 'API documentation: no reasoning_effort; recorded: nothing of it is shown',
  },
  { provider: 'xai', models: ['*grok-code*'], thinks: 'always', shows: 'full', source: 'API documentation; recorded responses' },
  { provider: 'xai', models: ['*non-reasoning*', '*grok-2*', '*grok-3', '*grok-3-fast*'], thinks: 'never', source: 'API documentation' },
  {
    provider: 'xai',
    models: ['*grok-4.3*'],
    thinks: 'by-default',
    shows: 'none',
    effort: { path: 'reasoning_effort', words: words('none', 'low', 'medium', 'high') },
    source: 'API documentation, reasoning: low unless another is asked for',
  },
  {
    provider: 'xai',
    models: ['*grok-4.5*'],
    thinks: 'always',
    shows: 'none',
    effort: { path: 'reasoning_effort', words: three },
    source: 'API documentation, reasoning: high unless another is asked for, and it cannot be turned off',
  },
  {
    provider: 'xai',
    shows: 'none',
    effort: { path: 'reasoning_effort', words: words('none', 'low', 'medium', 'high', 'xhigh') },
    source: 'API documentation, reasoning_effort: values differ by model',
  },
  { provider: 'xiaomi', shows: 'full', toggle: switched, source: 'API documentation, deep thinking' },
  {
    provider: 'zai',
    models: ['*glm-5.2*', '*glm-5.3*', '*glm-5.4*', '*glm-5.5*', '*glm-6*'],
    thinks: 'by-default',
    shows: 'full',
    toggle: switched,
    effort: { path: 'reasoning_effort', words: three },
    source: 'API documentation: reasoning_effort from GLM-5.2 on',
  },
  { provider: 'zai', thinks: 'by-default', shows: 'full', toggle: switched, source: 'API documentation, deep thinking' },
]
