import type { Part } from '@reason/core'
import type { Seal } from '@reason/core/parts'
import { anyCharacter } from '@reason/testkit/any-character'
import { passText } from '@reason/testkit/text-frames'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anthropicMessages } from '../src/index.ts'

const seals: Seal[] = [{ kind: 'signature', value: 's', issuer: { provider: 'p', wire: 'anthropic-messages', model: 'm' } }]
const places = fc.record({
  block: fc.nat(2),
  channel: fc.constantFrom('reasoning' as const, 'answer' as const, 'commentary' as const),
})
const text = fc.oneof(
  fc.constantFrom('a', '"', '\\', '\n', 'é', '🎉', '\uD83C', '\u2028'),
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 5 }),
)
const part = fc.oneof(
  { weight: 12, arbitrary: fc.tuple(places, text).map(([of, said]): Part => ({ type: 'delta', ...of, text: said })) },
  { weight: 3, arbitrary: places.map((of): Part => ({ type: 'block-start', ...of })) },
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
      {
        type: 'native',
        wire: 'anthropic-messages',
        event: 'block.server_tool_use',
        value: { type: 'server_tool_use', id: 's', name: 'f', input: {} },
      },
      { type: 'tool-call-start', call: 0, id: 'c', name: 'f' },
      { type: 'tool-call-delta', call: 0, text: '{' },
      { type: 'tool-call-delta', call: 0, text: '}' },
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
        const writer = () => anthropicMessages().createWriter({ commentary })
        const passed = passText<Part>(writer(), writer(), [{ type: 'start', id: 'x', model: 'm' }, ...parts, { type: 'end' }])
        for (const one of passed) if (one.type === 'delta') said.add(one.channel)
      },
    ),
    { numRuns: 500 },
  )
  expect([...said].toSorted()).toEqual(['answer', 'commentary', 'reasoning'])
})
