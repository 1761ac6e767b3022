import { splitText } from '@reason/core'
import { describe, expect, it } from 'vitest'
import { slope, median } from '../src/measure.ts'
import { cut, hostile, splitters } from '../src/splitters/inputs.ts'
import { aiSdk, iterated, pushed } from '../src/splitters/runners.ts'

describe('inputs of the benchmarks', () => {
  const inputs = Object.entries({ ...splitters, ...hostile })

  it.each(inputs)('%s splits as it says, at both chunk sizes', async (_, make) => {
    const input = make(9_000)
    for (const size of [4, 4096]) {
      const chunks = cut(input.text, size)
      expect(chunks.join('')).toBe(input.text)
      expect(pushed(input.adapter, chunks)).toEqual(input.expected)
      expect(await iterated(input.adapter, chunks)).toEqual(input.expected)
    }
    const { reasoning, answer } = splitText(input.text, input.adapter)
    expect({ reasoning: reasoning!.length, answer: answer.length }).toEqual(input.expected)
  })

  it('gives the AI SDK the same text', async () => {
    const input = splitters['think-tags']!(9_000)
    expect(await aiSdk(cut(input.text, 4))).toEqual(input.expected)
  })
})

describe('arithmetic', () => {
  it('tells linear from quadratic', () => {
    const sizes = [10, 100, 1000]
    expect(slope(sizes.map((size) => ({ size, ms: 3 * size })))).toBeCloseTo(1)
    expect(slope(sizes.map((size) => ({ size, ms: size * size })))).toBeCloseTo(2)
  })
  it('takes the middle', () => expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]))
})
