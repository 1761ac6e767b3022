import { isSameModel } from '../src/conversation/same-model.ts'
import { describe, expect, it } from 'vitest'

describe('isSameModel', () => {
  it.each([
    ['gpt-5', 'gpt-5-2025-08-07'],
    ['anthropic/claude-haiku-4.5', 'anthropic/claude-4.5-haiku-20251001'],
    ['claude-sonnet-4-5', 'claude-sonnet-4-5@20250929'],
    ['google/gemini-3.1-flash-lite-preview', 'google/gemini-3.1-flash-lite-preview-20260303'],
    ['Qwen/Qwen3-8B', 'qwen3-8b'],
    ['claude-3-7-sonnet-latest', 'claude-3-7-sonnet-20250219'],
  ])('%s is %s', (one, other) => {
    expect(isSameModel(one, other)).toBe(true)
    expect(isSameModel(other, one)).toBe(true)
  })

  it.each([
    ['gpt-5', 'gpt-5-mini'],
    ['gpt-5', 'gpt-5.1'],
    ['claude-sonnet-4', 'claude-sonnet-4-5-20250929'],
    ['claude-opus-4-5', 'claude-sonnet-4-5'],
    ['minimax/minimax-m2', 'minimax/minimax-m2:free'],
    ['deepseek-reasoner', 'deepseek-v4-flash'],
    ['gpt-4.5', 'gpt-5.4'],
    ['claude-sonnet-4-5', 'claude-5-4-sonnet'],
    ['', 'gpt-5'],
  ])('%s is not %s', (one, other) => expect(isSameModel(one, other)).toBe(false))
})
