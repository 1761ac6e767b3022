import type { Part, Result } from '@reason/core'
import { indexOf, partsOf } from '@reason/exchanges/recorded'
import { anyCharacter } from '@reason/testkit/any-character'
import { shared, sharedMissing } from '@reason/testkit/shared'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outline, resultOf, throughBody, throughStream, wire } from './chunks.ts'

/** Conversations that the format can express. */
const said = ({ reasoning, answer, toolCalls, finish, usage, id, model }: Result) => ({
  reasoning,
  answer,
  calls: toolCalls.map(({ id, name, arguments: args }) => ({ id, name, args })),
  finish: finish?.reason,
  counts: usage && { input: usage.input?.value, output: usage.output?.value, reasoning: usage.reasoning?.value },
  id,
  model,
})

const text = fc.string({ unit: anyCharacter, minLength: 1 })
const item = fc.oneof(
  fc.record({ channel: fc.constantFrom('reasoning' as const, 'answer' as const), texts: fc.array(text, { minLength: 1, maxLength: 3 }) }),
  fc.record({ name: fc.constantFrom('f', 'get_weather'), texts: fc.array(text, { minLength: 1, maxLength: 3 }) }),
)

/** A response with neighbouring blocks of different channels, as a reader gives them. */
const response = fc.array(item, { minLength: 1, maxLength: 6 }).map((items) => {
  const parts: Part[] = [{ type: 'start', id: 'chatcmpl-1', model: 'm', created: 1 }]
  let block = 0
  let call = 0
  let last = ''
  let called = false
  for (const one of items) {
    if ('channel' in one) {
      const { channel } = one
      if (channel === last) continue
      last = channel
      parts.push({ type: 'block-start', block, channel }, ...one.texts.map((text): Part => ({ type: 'delta', block, channel, text })))
      parts.push({ type: 'block-end', block: block++, channel, boundary: 'wire' })
    } else {
      last = ''
      called = true
      parts.push(
        { type: 'tool-call-start', call, id: `call_${call}`, name: one.name },
        ...one.texts.map((text): Part => ({ type: 'tool-call-delta', call, text })),
      )
      parts.push({ type: 'tool-call-end', call: call++, boundary: 'wire' })
    }
  }
  const finish: Part = { type: 'finish', reason: called ? 'tool-calls' : 'stop' }
  return [...parts, finish, { type: 'end' }] satisfies Part[]
})

test.each(['deepseek', 'groq', 'openrouter', 'mistral'] as const)('what is written as %s reads the same, in order', (dialect) => {
  fc.assert(
    fc.property(response, (parts) => {
      const stream = throughStream(parts, { dialect })
      expect(outline(stream)).toEqual(outline(parts))
      expect(said(resultOf(stream))).toEqual(said(resultOf(parts)))
      // A body has one field for each kind of thing: what is lost is their order.
      expect(said(resultOf(throughBody(parts, { dialect })))).toEqual(said(resultOf(parts)))
    }),
  )
})

test('details carry kinds, seals and the borders of blocks', () => {
  const seal = (kind: 'signature' | 'encrypted', value: string, item?: string) => ({
    kind,
    value,
    issuer: { wire: 'openai-chat', model: 'm' },
    ...(item && { item }),
  })
  const parts: Part[] = [
    { type: 'start', id: 'chatcmpl-1', model: 'm', created: 1 },
    { type: 'block-start', block: 0, channel: 'reasoning' },
    { type: 'delta', block: 0, channel: 'reasoning', text: 'r' },
    { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire', seals: [seal('signature', 'A')] },
    { type: 'block-start', block: 1, channel: 'reasoning', kind: 'summary' },
    { type: 'delta', block: 1, channel: 'reasoning', text: 's' },
    { type: 'block-end', block: 1, channel: 'reasoning', boundary: 'wire', seals: [seal('encrypted', 'B', 'rs')] },
    { type: 'block-start', block: 2, channel: 'reasoning', kind: 'hidden' },
    { type: 'block-end', block: 2, channel: 'reasoning', boundary: 'wire', seals: [seal('encrypted', 'C')] },
    { type: 'block-start', block: 3, channel: 'answer' },
    { type: 'delta', block: 3, channel: 'answer', text: 'a' },
    { type: 'block-end', block: 3, channel: 'answer', boundary: 'wire' },
    { type: 'finish', reason: 'stop', native: 'stop' },
    { type: 'end' },
  ]
  const kept = (list: readonly Part[]) => list.filter(({ type }) => type !== 'native')
  expect(kept(throughStream(parts, { dialect: 'openrouter' }))).toEqual(parts)
  expect(kept(throughBody(parts, { dialect: 'openrouter' }))).toEqual(parts)
})

describe.skipIf(shared === undefined)(`recorded responses, written and read again (${sharedMissing})`, () => {
  test.each(indexOf(wire.id))('$id', (row) => {
    const parts = partsOf(wire, row)
    const before = resultOf(parts)
    const stream = resultOf(throughStream(parts))
    const whole = resultOf(throughBody(parts))
    for (const after of [stream, whole]) {
      expect([after.reasoning, after.answer]).toEqual([before.reasoning, before.answer])
      expect(after.toolCalls.map(({ name, arguments: args }) => [name, args])).toEqual(
        before.toolCalls.map(({ name, arguments: args }) => [name, args]),
      )
      expect(after.errors.map(({ message }) => message)).toEqual(before.errors.map(({ message }) => message))
      if (before.errors.length === 0) expect(after.usage?.output?.value).toBe(before.usage?.output?.value)
    }
  })
})
