import type { Effort } from '@reason/core/conversation'
import { bestRow, type RowForModels } from '@reason/wire-kit'

/** Reasoning settings of OpenAI's models. */
export interface OpenaiModel extends RowForModels {
  reasons: boolean
  /** Accepted efforts. Empty: the provider refuses the parameter. */
  efforts: readonly Effort[]
  /** Effort if the request sets none. Absent: not known. */
  byDefault?: Effort
}

const common: readonly Effort[] = ['low', 'medium', 'high']

/**
 * Efforts by model, from OpenAI's reference and its refusals. The longest matching pattern wins, so that a model newer
 * than this table counts as one of its family.
 */
export const openaiModels: readonly OpenaiModel[] = [
  { models: ['gpt-3*', 'gpt-4*', 'chatgpt-*', 'gpt-5-chat*'], reasons: false, efforts: [] },
  { models: ['o1-mini*', 'o1-preview*'], reasons: true, efforts: [] },
  { models: ['o1', 'o1-*', 'o3', 'o3-*', 'o4-*', 'codex-mini*'], reasons: true, efforts: common, byDefault: 'medium' },
  { models: ['o3-deep-research*', 'o4-mini-deep-research*'], reasons: true, efforts: ['medium'], byDefault: 'medium' },
  { models: ['gpt-5', 'gpt-5-*'], reasons: true, efforts: ['minimal', ...common], byDefault: 'medium' },
  { models: ['gpt-5-codex*', 'gpt-5.1-codex*'], reasons: true, efforts: common, byDefault: 'medium' },
  { models: ['gpt-5.1-codex-max*'], reasons: true, efforts: [...common, 'xhigh'], byDefault: 'medium' },
  { models: ['gpt-5-pro*'], reasons: true, efforts: ['high'], byDefault: 'high' },
  { models: ['gpt-5.*-chat*'], reasons: true, efforts: ['medium'], byDefault: 'medium' },
  { models: ['gpt-5.1', 'gpt-5.1-*'], reasons: true, efforts: ['none', ...common], byDefault: 'none' },
  { models: ['gpt-5.*'], reasons: true, efforts: ['none', ...common, 'xhigh'] },
  // OpenAI documents the default of these models, and none for the other 5.x models.
  { models: ['gpt-5.2*', 'gpt-5.4*'], reasons: true, efforts: ['none', ...common, 'xhigh'], byDefault: 'none' },
  { models: ['gpt-5.*-codex*'], reasons: true, efforts: [...common, 'xhigh'], byDefault: 'medium' },
  { models: ['gpt-5.*-pro*'], reasons: true, efforts: ['medium', 'high', 'xhigh'], byDefault: 'medium' },
  {
    models: ['gpt-5.6*', 'gpt-5.7*', 'gpt-5.8*', 'gpt-5.9*', ...[6, 7, 8, 9].map((major) => `gpt-${major}*`)],
    reasons: true,
    efforts: ['none', ...common, 'xhigh', 'max'],
    byDefault: 'medium',
  },
  // These always think: `none` is refused (model pages of gpt-6-astra and gpt-6.1-sol).
  { models: ['gpt-*-astra*'], reasons: true, efforts: [...common, 'xhigh', 'max'], byDefault: 'medium' },
  { models: ['gpt-*-sol*'], since: 6.1, reasons: true, efforts: [...common, 'xhigh', 'max'], byDefault: 'medium' },
  { models: ['gpt-oss*'], reasons: true, efforts: common, byDefault: 'medium' },
]

/** @returns Undefined for a model of another vendor, and for a deployment with a custom name. */
export function openaiModel(name: string): OpenaiModel | undefined {
  // Bedrock's names: openai.gpt-5.6-luna, openai.gpt-oss-20b-1:0.
  return bestRow(openaiModels, name.replace(/^(?:[a-z]{2,6}\.)?openai\./, ''))
}

/** Returns the effort itself if a model supports it, else the next higher one, else the highest. It never turns off requested reasoning. */
export function supportedEffort(asked: Effort, supported: readonly Effort[]): Effort | undefined {
  if (supported.includes(asked)) return asked
  const levels = supported.filter((effort) => effort !== 'none').toSorted((one, other) => rank(one) - rank(other))
  return levels.find((effort) => rank(effort) > rank(asked)) ?? levels.at(-1)
}

const order: readonly Effort[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']
const rank = (effort: Effort): number => order.indexOf(effort)
