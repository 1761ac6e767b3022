import { bindsThinking, readThinking } from '../src/index.ts'
import { mapKnobs } from '../src/map-knobs.ts'
import { expect, it } from 'vitest'

it.each([
  ['claude-opus-4-7', false],
  ['claude-sonnet-4-5-20250929', false],
  ['claude-fable-5', false],
  ['claude-opus-5-20260801', false],
  ['claude-opus-5-1', true],
  ['anthropic/claude-sonnet-5.1', true],
  ['claude-opus-5-1-20261101', true],
  ['claude-opus-6', true],
  ['qwen3', false],
])('%s binds its thinking to what stands before it: %s', (model, binds) => {
  expect(bindsThinking(model)).toBe(binds)
})

it.each([
  [
    { type: 'enabled', budget_tokens: 2000 },
    { enabled: true, budgetTokens: 2000 },
  ],
  [
    { type: 'adaptive', display: 'omitted' },
    { enabled: true, visibility: 'none' },
  ],
  [{ type: 'disabled' }, { enabled: false }],
  // The server's progress arrives as thinking, and is none.
  [
    { type: 'between_tools', display: 'updates' },
    { enabled: false, visibility: 'summary' },
  ],
  [{ type: 'unheard-of', display: 'toString' }, {}],
  [undefined, {}],
])('%j says %j', (thinking, knobs) => {
  expect(readThinking(thinking)).toEqual(knobs)
})

it.each([
  [['low', 'high'] as const, { thinking: { type: 'adaptive' }, effort: 'low' }],
  [undefined, {}],
])('a model that always thinks, with the efforts %j, is asked to think least', (efforts, words) => {
  const row = { models: [], thinking: 'adaptive', default: 'always', shows: 'none', ...(efforts && { efforts }) } as const
  expect(mapKnobs({ enabled: false }, row, 'claude-x', () => {})).toEqual(words)
})
