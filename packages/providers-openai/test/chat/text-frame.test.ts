import type { Part } from '@reason/core'
import type { DeltaPart, Seal } from '@reason/core/parts'
import { anyCharacter } from '@reason/testkit/any-character'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dialectNames, openaiChat } from '../../src/index.ts'
import { responseFactsFor } from '../../src/chat/find-dialect.ts'

const seals: Seal[] = [{ kind: 'signature', value: 's', issuer: { provider: 'p', wire: 'openai-chat', model: 'm' } }]
const blocks = fc.record({
  block: fc.nat(2),
  channel: fc.constantFrom('reasoning' as const, 'answer' as const, 'commentary' as const),
  kind: fc.constantFrom(undefined, undefined, 'refusal' as const, 'summary' as const, 'hidden' as const),
  choice: fc.constantFrom(undefined, undefined, 1),
})
const text = fc.oneof(fc.constantFrom('a', '"', '\\', '\n', 'é', '🎉', '\uD83C', '\u2028'), fc.string({ unit: anyCharacter, maxLength: 5 }))
const native = (event: string): Part => ({ type: 'native', wire: 'openai-chat', event, value: { x: 1 } })

const part = fc.oneof(
  { weight: 12, arbitrary: fc.tuple(blocks, text).map(([of, said]): Part => ({ type: 'delta', ...place(of), text: said })) },
  {
    weight: 3,
    arbitrary: blocks.map(({ kind, ...of }): Part => ({ type: 'block-start', ...place({ ...of, kind }), ...(kind && { kind }) })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(blocks, fc.boolean())
      .map(([of, sealed]): Part => ({ type: 'block-end', ...place(of), boundary: 'wire', ...(sealed && { seals }) })),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Part>(
      native('choice.logprobs'),
      native('message.audio'),
      native('service_tier'),
      { ...(native('choice.logprobs') as Part & { type: 'native' }), choice: 1 },
      { type: 'tool-call-start', call: 0, id: 'c', name: 'f' },
      { type: 'tool-call-delta', call: 0, text: '{}' },
      { type: 'tool-call-end', call: 0, seals },
      { type: 'warning', code: 'fallback', message: 'x' },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Part>(
      { type: 'finish', reason: 'stop' },
      { type: 'finish', reason: 'error' },
      { type: 'finish', reason: 'stop', choice: 1 },
      { type: 'error', error: { message: 'x' } },
      { type: 'end' },
    ),
  },
)

function place({ block, channel, choice }: { block: number; channel: DeltaPart['channel']; kind?: unknown; choice: number | undefined }) {
  return { block, channel, ...(choice !== undefined && { choice }) }
}

describe('what is said of how text will be written is what is written then', () => {
  test.each(dialectNames)('%s', (dialect) => {
    const { details, field } = responseFactsFor(dialect)
    const said: Record<string, boolean> = {}
    fc.assert(
      fc.property(fc.array(part, { maxLength: 25 }), fc.constantFrom('reasoning', 'answer', 'drop'), (parts, commentary) => {
        const writer = openaiChat().createWriter({ dialect, commentary })
        writer.push({ type: 'start', id: 'x', model: 'm', created: 7 })
        for (const one of parts) {
          const frame = one.type === 'delta' ? writer.textFrame!(one) : undefined
          const written = writer.push(one)
          if (frame === undefined || one.type !== 'delta') continue
          said[one.channel] = true
          expect(written).toEqual([{ data: frame.before + JSON.stringify(one.text).slice(1, -1) + frame.after }])
        }
      }),
      { numRuns: 200 },
    )
    // Where reasoning has a list beside it, or is one, no two frames are alike: commentary still may be an answer.
    const isAlike = !details && field !== 'parts'
    expect(said).toEqual({ answer: true, commentary: true, ...(isAlike && { reasoning: true }) })
  })
})
