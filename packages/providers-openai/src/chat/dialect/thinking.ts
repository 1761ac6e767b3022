import type { Effort } from '@reason/core/conversation'
import type { ByModel } from '../../shared/by-model.ts'
import type { KnobRow } from './knob-row.ts'

/** Maps efforts to provider names that are the same words. */
export const words = (...list: Effort[]): Partial<Record<Effort, string>> => Object.fromEntries(list.map((word) => [word, word]))

/** Names that nearly all providers know. */
export const three = words('low', 'medium', 'high')

/** OpenAI's field, with the efforts that a provider knows. */
export const reasoningEffort = (...list: Effort[]) => ({ path: 'reasoning_effort', words: words(...list) })
export const threeEfforts = { path: 'reasoning_effort', words: three } as const

/** Settings of GLM from 5.3 on, and of Kimi from K3 on, at most hosts. */
export const alwaysToMax = { thinks: 'always', shows: 'full', effort: reasoningEffort('low', 'high', 'max') } as const

export const thinkingType = { path: 'thinking.type', on: 'enabled', off: 'disabled' } as const
export const enableThinking = { path: 'enable_thinking', on: true, off: false } as const

/** Switches of chat templates. Most templates call it `enable_thinking`; those of DeepSeek, Kimi and Granite call it `thinking`. */
export const templateEnableThinking = { path: 'chat_template_kwargs.enable_thinking', on: true, off: false } as const
export const templateThinking = { path: 'chat_template_kwargs.thinking', on: true, off: false } as const

/** Rows of services that pass `chat_template_kwargs` to the chat template of an open model. `takes` is for models with a switch. */
export const templateSwitches = (source: string, { effort, takes = [], ...rest }: Partial<KnobRow> = {}): ByModel<KnobRow> => {
  const row = { shows: 'full', ...rest, source } as const
  return [
    { ...row, models: ['*gpt-oss*'], thinks: 'always', effort: threeEfforts },
    // The templates of these models call it `thinking`.
    { ...row, models: ['*deepseek*', '*granite*', '*kimi*'], toggle: templateThinking, takes },
    { ...row, toggle: templateEnableThinking, takes: ['chat_template_kwargs.thinking', ...takes], ...(effort && { effort }) },
  ]
}

/** Fields that hide or show the reasoning. The model thinks and the provider bills in both cases. */
export const includeReasoning = hiddenBy('include_reasoning', false, true)
export const reasoningFormat = hiddenBy('reasoning_format', 'hidden', 'parsed')
export const includeThoughts = hiddenBy('extra_body.google.thinking_config.include_thoughts', false, true)

function hiddenBy<Value>(path: string, hidden: Value, shown: Value) {
  return { hide: { path, value: hidden }, show: { path, value: shown } }
}
