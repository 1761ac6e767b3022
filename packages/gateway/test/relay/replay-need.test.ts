import { openaiResponses } from '@reason/providers-openai'
import type { AssistantMessage } from '@reason/core/conversation'
import type { Item } from '@reason/core/result'
import { expect, it } from 'vitest'
import { wantedBack } from '../../src/relay/replay-need.ts'

const wire = openaiResponses()
const messageOf = (count: number): AssistantMessage => ({
  role: 'assistant',
  items: Array.from({ length: count }, (): Item => ({ type: 'block', channel: 'answer', text: 'Hi.', boundary: 'wire' })),
})

it('long texts are planned by their beginnings', () => {
  const planned: number[] = []
  const replay: typeof wire.replay = (conversation, target) => {
    planned.push(JSON.stringify(conversation).length)
    return wire.replay!.call(wire, conversation, target)
  }
  const message = messageOf(2)
  for (const item of message.items) if (item.type === 'block') item.text = 'long '.repeat(100_000)
  expect(wantedBack({ replay }, { wire: wire.id, model: 'gpt-6' })(message)).toBe(false)
  expect(planned.length).toBe(2)
  expect(Math.max(...planned)).toBeLessThan(20_000)
})

it.each([
  ['is planned, twice', 500, 2, false],
  ['is wanted, unplanned, where planning would take long', 501, 0, true],
])('what a provider wants back of a message %s', (_, items, plans, isWanted) => {
  let planned = 0
  const replay: typeof wire.replay = (...args) => {
    planned++
    return wire.replay!.call(wire, ...args)
  }
  expect(wantedBack({ replay }, { wire: wire.id, model: 'gpt-6' })(messageOf(items))).toBe(isWanted)
  expect(planned).toBe(plans)
})
