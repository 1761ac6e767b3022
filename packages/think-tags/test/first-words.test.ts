import type { StreamContext } from '@reason/core'
import { describe, expect, it } from 'vitest'
import { thinkTags } from '../src/index.ts'

/** Words whose first letters are those of closers and labels, but not the rest. */
const words =
  'the that this there them these three to two time than take test true type right result return read role really in an on my final response'.split(
    ' ',
  )
const contexts: Record<string, StreamContext> = {
  'of an unknown model': { model: 'never-seen' },
  'behind a field': { model: 'never-seen', wireReasoning: true, origin: {} },
  'behind a field, of a known model': { model: 'qwen3-8b', wireReasoning: true, origin: {} },
  'behind a field, for a client that may see no reasoning': { model: 'qwen3-8b', wireReasoning: true, origin: {}, guarded: true },
  'without a thought': { model: 'qwen3-8b', start: 'answer' },
}

describe('the first word of an answer is shown at once', () => {
  it.each(Object.entries(contexts))('%s', (_, context) => {
    const held = words
      .flatMap((word) => [word, word.charAt(0).toUpperCase() + word.slice(1)])
      .filter((word) => {
        const parts = thinkTags().createSplitter(context).push(word)
        return parts.map((part) => (part.type === 'delta' ? part.text : '')).join('') !== word
      })
    expect(held).toEqual([])
  })
})
