import type { Conversation, Piece } from '@reason/core/conversation'
import { describe, expect, test } from 'vitest'
import { asFunctionCalls } from '../../../src/responses/translation/client-run-calls.ts'
import { readResponsesRequest } from '../../../src/responses/request/read-request.ts'

const read = (input: readonly object[]): Conversation => readResponsesRequest({ model: 'm', input }, { commentary: false })

/** A call of the assistant and its result, translated. */
function carried(call: object, result: object): { call: object; id: string; content: readonly Piece[] } {
  const [assistant, tool] = asFunctionCalls(read([call, result])).messages
  const [item] = assistant?.role === 'assistant' ? assistant.items.filter(({ type }) => type === 'tool-call') : []
  if (item?.type !== 'tool-call' || tool?.role !== 'tool') return expect.unreachable()
  const { name, arguments: text, id } = item
  return { call: { name, with: JSON.parse(text) as unknown }, id: `${id} ${tool.call}`, content: tool.content }
}

describe('a call of a tool that the client runs', () => {
  test.each([
    [
      { type: 'shell_call', id: 'sh_1', call_id: 'c1', status: 'completed', action: { commands: ['ls'] } },
      'shell',
      { action: { commands: ['ls'] } },
    ],
    [{ type: 'apply_patch_call', call_id: 'c1', operation: { type: 'x' } }, 'apply_patch', { operation: { type: 'x' } }],
    [{ type: 'local_shell_call', id: 'c1', action: { command: ['ls'] } }, 'local_shell', { action: { command: ['ls'] } }],
  ])('is one of a function: %j', (call, name, parameters) => {
    const result = { type: `${name}_call_output`, call_id: 'c1', output: 'a.txt' }
    expect(carried(call, result)).toEqual({
      call: { name, with: parameters },
      id: 'c1 c1',
      content: [{ type: 'text', text: 'a.txt' }],
    })
  })

  test('is named by a result by the id of its item, too', () => {
    const call = { type: 'local_shell_call', id: 'ls_1', call_id: 'c1', action: {} }
    expect(carried(call, { type: 'local_shell_call_output', id: 'ls_1', output: '{}' }).id).toBe('c1 c1')
  })

  test.each<[string, object, Piece]>([
    ['a status alone', { status: 'failed' }, { type: 'text', text: 'failed' }],
    ['nothing', {}, { type: 'text', text: '""' }],
    ['what commands wrote', { output: [{ stdout: 'a' }] }, { type: 'text', text: '[{"stdout":"a"}]' }],
    [
      'a picture',
      { output: { type: 'computer_screenshot', image_url: 'data:image/png;base64,AAAA' } },
      { type: 'image', source: { type: 'data', mediaType: 'image/png', data: 'AAAA' } },
    ],
    [
      'its address',
      { output: { image_url: 'https://example.com/a.png' } },
      { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
    ],
  ])('has a result that says %s', (_, says, piece) => {
    const call = { type: 'computer_call', id: 'cc_1', call_id: 'c1', action: {} }
    expect(carried(call, { type: 'computer_call_output', call_id: 'c1', ...says }).content).toEqual([piece])
  })
})

test('a tool that runs at OpenAI stays', () => {
  const conversation = read([{ type: 'web_search_call', id: 'ws_1', status: 'completed', action: {} }])
  expect(asFunctionCalls(conversation)).toBe(conversation)
})
