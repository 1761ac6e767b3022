import { createAccumulator } from '@reason/core'
import { expect, test } from 'vitest'
import { cut, input } from '../bench/input.ts'
import { marker } from '../src/index.ts'

test.each([4, 4096])('the benchmark input in pieces of %i comes to what it says', (size) => {
  const accumulator = createAccumulator()
  const splitter = marker({ unclosed: 'reasoning' }).createSplitter()
  for (const piece of cut(input.text, size)) for (const part of splitter.push(piece)) accumulator.push(part)
  for (const part of splitter.end()) accumulator.push(part)
  expect(accumulator.snapshot()).toMatchObject({ reasoning: input.reasoning, answer: input.answer, warnings: [] })
})
