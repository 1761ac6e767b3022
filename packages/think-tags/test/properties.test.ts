import { describeProperties } from '@reason/conformance/vitest'
import type { TextAdapter } from '@reason/core'
import { describe } from 'vitest'
import { thinkTags, type ThinkTagsOptions } from '../src/index.ts'
import { modes, tags } from './modes.ts'

for (const [name, options] of Object.entries(modes)) {
  describe(name, () => {
    // Whitespace that a rule decides on is held beside the delimiter, and a generated text may be nothing but whitespace.
    describeProperties(thinkTags({ startTag: '<think>', endTag: '</think>', ...options }), {
      delimiters: tags,
      longestDelimiter: 200,
      runs: 40,
    })
  })
}

/** For who may not see the reasoning, and gets the text when it is over. */
const doubted = (options: ThinkTagsOptions): TextAdapter => {
  const adapter = thinkTags(options)
  return { ...adapter, createSplitter: (context) => adapter.createSplitter({ ...context, guarded: true, whole: true }) }
}

for (const [name, options] of Object.entries(modes)) {
  describe(`${name}, in doubt`, () => {
    describeProperties(doubted({ startTag: '<think>', endTag: '</think>', ...options }), {
      delimiters: tags,
      longestDelimiter: Number.POSITIVE_INFINITY,
      runs: 20,
    })
  })
}
