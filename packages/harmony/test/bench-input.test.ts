import { splitText } from '@reason/core'
import { expect, test } from 'vitest'
import { chunksOf, hostile, turn } from '../bench/input.ts'
import { harmony } from '../src/index.ts'

test.each(['mixed', 'plain'] as const)('the %s benchmark input comes to what the benchmark expects', (kind) => {
  const { text, reasoning, answer } = turn(10_000, kind)
  expect(splitText(text, harmony())).toMatchObject({ reasoning, answer, stop: 'return', warnings: [] })
  expect(chunksOf(text, 7).join('')).toBe(text)
})

test.each(Object.entries(hostile))('hostile input, %s, comes out whole', (_, make) => {
  const text = make(1200)
  const splitter = harmony({ maxHeldChars: 256 }).createSplitter()
  const parts = [...chunksOf(text, 64).flatMap((chunk) => splitter.push(chunk)), ...splitter.end()]
  expect(parts.map((part) => ('text' in part ? part.text : '')).join('')).toBe(text)
})
