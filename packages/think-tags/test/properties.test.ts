import { describeProperties } from '@reason/conformance/vitest'
import { describe } from 'vitest'
import { thinkTags } from '../src/index.ts'
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
