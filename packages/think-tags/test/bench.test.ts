import { describe, expect, test } from 'vitest'
import { cut, expectedUnits, hostileInputs, inputs, splitPieces } from '../bench/inputs.ts'

describe('the inputs of the benchmark come out as it expects', () => {
  test.each([...inputs, ...hostileInputs].map((input) => [input.name, input] as const))('%s', (_, input) => {
    for (const size of [0, 4096, 7]) expect(splitPieces(input.adapter, cut(input, 2, size))).toEqual(expectedUnits(input, 2))
  })
})
