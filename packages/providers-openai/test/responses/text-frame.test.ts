import type { Part } from '@reason/core'
import type { Seal } from '@reason/core/parts'
import { anyCharacter } from '@reason/testkit/any-character'
import { passText } from '@reason/testkit/text-frames'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openaiResponses } from '../../src/index.ts'

const seals: Seal[] = [{ kind: 'encrypted', value: 's', issuer: { provider: 'p', wire: 'openai-responses', model: 'm' } }]
const places = fc.record({
  block: fc.nat(2),
  channel: fc.constantFrom('reasoning' as const, 'answer' as const, 'commentary' as const),
})
const kinds = fc.constantFrom(undefined, undefined, 'refusal' as const, 'summary' as const, 'hidden' as const)
const text = fc.oneof(
  fc.constantFrom('a', '"', '\\', '\n', 'é', '🎉', '\uD83C', '\u2028'),
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 5 }),
)
const native = (event: string, value: unknown): Part => ({ type: 'native', wire: 'openai-responses', event, value })
const part = fc.oneof(
  { weight: 12, arbitrary: fc.tuple(places, text).map(([of, said]): Part => ({ type: 'delta', ...of, text: said })) },
  { weight: 3, arbitrary: fc.tuple(places, kinds).map(([of, kind]): Part => ({ type: 'block-start', ...of, ...(kind && { kind }) })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(places, fc.boolean())
      .map(([of, sealed]): Part => ({ type: 'block-end', ...of, boundary: 'wire', ...(sealed && { seals }) })),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Part>(
      { type: 'delta', block: 0, channel: 'answer', choice: 1, text: 'x' },
      native('logprobs', [{ token: 'a', logprob: -1 }]),
      { type: 'tool-call-start', call: 0, id: 'c', name: 'f' },
      { type: 'tool-call-delta', call: 0, text: '{}' },
      { type: 'tool-call-end', call: 0, boundary: 'wire' },
      { type: 'warning', code: 'fallback', message: 'x' },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Part>({ type: 'finish', reason: 'stop' }, { type: 'error', error: { message: 'x' } }, { type: 'end' }),
  },
)

test('frames that others write of a text are those that the writer would write, and it goes on as if it had', () => {
  const said = new Set<string>()
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 25 }),
      fc.constantFrom('reasoning' as const, 'answer' as const, 'drop' as const),
      (parts, commentary) => {
        const writer = () => openaiResponses().createWriter({ commentary, created: 7 })
        const passed = passText<Part>(writer(), writer(), [{ type: 'start', id: 'x', model: 'm' }, ...parts, { type: 'end' }])
        for (const one of passed) if (one.type === 'delta') said.add(one.channel)
      },
    ),
    { numRuns: 500 },
  )
  expect([...said].toSorted()).toEqual(['answer', 'commentary', 'reasoning'])
})
