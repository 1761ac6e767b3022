import { describe, expect, it } from 'vitest'
import { bare, chatStream, official, ours } from '../src/readers/suite.ts'

describe('readers of the benchmark', () => {
  const reads = chatStream(100)
  it.each([
    ['bare', bare],
    ['ours', ours],
    ['official', official],
  ])('%s sees every delta', async (_, read) => expect(await read(reads)).toEqual({ reasoning: 50, answer: 50 }))
})
