import { readFileSync } from 'node:fs'
import { checkRow, formatFailures, fromThinkTagsVector, readVectors, type ThinkTagsVector, type VectorOptions } from '@reason/conformance'
import { shared, sharedMissing, sharedPath } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { thinkTags, type ThinkTagsOptions } from '../src/index.ts'

/** Those of the file, every one stated, so that our own defaults play no part. */
const optionsOf = ({ startTag, ...rest }: VectorOptions): ThinkTagsOptions =>
  ({ ...rest, startTag: startTag.length === 0 ? null : startTag }) as ThinkTagsOptions

describe.skipIf(shared === undefined)(`the shared think-tags vectors${shared === undefined ? ` (${sharedMissing})` : ''}`, () => {
  const vectors =
    shared === undefined ? [] : readVectors<ThinkTagsVector>(readFileSync(sharedPath('conformance', 'think-tags.jsonl'), 'utf8'))
  for (const { row, options } of vectors.map(fromThinkTagsVector)) {
    test(row.name, () => {
      const failures = checkRow(thinkTags(optionsOf(options)), row, { longestDelimiter: longestHold(options) })
      if (failures.length > 0) expect.fail(formatFailures(failures))
    })
  }
})

/** The longest delimiter less one, and whitespace that a rule must decide on (no vector has more than 16 units of it). */
function longestHold(options: VectorOptions): number {
  const { startTag, endTag, toolOpeners, toolLookahead = '', startLabel = '', contentStrip, stripTokens, trim } = options
  const tools = toolOpeners.map((opener) => opener + toolLookahead)
  const longest =
    Math.max(...[...startTag, ...endTag, ...tools, startLabel, ...contentStrip, ...stripTokens].map(({ length }) => length)) - 1
  const decidesWhitespace = trim.length > 0 || options.opener === 'leading' || options.startsInReasoning || options.tagWhitespace
  const attributes = options.tagAttributes ? 64 : 0
  return longest + (decidesWhitespace ? 16 : 0) + attributes + Number(toolLookahead !== '' || options.markerLine !== undefined)
}
