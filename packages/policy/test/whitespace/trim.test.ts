import { createAccumulator, type Part } from '@reason/core'
import type { Channel } from '@reason/core/parts'
import { trim } from '@reason/policy'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

type Piece = [channel: Channel, text: string]

/** Output of a split stage: blocks that come from a block of the wire, their text in units of the given size. */
function blocks(pieces: readonly Piece[], size = 1, finished = true): Part[] {
  return [
    ...pieces.flatMap(([channel, text], block): Part[] => [
      { type: 'block-start', block, channel, from: 0 },
      ...cut(text, size).map((unit): Part => ({ type: 'delta', block, channel, text: unit })),
      { type: 'block-end', block, channel, boundary: 'closer' },
    ]),
    ...(finished ? [{ type: 'finish', reason: 'stop' } satisfies Part] : []),
    { type: 'end' },
  ]
}

const cut = (text: string, size: number): string[] => text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []

function trimmed(parts: readonly Part[]): Part[] {
  const stage = trim()
  return parts.flatMap((part) => [...stage.push(part)])
}

function resultOf(parts: readonly Part[]) {
  const accumulator = createAccumulator()
  parts.forEach(accumulator.push)
  return accumulator.snapshot()
}

describe('trim', () => {
  it('takes the blank lines beside the tags', () => {
    const pieces: Piece[] = [
      ['reasoning', '\na\n\nb\n'],
      ['answer', '\n\nc\n'],
    ]
    for (const size of [1, 2, 100]) expect(resultOf(trimmed(blocks(pieces, size)))).toMatchObject({ reasoning: 'a\n\nb', answer: 'c\n' })
  })

  it('glues nothing together', () => {
    const pieces: Piece[] = [
      ['answer', 'One.\n'],
      ['reasoning', 'a\n'],
      ['answer', '\n\nTwo.'],
      ['reasoning', '\nb'],
      ['answer', ' Three'],
    ]
    expect(resultOf(trimmed(blocks(pieces)))).toMatchObject({ reasoning: 'a\n\nb', answer: 'One.\n\n\nTwo. Three' })
  })

  it('keeps an empty thought, and makes no answer of whitespace', () => {
    const parts = trimmed(
      blocks([
        ['answer', '\n'],
        ['reasoning', '\n\n'],
        ['answer', '\n\n'],
      ]),
    )
    expect(resultOf(parts).items).toEqual([{ type: 'block', channel: 'reasoning', text: '', boundary: 'closer' }])
  })

  it('leaves a field of the wire as it is', () => {
    const native = blocks([['reasoning', '\nsigned\n']]).map(
      (part) => (part.type === 'block-start' ? { ...part, from: undefined } : part) as Part,
    )
    expect(trimmed(native)).toEqual(native)
  })

  it('holds no text back but whitespace at the end of the reasoning', () => {
    const stage = trim()
    const said = blocks([['reasoning', 'a \nb']]).map((part) =>
      [...stage.push(part)].flatMap((out) => (out.type === 'delta' ? [out.text] : [])),
    )
    expect(said.flat()).toEqual(['a', ' \nb'])
  })

  it('leaves what was put between blocks', () => {
    const parts = blocks([['reasoning', '\na']], 100)
    const heading: Part = { type: 'delta', block: 0, channel: 'reasoning', text: '\n\n#\n\n', inserted: true }
    expect(resultOf(trimmed(parts.toSpliced(1, 0, heading))).reasoning).toBe('\n\n#\n\n\na')
  })

  it('lets no inserted text overtake whitespace', () => {
    const sign: Part = { type: 'delta', block: 0, channel: 'reasoning', text: '!', inserted: true }
    const parts = blocks([['reasoning', 'a b \n']])
    const said = (at: number) => resultOf(trimmed(parts.toSpliced(at, 0, sign))).reasoning
    expect([2, 3, 5, 6].map(said)).toEqual(['a! b', 'a !b', 'a b !', 'a b \n!'])
  })

  it('keeps the choices of a response apart', () => {
    const second = blocks([['reasoning', '\nx\n']]).map((part) => (part.type === 'end' ? part : ({ ...part, choice: 1 } as Part)))
    const first = blocks([['reasoning', 'y']]).slice(0, -1)
    const parts = trimmed([...first, ...second])
    const accumulator = createAccumulator({ choice: 1 })
    parts.forEach(accumulator.push)
    expect([resultOf(parts).reasoning, accumulator.snapshot().reasoning]).toEqual(['y', 'x'])
  })

  it('loses no character, and is the same however the text is cut', () => {
    const text = fc.string({ unit: fc.constantFrom(' ', '\n', 'a', 'b'), maxLength: 6 })
    const pieces = fc.array(fc.tuple(fc.constantFrom<Channel>('reasoning', 'answer', 'commentary'), text), { maxLength: 6 })
    fc.assert(
      fc.property(pieces, fc.integer({ min: 1, max: 7 }), fc.boolean(), (list, size, finished) => {
        const parts = trimmed(blocks(list, size, finished))
        const characters = parts.map((part) => ('text' in part ? part.text : '')).join('')
        expect([...characters].toSorted()).toEqual(list.flatMap(([, piece]) => [...piece]).toSorted())
        expect(resultOf(parts)).toEqual(resultOf(trimmed(blocks(list, 100, finished))))
      }),
    )
  })
})
