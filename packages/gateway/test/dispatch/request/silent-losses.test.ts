import { expect, it } from 'vitest'
import type { Conversation } from '@reason/core/conversation'
import { createWires, ourWires, type OurWire } from '../../../src/wires.ts'

const wires = createWires({ reasoningField: 'reasoning_content' })
const user = { role: 'user' as const, content: [{ type: 'text' as const, text: 'q' }] }
const parameters = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }

const write = (wire: OurWire, conversation: Conversation, model = 'm') => {
  const { body, notCarried } = wires(wire).writeRequest(conversation, { wire, model })
  return { body, notes: notCarried ?? [] }
}

it.each(ourWires)('%s gets strict arguments of tools, or the loss is noted', (wire) => {
  const asked = (strict: boolean) => write(wire, { messages: [user], tools: [{ type: 'function', name: 'f', parameters, strict }] })
  const { body, notes } = asked(true)
  expect(JSON.stringify(body).includes('"strict":true')).toBe(!notes.includes('strict arguments of tools'))
  expect(asked(false).notes).toEqual([])
})
