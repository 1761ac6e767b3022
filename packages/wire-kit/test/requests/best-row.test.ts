import { expect, test } from 'vitest'
import { bestRow, isSince } from '../../src/index.ts'

test.each([
  ['claude-opus-5-5', 5.5],
  ['eu.anthropic.claude-sonnet-5-5-v1:0', 5.5],
  ['claude-opus-5-20260801', 5],
  ['claude-opus-4@20250514', 4],
  ['accounts/fireworks/models/kimi-k2p6', 2.6],
  ['moonshotai/Kimi-K3', 3],
  ['k3.1-pro', 3.1],
  ['MiniMax-M3.1-Flash', 3.1],
  ['Qwen/Qwen3-8B', 3],
  ['qwen3-235b-a22b', 3],
  ['qwen2.5vl:7b', 2.5],
  ['x-ai/grok-4-7', 4.7],
  ['grok-4.20-0309-reasoning', 4.2],
  ['grok-4-0709', 4],
  ['gpt-5-2025-08-07', 5],
  ['gpt-6.2-sol', 6.2],
  ['mistral-large-4-0', 4],
  ['us.amazon.nova-2-lite-v1:0', 2],
  ['doubao-seed-2-1-pro-260628', 2.1],
])('%s has the version %s', (model, version) => {
  expect([isSince(version, model), isSince(version + 0.01, model)]).toEqual([true, false])
})

test.each(['mistral-large-2512', 'claude-opus-latest', 'gpt-oss-120b', 'm', ''])('%s has none', (model) => {
  expect(isSince(0, model)).toBe(false)
})

test('a row from a version on is for later ones, and the first of equals wins', () => {
  const rows = [{ models: ['*glm*'], since: 5.3 }, { models: ['*glm*'], since: 5.2 }, { models: ['*glm*'] }, { models: ['*glm-4*'] }]
  const found = ['glm-6', 'glm-5.3-flash', 'zai-org/GLM-5.2', 'glm-5', 'glm', 'glm-4.7'].map((model) => rows.indexOf(bestRow(rows, model)!))
  expect(found).toEqual([0, 0, 1, 2, 2, 3])
})
