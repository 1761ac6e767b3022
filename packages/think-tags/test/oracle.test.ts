import { hostileText } from '@reason/conformance'
import { splitText } from '@reason/core'
import * as fc from 'fast-check'
import { runs } from '@reason/testkit/sampling'
import { describe, expect, test } from 'vitest'
import { thinkTags } from '../src/index.ts'

interface Rules {
  nesting: 'flat' | 'depth'
  orphanClose: 'drop' | 'literal'
  startsInReasoning: boolean
}

/** What the rules say of a whole text, by cutting it at every tag: too slow and too patient for a stream, but easy to believe. */
function splitByCutting(text: string, { nesting, orphanClose, startsInReasoning }: Rules): { reasoning: string; answer: string } {
  const result = { reasoning: '', answer: '' }
  const echo = startsInReasoning ? (/^\s*<think>/.exec(text)?.[0].length ?? 0) : 0
  let depth = startsInReasoning ? 1 : 0
  for (const piece of text.slice(echo).split(/(<\/?think>)/)) {
    const inside = depth > 0
    if (piece === '<think>' && !inside) depth = 1
    else if (piece === '</think>' && depth === 1) depth = 0
    else if (piece === '</think>' && !inside && orphanClose === 'drop') continue
    else {
      if (inside && nesting === 'depth') depth += piece === '<think>' ? 1 : piece === '</think>' ? -1 : 0
      result[inside ? 'reasoning' : 'answer'] += piece
    }
  }
  return result
}

describe('on any text the splitter agrees with cutting at every tag', () => {
  const rules = fc.record<Rules>({
    nesting: fc.constantFrom('flat', 'depth'),
    orphanClose: fc.constantFrom('drop', 'literal'),
    startsInReasoning: fc.boolean(),
  })
  test('whatever the rules', () => {
    fc.assert(
      fc.property(hostileText(['<think>', '</think>']), rules, (text, given) => {
        const { reasoning, answer } = splitText(text, thinkTags({ startTag: '<think>', ...given }))
        expect({ reasoning, answer }).toEqual(splitByCutting(text, given))
      }),
      { numRuns: runs(2000), seed: 7 },
    )
  })
})
