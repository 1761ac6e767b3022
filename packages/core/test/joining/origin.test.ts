import { describe, expect, it } from 'vitest'
import { createPipeline, type Part, type TextAdapter } from '../../src/index.ts'
import { plain } from '../../src/adapters/index.ts'
import { originOf, type BlockOrigin } from '../../src/results/index.ts'

/** Brackets are thoughts. */
const brackets: TextAdapter = {
  ...plain(),
  id: 'brackets',
  createSplitter() {
    let block = 0
    return {
      push: (text) =>
        text
          .split(/(\[[^\]]*\])/)
          .filter((piece) => piece !== '')
          .flatMap((piece): Part[] => {
            const channel = piece.startsWith('[') ? 'reasoning' : 'answer'
            const number = block++
            return [
              { type: 'block-start', block: number, channel },
              { type: 'delta', block: number, channel, text: piece },
              { type: 'block-end', block: number, channel, boundary: 'closer' },
            ]
          }),
      end: () => [],
    }
  },
}

const block = (number: number, channel: 'reasoning' | 'answer' | 'commentary', text: string, kind?: 'refusal' | 'summary'): Part[] => [
  { type: 'block-start', block: number, channel, ...(kind && { kind }) },
  { type: 'delta', block: number, channel, text },
  { type: 'block-end', block: number, channel, boundary: 'wire' },
]

const read: Part[] = [
  ...block(0, 'reasoning', 'a field'),
  ...block(1, 'answer', 'One [hm] two'),
  ...block(2, 'answer', 'No.', 'refusal'),
  ...block(3, 'commentary', 'Let me look.'),
  ...block(4, 'reasoning', 'In short.', 'summary'),
  { type: 'finish', reason: 'stop' },
  { type: 'end' },
]

function originsOf(parts: readonly Part[]): [string, BlockOrigin][] {
  return parts.flatMap((part) => (part.type === 'block-start' ? [[part.channel, originOf(part)]] : []))
}

describe('the origin of a block', () => {
  it('is the provider for its own fields, and the wire for text that no adapter splits', () => {
    const pipeline = createPipeline({})
    expect(originsOf(read.flatMap((part) => pipeline.push(part)))).toEqual([
      ['reasoning', 'provider'],
      ['answer', 'wire'],
      ['answer', 'provider'],
      ['commentary', 'provider'],
      ['reasoning', 'provider'],
    ])
  })

  it('is the adapter for what was split from text, and for what is left of that text', () => {
    const pipeline = createPipeline({ split: { adapter: brackets } })
    expect(originsOf(read.flatMap((part) => pipeline.push(part)))).toEqual([
      ['reasoning', 'provider'],
      ['answer', 'adapter'],
      ['reasoning', 'adapter'],
      ['answer', 'adapter'],
      ['answer', 'provider'],
      ['commentary', 'provider'],
      ['reasoning', 'provider'],
    ])
  })
})
