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

it.each([
  ['llamacpp', { name: 'g' }, ['g'], 'required', []],
  ['lmstudio', { name: 'g' }, ['g'], 'required', []],
  ['llamacpp', 'none', ['f', 'g'], 'none', []],
  ['ollama', { name: 'g' }, ['g'], undefined, ['a choice of tools']],
  ['zai', 'required', ['f', 'g'], undefined, ['a choice of tools']],
  ['zai', 'auto', ['f', 'g'], undefined, []],
  ['ollama', 'none', undefined, undefined, ['a choice of tools (those that may not be called were left out)']],
  ['vllm', { name: 'g' }, ['f', 'g'], { type: 'function', function: { name: 'g' } }, []],
] as const)('a tool choice that %s does not have: %j', (provider, toolChoice, names, written, notCarried) => {
  const body = write(provider, { tools: [tool('f'), tool('g')], toolChoice }) as Record<string, unknown>
  const tools = body['tools'] as { function: { name: string } }[] | undefined
  expect([tools?.map((one) => one.function.name), body['tool_choice'], body['notCarried']]).toEqual([names, written, notCarried])
})

it('a tool choice of a request in this format goes on as it came', () => {
  const choice = { type: 'function', function: { name: 'f' } }
  const tools = ['f', 'g'].map((name) => ({ type: 'function', function: { name } }))
  const body = { model: 'm', messages: [{ role: 'user', content: 'q' }], tools, tool_choice: choice }
  const wire = openaiChat()
  for (const provider of ['llamacpp', 'ollama'])
    expect(wire.writeRequest(wire.readRequest(body), { wire: wire.id, model: 'm', provider }).body).toEqual(body)
})
