import type { Conversation } from '@reason/core/conversation'
import { expect, it } from 'vitest'
import { openaiChat } from '../../src/index.ts'

const tool = (name: string, strict?: boolean) => ({ type: 'function' as const, name, ...(strict !== undefined && { strict }) })
const asked: Conversation = { model: 'm', messages: [{ role: 'user', content: [{ type: 'text', text: 'q' }] }] }
const write = (provider: string, more: Partial<Conversation>) => {
  const { body, notCarried } = openaiChat().writeRequest({ ...asked, ...more }, { wire: 'openai-chat', model: 'm', provider })
  return { ...body, notCarried }
}

it.each([
  ['some tools only', [tool('a', true), tool('b')], [undefined, undefined], ['strict arguments of some tools']],
  ['all tools', [tool('a', true), tool('b', true)], [true, true], []],
])('strict of %s, for a provider that takes it on all or none', (_, tools, strict, notCarried) => {
  const body = write('cerebras', { tools }) as { tools: { function: { strict?: boolean } }[]; notCarried: string[] }
  expect(body.tools.map((one) => one.function.strict || undefined)).toEqual(strict)
  expect(body.notCarried).toEqual(notCarried)
})

it.each([
  [['a', 'b', 'c', 'd'], []],
  [['a', 'b', 'c', 'd', 'e'], ['more than 4 stop sequences']],
])('at most four stop sequences for a provider that takes four: %j', (stop, notCarried) => {
  expect(write('groq', { sampling: { stop } })).toMatchObject({ stop: stop.slice(0, 4), notCarried })
})

it('a schema of the answer is left out for a provider that refuses it', () => {
  const responseFormat = { type: 'json-schema' as const, name: 'n', schema: { type: 'object' } }
  expect(write('deepseek', { responseFormat })).toMatchObject({ notCarried: ['a schema of the answer'] })
  expect(write('deepseek', { responseFormat })).not.toHaveProperty('response_format')
  expect(write('openai', { responseFormat })).toHaveProperty('response_format')
})

it('a failure that a router hides behind stop is an error', () => {
  const reader = openaiChat().createReader({})
  const choices = [{ index: 0, message: { content: '' }, finish_reason: 'stop', native_finish_reason: 'MALFORMED_FUNCTION_CALL' }]
  const parts = [...reader.pushFrame({ data: JSON.stringify({ choices }) }), ...reader.end()]
  expect(parts.find(({ type }) => type === 'finish')).toMatchObject({ reason: 'error' })
})
