import { expect, it } from 'vitest'
import { promptOf } from '../../../src/rules/traces/trace-rule.ts'

const user = (content: unknown) => ({ role: 'user', content })

it.each([
  ['a text', { messages: [user('One?'), { role: 'assistant', content: 'Two.' }, user('Three?')] }, 'Three?'],
  ['parts', { messages: [user([{ type: 'text', text: 'One?' }, { type: 'image' }, { type: 'text', text: 'Two?' }])] }, 'One?\nTwo?'],
  ['the question before results of tools', { messages: [user('One?'), user([{ type: 'tool_result', content: 'x' }])] }, 'One?'],
  ['the input of Responses', { input: [{ type: 'message', ...user([{ type: 'input_text', text: 'One?' }]) }] }, 'One?'],
  ['an input that is text', { input: 'One?' }, 'One?'],
  ['a prompt', { prompt: 'One?' }, 'One?'],
  ['a long text', { prompt: 'x'.repeat(10_000) }, 'x'.repeat(8192)],
  ['no message of a user', { messages: [{ role: 'system', content: 'Be brief.' }] }, undefined],
  ['nothing that is known', { messages: [null, 'x', user(null), user([null, { text: 1 }])] }, undefined],
])('the prompt of a body is the last text of its user: %s', (_, body, expected) => expect(promptOf(body)).toBe(expected))
