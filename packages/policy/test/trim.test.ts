import { collect, runPipeline, type Part } from '@reason/core'
import { trim } from '@reason/policy'
import { thinkTags } from '@reason/think-tags'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const wire = (pieces: string[]): Part[] => [
  { type: 'block-start', block: 0, channel: 'answer' },
  ...pieces.map((text): Part => ({ type: 'delta', block: 0, channel: 'answer', text })),
  { type: 'block-end', block: 0, channel: 'answer', boundary: 'wire' },
  { type: 'finish', reason: 'stop' },
  { type: 'end' },
]

const partsOf = async (parts: Part[]) => {
  const all: Part[] = []
  for await (const part of runPipeline(parts, { split: { adapter: thinkTags({ startTag: '<r>', endTag: '</r>' }) }, policies: [trim()] }))
    all.push(part)
  return all
}
const trimmed = async (...pieces: string[]) => collect(await partsOf(wire(pieces)))

describe('trim', () => {
  it('takes the blank lines beside the tags', async () => {
    expect(await trimmed('<r>\na\n\nb\n</r>\n\nc\n')).toMatchObject({ reasoning: 'a\n\nb', answer: 'c\n' })
  })

  it('glues nothing together', async () => {
    expect(await trimmed('One.\n<r>a\n</r>\n\nTwo.<r>\nb</r> Three')).toMatchObject({ reasoning: 'a\n\nb', answer: 'One.\n\n\nTwo. Three' })
  })

  it('keeps an empty thought, and makes no answer of whitespace', async () => {
    const { items } = await trimmed('\n<r>\n\n</r>\n\n')
    expect(items).toEqual([{ type: 'block', channel: 'reasoning', text: '', boundary: 'closer', terminator: '</r>' }])
  })

  it('leaves a field of the wire as it is', async () => {
    const native: Part[] = [
      { type: 'block-start', block: 0, channel: 'reasoning' },
      { type: 'delta', block: 0, channel: 'reasoning', text: '\nsigned\n' },
      { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire' },
      { type: 'end' },
    ]
    expect((await collect(await partsOf(native))).reasoning).toBe('\nsigned\n')
  })

  it('loses no character, and is the same however the text is cut', async () => {
    const text = fc.array(fc.constantFrom('<r>', '</r>', ' ', '\n', 'a', 'b'), { maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(text, fc.boolean(), async (units, finished) => {
        const parts = await partsOf(wire(units).filter(({ type }) => finished || type !== 'finish'))
        const all = parts.map((part) => ('text' in part ? part.text : '')).join('')
        expect([...all].toSorted()).toEqual([...units.join('')].toSorted())
        const { stats: _, ...result } = await collect(parts)
        expect(await trimmed(units.join(''))).toMatchObject({ reasoning: result.reasoning, answer: result.answer })
      }),
    )
  })
})
