import { describe, expect, it } from 'vitest'
import { serves } from '../src/models.ts'

const upstream = (models: string[], aliases: Record<string, string> = {}) => ({ models, aliases })

describe('an upstream', () => {
  it.each([
    ['serves a model by its name', upstream(['qwen3-8b']), 'Qwen/Qwen3-8B', { model: 'Qwen/Qwen3-8B', byCatchAll: false }],
    ['serves one by a pattern', upstream(['gpt-*']), 'gpt-5', { model: 'gpt-5', byCatchAll: false }],
    ['serves anything as a catch-all', upstream(['*']), 'gpt-5', { model: 'gpt-5', byCatchAll: true }],
    ['names what is also under its catch-all', upstream(['*', 'gpt-*']), 'gpt-5', { model: 'gpt-5', byCatchAll: false }],
    ['serves an alias', upstream(['qwen*'], { fast: 'qwen3-8b' }), 'fast', { model: 'qwen3-8b', byCatchAll: false }],
    ['calls anything what it has', upstream([], { '*': 'qwen3-8b' }), 'gpt-5', { model: 'qwen3-8b', byCatchAll: false, byAnyAlias: true }],
    [
      'takes the longer of two aliases',
      upstream([], { '*': 'a', 'gpt-*': 'b', 'gpt-5*': 'c' }),
      'gpt-5-mini',
      { model: 'c', byCatchAll: false },
    ],
    [
      'takes an alias just as written before a pattern',
      upstream([], { 'gpt-*': 'b', 'gpt-5': 'c' }),
      'gpt-5',
      { model: 'c', byCatchAll: false },
    ],
    ['serves a request without a model as a catch-all', upstream(['*']), '', { model: '', byCatchAll: true }],
    ['does not serve one without a model otherwise', upstream(['gpt-*']), '', undefined],
    ['does not serve others', upstream(['gpt-*'], { fast: 'gpt-5' }), 'claude', undefined],
    ['does not take a name of every object for an alias', upstream([]), 'constructor', undefined],
  ] as const)('%s', (_, config, model, served) => {
    expect(serves({ models: [...config.models], aliases: config.aliases }, model)).toEqual(served)
  })
})
