import type { FinishReason, Part } from '@reason/core/parts'
import { expect, it } from 'vitest'
import type { ClientApi } from '../../../src/client-apis/client-api.ts'
import { openaiChat } from '../../../src/client-apis/chat-completions/chat-completions.ts'
import { openaiResponses } from '../../../src/client-apis/responses/responses.ts'
import { leftOutItems } from '../../../src/rules/notes/left-out-items.ts'

const item: Part = { type: 'native', wire: 'openai-responses', event: 'output_item.done', value: { type: 'computer_call' } }

function finish(reason: FinishReason): readonly Part[] {
  const stage = leftOutItems({ api: openaiChat })
  expect(stage.push(item)).toEqual([item])
  return stage.push({ type: 'finish', reason })
}

it('an answer of nothing but items of another API fails, and names them', () => {
  expect(finish('stop')).toMatchObject([{ type: 'error', error: { status: 501, code: 'not_supported' } }, { reason: 'error' }])
  expect(finish('stop')[0]).toMatchObject({ error: { message: expect.stringContaining('computer_call') } })
})

it.each([
  ['full', []],
  [
    'summary',
    [{ type: 'error', error: { status: 501, code: 'not_supported', message: expect.stringContaining('visibility "full"') as string } }],
  ],
] as const)('an answer of nothing but sound, at %s', (visibility, errors) => {
  const stage = leftOutItems({ api: openaiChat }, visibility)
  stage.push({ type: 'native', wire: 'openai-chat', event: 'message.audio', value: { id: 'a', data: 'aGk=', transcript: '' } })
  expect(stage.push({ type: 'finish', reason: 'stop' }).filter(({ type }) => type === 'error')).toMatchObject(errors)
})

it.each(['length', 'content-filter', 'refusal'] as const)('an answer that ended with %s keeps its reason', (reason) => {
  expect(finish(reason)).toEqual([{ type: 'finish', reason }])
})

it('an item of the client’s own API is a part of its answer', () => {
  const stage = leftOutItems({ api: openaiResponses })
  const parts: Part[] = [item, { type: 'finish', reason: 'stop' }]
  expect(parts.flatMap((part) => [...stage.push(part)])).toEqual(parts)
})

const native = (wire: string, event: string, value: unknown, at?: number): Part => ({
  type: 'native',
  wire,
  event,
  value,
  ...(at !== undefined && { item: at }),
})
const block = (type: string, more: object = {}): Part => native('anthropic-messages', type, { type, ...more }, 1)

it.each<[name: string, part: Part, visibility: 'full' | 'none', api: ClientApi]>([
  ['code_interpreter_call', native('openai-responses', 'output_item.done', { type: 'code_interpreter_call' }), 'full', openaiChat],
  ['mcp_call', native('openai-responses', 'output_item.done', { type: 'mcp_call' }), 'none', openaiChat],
  ['mcp_tool_use', block('mcp_tool_use', { name: 'look' }), 'full', openaiChat],
  ['server_tool_use', block('server_tool_use', { name: 'code_execution' }), 'full', openaiResponses],
  ['container_upload', block('container_upload', { file_id: 'file_1' }), 'full', openaiChat],
  ['executableCode', native('gemini', 'part.executableCode', { executableCode: {} }), 'full', openaiChat],
  ['audio', native('openai-chat', 'message.audio', { id: 'a' }), 'full', openaiResponses],
  ['audio', native('openai-chat', 'message.audio', { id: 'a' }), 'none', openaiChat],
  ['executed_tools', native('openai-chat', 'message.executed_tools', []), 'full', openaiResponses],
  ['executed_tools', native('openai-chat', 'message.executed_tools', []), 'none', openaiChat],
])('names an item beside a text: %s', (name, part, visibility, api) => {
  expect(besideText(part, visibility, api)).toEqual([expect.stringContaining(`: ${name}. `)])
})

it.each<[part: Part, visibility: 'full' | 'none', api: ClientApi]>([
  [native('openai-responses', 'output_item.done', { type: 'web_search_call' }), 'full', openaiChat],
  [block('server_tool_use', { name: 'web_search' }), 'full', openaiChat],
  [native('openai-chat', 'message.audio', { id: 'a' }), 'full', openaiChat],
  [native('openai-chat', 'message.annotations', []), 'none', openaiChat],
  [item, 'none', openaiResponses],
])('has no warning about a search, or an item that comes: %j', (part, visibility, api) => {
  expect(besideText(part, visibility, api)).toEqual([])
})

it('a search does not hide another tool of the same name', () => {
  const [search, code] = ['web_search', 'code_execution'].map((name) => block('server_tool_use', { name }))
  for (const order of [
    [search!, code!],
    [code!, search!],
  ])
    expect(besideText(order, 'full', openaiChat)).toEqual([expect.stringContaining(': server_tool_use. ')])
})

function besideText(items: Part | readonly Part[], visibility: 'full' | 'none', api: ClientApi): string[] {
  const stage = leftOutItems({ api }, visibility)
  const parts: Part[] = [{ type: 'block-start', block: 0, channel: 'answer' }, ...[items].flat(), { type: 'finish', reason: 'stop' }]
  return parts.flatMap((one) => stage.push(one).flatMap((out) => (out.type === 'warning' ? [out.message] : [])))
}
