import { describe, expect, test } from 'vitest'
import { readChatFacts, readResponsesFacts } from '../../src/index.ts'

describe('thinking that is switched off', () => {
  test.each<[string, object, ReturnType<typeof readChatFacts>['offFor']]>([
    ['by effort, which all servers know', { reasoning_effort: 'none' }, undefined],
    ['by both arguments of templates', { chat_template_kwargs: { enable_thinking: false, thinking: false } }, undefined],
    ['by one of them', { chat_template_kwargs: { enable_thinking: false } }, 'enable_thinking'],
    ['by the other', { chat_template_kwargs: { thinking: false } }, 'thinking'],
    ['by one, beside the other that is on', { chat_template_kwargs: { enable_thinking: false, thinking: true } }, 'services'],
    ['by a field of services', { enable_thinking: false }, 'services'],
  ])('%s', (_, body, offFor) => {
    const facts = readChatFacts(body as never)
    expect([facts.thinking, facts.offFor]).toEqual([false, offFor])
  })
})

test.each([
  [{ response_format: { type: 'json_schema' } }, 'json'],
  [{ structured_outputs: { json: {} } }, 'json'],
  [{ structured_outputs: { json: {}, regex: 'a' } }, 'other'],
  [{ guided_regex: 'a', response_format: { type: 'json_object' } }, 'other'],
  [{ response_format: { type: 'text' } }, undefined],
])('a grammar: %j', (body, grammar) => expect(readChatFacts(body).grammar).toBe(grammar))

test('the beginning of an answer is that of an assistant who called nothing', () => {
  const last = (message: object) => readChatFacts({ messages: [{ role: 'user', content: 'q' }, message] }).prefill
  expect(
    last({
      role: 'assistant',
      content: [
        { type: 'text', text: 'It ' },
        { type: 'text', text: 'is' },
      ],
    }),
  ).toBe('It is')
  expect(last({ role: 'assistant', content: 'x', tool_calls: [] })).toBeUndefined()
  expect(last({ role: 'user', content: 'x' })).toBeUndefined()
})

test.each([readChatFacts, readResponsesFacts])('the key of a prompt cache is a text: %o', (readFacts) => {
  expect(readFacts({ prompt_cache_key: 'k' })).toHaveProperty('cacheKey', 'k')
  for (const other of [undefined, null, 4, {}]) expect(readFacts({ prompt_cache_key: other })).not.toHaveProperty('cacheKey')
})
