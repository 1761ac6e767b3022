import { signal } from '@preact/signals'
import { expect, test } from 'vitest'
import type { FinalEvent, UsageFields } from '@reason/gateway-api/generate'
import { reasoningTokens } from '../src/generation/reasoning-tokens.ts'

const final = (reasoning_tokens: number | null): FinalEvent => ({
  type: 'final',
  id: 'gen',
  model: 'm',
  created: null,
  finish_reason: 'stop',
  answer: '',
  commentary: '',
  reasoning: null,
  tool_calls: [],
  leak_detected: false,
  stats: { reasoning_tokens, reasoning_tokens_source: null, commentary_tokens: 0, final_tokens: 3, reasoning_ratio: 0.5 },
  message: { role: 'assistant', content: '' },
})

test.each<[string, UsageFields | undefined, FinalEvent | undefined, ReturnType<typeof reasoningTokens>]>([
  ['nothing has come', undefined, undefined, undefined],
  ['they are reported', { reasoning_tokens: 7 }, undefined, { value: 7, isEstimate: false }],
  ['they were reported', { reasoning_tokens: 7 }, final(7), { value: 7, isEstimate: false }],
  ['the provider reports none', { output_tokens: 9 }, final(7), { value: 7, isEstimate: true }],
  ['what is reported cannot be right', { reasoning_tokens: 0 }, final(7), { value: 7, isEstimate: true }],
  ['they are unknown', { output_tokens: 9 }, final(null), undefined],
  ['they are unknown, and 0 was reported', { reasoning_tokens: 0 }, final(null), undefined],
  ['there were none', { reasoning_tokens: 0 }, final(0), undefined],
])('reasoning tokens where %s', (_, usage, last, expected) => {
  expect(reasoningTokens({ usage: signal(usage), final: signal(last) })).toEqual(expected)
})
