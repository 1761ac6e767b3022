import { normaliseParts } from '@reason/conformance'
import type { Part } from '@reason/core'
import type { Seal } from '@reason/core/parts'
import { bodyOf, indexOf } from '@reason/exchanges/recorded'
import { shared, sharedMissing } from '@reason/testkit/shared'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEventStreamDecoder, encodeEventStream } from '../src/index.ts'
import { readBody, readFrames, throughBody, wire, write } from './events.ts'

function decode(bytes: Uint8Array) {
  const decoder = createEventStreamDecoder()
  return [...decoder.push(bytes), ...decoder.end()]
}

/** As bytes. */
const throughStream = (parts: readonly Part[], native: 'safe' | 'all' = 'safe'): Part[] =>
  readFrames(decode(Buffer.concat(write(parts, { native }).map(encodeEventStream))))

const text = fc.string({ unit: 'grapheme', minLength: 1 })
const seal = (kind: Seal['kind']): fc.Arbitrary<Seal[]> => text.map((value) => [{ kind, value, issuer: { wire: 'bedrock-converse' } }])
const texts = fc.array(text, { minLength: 1, maxLength: 3 })

interface Item {
  channel?: 'reasoning' | 'answer'
  texts?: readonly string[]
  seals?: Seal[] | undefined
  name?: string
  value?: object
  cut?: number
  native?: object
}
const item: fc.Arbitrary<Item> = fc.oneof(
  fc.record({ channel: fc.constant('reasoning' as const), texts, seals: fc.oneof(fc.constant(undefined), seal('signature')) }),
  fc.record({ channel: fc.constant('reasoning' as const), texts: fc.constant([]), seals: fc.oneof(seal('signature'), seal('redacted')) }),
  fc.record({ channel: fc.constant('answer' as const), texts }),
  fc.record({ name: fc.constantFrom('f', 'get_weather'), value: fc.dictionary(fc.string(), fc.string(), { minKeys: 1 }), cut: fc.nat(20) }),
  fc.record({ native: fc.record({ toolUseId: fc.string(), content: fc.array(fc.record({ text: fc.string() })) }) }),
)

/** A response as this format's reader gives it. */
const response = fc.array(item, { minLength: 1, maxLength: 7 }).map((items) => {
  const parts: Part[] = [{ type: 'start' }]
  let block = 0
  let call = 0
  for (const [index, { channel, texts = [], seals, name, value, cut = 0, native }] of items.entries()) {
    if (native !== undefined)
      parts.push({ type: 'native', wire: 'bedrock-converse', event: 'toolResult', item: index, value: { toolResult: native } })
    else if (channel !== undefined) {
      parts.push({ type: 'block-start', block, channel, ...(texts.length === 0 && { kind: 'hidden' as const }) })
      for (const text of texts) parts.push({ type: 'delta', block, channel, text })
      parts.push({ type: 'block-end', block: block++, channel, boundary: 'wire', ...(seals && { seals }) })
    } else {
      const json = JSON.stringify(value)
      parts.push({ type: 'tool-call-start', call, id: `tooluse_${call}`, name: name! })
      for (const text of [json.slice(0, cut), json.slice(cut)]) if (text !== '') parts.push({ type: 'tool-call-delta', call, text })
      parts.push({ type: 'tool-call-end', call: call++, boundary: 'wire' })
    }
  }
  const usage: Part = {
    type: 'usage',
    usage: {
      input: { value: 3, source: 'reported' },
      output: { value: 9, source: 'reported' },
      total: { value: 12, source: 'reported' },
      raw: { inputTokens: 3, outputTokens: 9, totalTokens: 12 },
    },
  }
  parts.push(
    call > 0 ? { type: 'finish', reason: 'tool-calls', native: 'tool_use' } : { type: 'finish', reason: 'stop', native: 'end_turn' },
    usage,
    { type: 'end' },
  )
  return parts
})

/** A body has no pieces, says nothing of how arguments are spaced, and has another order of what stands beside the message. */
function valued(parts: readonly Part[]): unknown[] {
  const joined = normaliseParts(parts)
  const beside = (part: Part) => part.type === 'usage' || part.type === 'finish' || (part.type === 'native' && part.item === undefined)
  const order = (part: Part) => (beside(part) ? JSON.stringify(part) : '')
  return [...joined.filter((part) => !beside(part)), ...joined.filter(beside).toSorted((a, b) => order(a).localeCompare(order(b)))].map(
    (part) => (part.type === 'tool-call-delta' ? { ...part, text: JSON.parse(part.text) as unknown } : part),
  )
}

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
  test.each(indexOf(wire.id))('$id', (row) => {
    const bytes = bodyOf(row)
    const parts = row.format === 'json' ? readBody(JSON.parse(bytes.toString())) : readFrames(decode(bytes))
    expect(valued(throughStream(parts, 'all'))).toEqual(valued(parts))
    expect(valued(throughBody(parts, { native: 'all' }))).toEqual(valued(parts))
  })
})
