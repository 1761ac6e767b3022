import { capReasoning, createPolicy, parsePolicyConfig, serviceTokens, withhold } from '@reason/policy'
import { expect, it } from 'vitest'

// Options of a program without types. Taken as they are, each of them would show the text that it should hide, or delete the answer.
it.each<[string, () => unknown, string]>([
  ['a cap without an action', () => capReasoning({ maxTokens: 8 } as never), 'capReasoning() takes { maxTokens, action }'],
  ['a cap without a number', () => capReasoning({ action: 'suppress' } as never), 'capReasoning() takes { maxTokens, action }'],
  ['a cap below nothing', () => capReasoning({ maxTokens: -1, action: 'suppress' }), 'capReasoning() takes { maxTokens, action }'],
  ['no cap at all', () => capReasoning(undefined as never), 'capReasoning() takes { maxTokens, action }'],
  ['a channel that there is not', () => withhold('resoning' as never), 'withhold() knows no channel "resoning". There are: reasoning, '],
  ['a text for a list of tokens', () => serviceTokens('<|im_end|>' as never), 'serviceTokens() takes a list of tokens, not string'],
  ['options that were not parsed', () => createPolicy({ 'llm.postproc.enabled': true } as never), 'parsePolicyConfig({ … })'],
  ['a misspelt mode', () => createPolicy(parsePolicyConfig({}), { mode: 'OFF' as 'off' }), 'is OFF, but must be off, on or stream'],
])('%s is an error that says what to do', (_, run, says) => {
  expect(run).toThrow(TypeError)
  expect(run).toThrow(says)
})
