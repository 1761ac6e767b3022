import { normaliseParts } from '@reason/conformance'
import type { Part } from '@reason/core'
import type { Seal } from '@reason/core/parts'
import { indexOf, partsOf, sourceOf } from '@reason/exchanges/recorded'
import { anyCharacter } from '@reason/testkit/any-character'
import { shared, sharedMissing } from '@reason/testkit/shared'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { throughBody, throughStream, wire } from './events.ts'

const text = fc.string({ unit: anyCharacter, minLength: 1 })
const signature: fc.Arbitrary<Seal> = text.map((value) => ({
  kind: 'signature',
  value,
  issuer: { wire: 'anthropic-messages', model: 'm' },
}))
const redacted: fc.Arbitrary<Seal> = text.map((value) => ({ kind: 'redacted', value, issuer: { wire: 'anthropic-messages', model: 'm' } }))
const item = fc.oneof(
  fc.record({
    channel: fc.constant('reasoning' as const),
    texts: fc.array(text, { minLength: 1, maxLength: 3 }),
    seals: fc.oneof(
      fc.constant(undefined),
      signature.map((seal) => [seal]),
    ),
  }),
  fc.record({
    channel: fc.constant('reasoning' as const),
    texts: fc.constant([]),
    kind: fc.constant('hidden' as const),
    seals: fc.oneof(signature, redacted).map((seal) => [seal]),
  }),
  fc.record({ channel: fc.constant('answer' as const), texts: fc.array(text, { minLength: 1, maxLength: 3 }) }),
  fc.record({ name: fc.constantFrom('f', 'get_weather'), value: fc.dictionary(fc.string(), fc.string(), { minKeys: 1 }), cut: fc.nat(20) }),
  fc.record({ native: fc.dictionary(fc.constantFrom('a', 'b'), fc.string()) }),
)

interface Item {
  channel?: 'reasoning' | 'answer'
  texts?: readonly string[]
  kind?: 'hidden'
  seals?: Seal[] | undefined
  name?: string
  value?: object
  cut?: number
  native?: object
}

/** A response as this format's reader gives it. */
const response = fc.array(item, { minLength: 1, maxLength: 7 }).map((items: Item[]) => {
  const usage: Part = {
    type: 'usage',
    usage: {
      input: { value: 3, source: 'reported' },
      output: { value: 9, source: 'reported' },
      raw: { input_tokens: 3, output_tokens: 9 },
    },
  }
  const parts: Part[] = [{ type: 'start', id: 'msg_1', model: 'm' }, usage]
  let block = 0
  let call = 0
  for (const [index, { channel, texts = [], kind, seals, name, value, cut = 0, native }] of items.entries()) {
    if (native !== undefined) {
      parts.push({
        type: 'native',
        wire: 'anthropic-messages',
        event: 'x_tool_result',
        item: index,
        value: { type: 'x_tool_result', ...native },
      })
    } else if (channel !== undefined) {
      parts.push({ type: 'block-start', block, channel, ...(kind && { kind }) })
      for (const text of texts) parts.push({ type: 'delta', block, channel, text })
      parts.push({ type: 'block-end', block: block++, channel, boundary: 'wire', ...(seals && { seals }) })
    } else {
      const json = JSON.stringify(value)
      parts.push({ type: 'tool-call-start', call, id: `toolu_${call}`, name: name! })
      for (const text of [json.slice(0, cut), json.slice(cut)]) if (text !== '') parts.push({ type: 'tool-call-delta', call, text })
      parts.push({ type: 'tool-call-end', call: call++, boundary: 'wire' })
    }
  }
  return [
    ...parts,
    usage,
    call > 0 ? { type: 'finish', reason: 'tool-calls', native: 'tool_use' } : { type: 'finish', reason: 'stop', native: 'end_turn' },
    { type: 'end' },
  ] satisfies Part[]
})

/** A body has no pieces, and says its usage once. */
const wholeOf = (parts: readonly Part[]): Part[] => normaliseParts(parts.filter(({ type }) => type !== 'usage'))

/** The wire says nothing of how arguments are spaced when they come as a value. */
const valued = (parts: readonly Part[]) =>
  wholeOf(parts).map((part) => (part.type === 'tool-call-delta' ? { ...part, text: JSON.parse(part.text) as unknown } : part))

test('what is written reads the same, part for part', () => {
  fc.assert(
    fc.property(response, (parts) => {
      // Pieces of arguments may be cut elsewhere, because commas and words wait for what follows.
      expect(normaliseParts(throughStream(parts))).toEqual(normaliseParts(parts))
    }),
  )
})

test('and so does a body', () => {
  fc.assert(
    fc.property(response, (parts) => {
      expect(valued(throughBody(parts))).toEqual(valued(parts))
    }),
  )
})

describe.skipIf(shared === undefined)(`recorded responses, written and read again (${sharedMissing})`, () => {
  /** Usage at the start has less in it than usage at the end, and a body says it only there. */
  const lastUsage = (parts: readonly Part[]) => parts.filter(({ type }) => type === 'usage').at(-1)

  test.each(indexOf(wire.id))('$id', (row) => {
    const parts = partsOf(wire, row)
    expect(wholeOf(throughStream(parts, { native: 'all' }, sourceOf(row)))).toEqual(wholeOf(parts))
    expect(valued(throughBody(parts, { native: 'all' }, sourceOf(row)))).toEqual(valued(parts))
    expect(lastUsage(throughStream(parts))).toEqual(lastUsage(parts))
    expect(lastUsage(throughBody(parts))).toEqual(lastUsage(parts))
  })
})
