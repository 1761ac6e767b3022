import type { DeltaPart, Part } from '@reason/core/parts'
import { expect, it } from 'vitest'
import { reasoningOnly } from '../../../src/rules/notes/reasoning-only.ts'
import { rig } from '../../support/rig.ts'

const began = (channel: 'reasoning' | 'answer' | 'commentary', choice = 0): Part => ({ type: 'block-start', block: 0, channel, choice })
const said = (channel: 'reasoning' | 'answer' | 'commentary', text: string): Part => ({ type: 'delta', block: 0, channel, text })
const thought = [began('reasoning'), said('reasoning', '2+2')]
const call: Part = { type: 'tool-call-start', call: 0, id: 'call_1', name: 'f' }
const item = (event: string, value: object): Part => ({ type: 'native', wire: 'openai-responses', event, value })

it('sees the first text of an answer, also behind blank text that it saw', () => {
  const stage = reasoningOnly()
  const passes = (part: Part): boolean => stage.passes!(part as DeltaPart)
  for (const part of [...thought, began('answer'), said('answer', '\n\n')]) stage.push(part)
  expect(passes(said('reasoning', 'so'))).toBe(true)
  expect(passes(said('answer', '4'))).toBe(false)
  stage.push(said('answer', '4'))
  expect(passes(said('answer', '!'))).toBe(true)
})

it.each<[name: string, parts: Part[], reason: 'stop' | 'length' | 'tool-calls' | 'error', isWarned: boolean]>([
  ['only reasoning', thought, 'stop', true],
  ['reasoning of which the provider shows nothing', [{ ...began('reasoning'), kind: 'hidden' } as Part], 'stop', true],
  ['reasoning and a call that never came', thought, 'tool-calls', true],
  ['blank text behind the reasoning', [...thought, began('answer'), said('answer', '\n\n')], 'stop', true],
  ['a native part that is no item', [...thought, item('output_text.logprobs', {})], 'stop', true],
  ['an answer', [...thought, began('answer'), said('answer', '4')], 'stop', false],
  ['an answer before the reasoning', [said('answer', '4'), ...thought], 'stop', false],
  ['commentary', [...thought, began('commentary'), said('commentary', 'I look.')], 'stop', false],
  ['a call', [...thought, call], 'tool-calls', false],
  ['an item', [...thought, item('output_item.done', { type: 'computer_call' })], 'stop', false],
  ['a conversation that was compacted', [...thought, item('output_item.done', { type: 'compaction' })], 'stop', false],
  ['a list of tools', [...thought, item('output_item.done', { type: 'mcp_list_tools' })], 'stop', true],
  ['a limit', thought, 'length', false],
  ['an error', thought, 'error', false],
  ['nothing at all', [], 'stop', false],
])('%s', (_, parts, reason, isWarned) => {
  const stage = reasoningOnly()
  const finish: Part = { type: 'finish', reason }
  expect(parts.flatMap((part) => stage.push(part))).toEqual(parts)
  expect(stage.push(finish).map((part) => ('code' in part ? part.code : part.type))).toEqual([
    ...(isWarned ? ['reasoning-only'] : []),
    'finish',
  ])
})

it.each(['pause_turn', 'compaction'])('%s: the turn goes on', (native) => {
  const stage = reasoningOnly()
  for (const part of thought) stage.push(part)
  expect(stage.push({ type: 'finish', reason: 'stop', native })).toEqual([{ type: 'finish', reason: 'stop', native }])
})

it('warns for each choice', () => {
  const stage = reasoningOnly()
  for (const choice of [0, 1]) stage.push(began('reasoning', choice))
  stage.push(said('answer', '4'))
  expect([0, 1].flatMap((choice) => stage.push({ type: 'finish', reason: 'stop', choice }))).toMatchObject([
    { type: 'finish' },
    { type: 'warning', choice: 1 },
    { type: 'finish', choice: 1 },
  ])
})

const paths = {
  '/v1/chat/completions': { messages: [{ role: 'user', content: 'Q' }] },
  '/v1/responses': { input: 'Q' },
  '/v1/messages': { max_tokens: 3000, messages: [{ role: 'user', content: 'Q' }] },
  '/v1/generate': { prompt: 'Q' },
}
const cases = Object.entries(paths).flatMap(([path, body]) =>
  [true, false].flatMap((stream) => (['full', 'none'] as const).map((visibility) => [path, stream, visibility, body] as const)),
)

it.each(cases)('%s, stream %s, at %s: the client learns that there is no answer', async (path, stream, visibility, body) => {
  const { gateway } = await rig(
    (response) => {
      const choice = {
        index: 0,
        finish_reason: 'stop',
        [stream ? 'delta' : 'message']: { role: 'assistant', content: '', reasoning_content: 'Secret.' },
      }
      const answer = JSON.stringify({ id: 'c', model: 'm', choices: [choice] })
      response.setHeader('content-type', stream ? 'text/event-stream' : 'application/json')
      response.end(stream ? `data: ${answer}\n\ndata: [DONE]\n\n` : answer)
    },
    { visibility },
  )
  const headers = { 'content-type': 'application/json' }
  const request = new Request(`http://app${path}`, { method: 'POST', headers, body: JSON.stringify({ model: 'm', stream, ...body }) })
  const text = await (await gateway.fetch(request)).text()
  expect(text.match(/reasoning-only/g)).toHaveLength(1)
  expect(text.includes('Secret.')).toBe(visibility === 'full')
})
