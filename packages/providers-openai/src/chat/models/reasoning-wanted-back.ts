import type { ForModels } from '../../shared/by-model.ts'
import type { ReplayRow } from '../dialect/replay-row.ts'

export const reasoningWanted = {
  whenMissing: 'empty',
  emptyWithToolsOnly: true,
  because: 'with tools, this model wants reasoning_content on every message of the assistant',
  source: 'as the makers of these models',
} as const

/** Rows of models whose services refuse a step of a tool loop if a message lacks its reasoning, whichever provider serves them. */
export const reasoningWantedBack = (row: Omit<ReplayRow, 'because' | 'source'>): ForModels<ReplayRow>[] => [
  { ...row, ...reasoningWanted, models: ['*deepseek*'], since: 3.2 },
  { ...row, ...reasoningWanted, models: ['*kimi*'], since: 2.5 },
  { ...row, ...reasoningWanted, models: ['*mimo*'], since: 2 },
  { ...row, ...reasoningWanted, models: ['*deepseek-flash*', '*kimi-k2-thinking*'] },
]
