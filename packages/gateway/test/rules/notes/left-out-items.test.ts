import type { FinishReason, Part } from '@reason/core/parts'
import { expect, it } from 'vitest'
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
