import { createPolicy, leakScore, parsePolicyConfig, type LeakScore } from '@reason/policy'
import fc from 'fast-check'
import { runs } from '@reason/testkit/sampling'
import { expect, it } from 'vitest'
import { blocks, through } from '../parts.ts'

const bits = [
  ['The', 'quick', 'brown', 'fox', 'jumps', 'over', 'ΤΟΣ', 'τος', 'Straße', '𞤀𞤁𞤂', 'x1', '中', '思考', 'カタ', 'ﬁ', 'İ'],
  [' ', ' ', ' ', ' ', '  ', '\n', '\u00a0', '\u3000', '\u2028', ', ', '. ', '-', '😀', '`', '```', '\n```\n'],
  ['</think>', '<|channel|>analysis', '<|channel|>final', '<|end|>', '<thi', 'nk>'],
].flat()
const words = fc.array(fc.constantFrom(...bits), { maxLength: 120 }).map((all) => all.join(''))
const sentence = 'The quick brown fox jumps over it, and  nobody\nknows why the dog is not awake. '
/** Reasoning, and answers that often repeat it in other letters and with other whitespace. */
const pair = fc
  .tuple(words, words, words, fc.constantFrom('', sentence, sentence.toUpperCase(), sentence.replaceAll(' ', '\n \t')))
  .map(([one, two, three, repeated]) => ({ reasoning: `${sentence}${one}${two}`, answer: `${three}${repeated}${two}` }))

const options = { threshold: 0.2, minGrams: 4 }

/** The guard's report on the same texts while they stream. */
function streamed(reasoning: string, answer: string, sizes: readonly number[]): LeakScore {
  const { threshold, minGrams } = options
  const config = { llm: { postproc: { leak_guard: { threshold, min_grams: minGrams, residue: 'report' as const } } } }
  const { stages, report } = createPolicy(parsePolicyConfig(config))
  through(
    stages,
    blocks(
      [
        ['reasoning', reasoning],
        ['answer', answer],
      ],
      sizes,
      true,
    ),
  )
  const { leakScore: score, leaks } = report()
  return { score, leaks: leaks.filter(({ count }) => count > 0) }
}

/** The words of the definition, and nothing that is clever. */
function scoreBySets(reasoning: string, answer: string): number {
  const runsOf = (text: string): string[] => {
    const found =
      text
        .toLowerCase()
        .replaceAll('ς', 'σ')
        .match(/[\u3040-\u30ff\u3400-\u9fff]|[a-z0-9\u00aa-\u02ff\u0370-\u058f]+/g) ?? []
    return found.slice(7).map((_, index) => found.slice(index, index + 8).join(' '))
  }
  const known = new Set(runsOf(reasoning))
  const asked = runsOf(answer)
  return asked.length === 0 || known.size === 0 ? 0 : asked.filter((run) => known.has(run)).length / asked.length
}

const byReason = ({ score, leaks }: LeakScore) => ({ score, leaks: leaks.toSorted((a, b) => (a.reason < b.reason ? -1 : 1)) })

it('says of whole texts what the guard says of them in pieces', () => {
  fc.assert(
    fc.property(pair, fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 4 }), ({ reasoning, answer }, sizes) => {
      expect(byReason(leakScore(reasoning, answer, options))).toEqual(byReason(streamed(reasoning, answer, sizes)))
    }),
    { numRuns: runs(500) },
  )
})

it('is the share of the runs of eight words that stand in both', () => {
  const plain = fc.array(fc.constantFrom('one ', 'two ', 'Three, ', 'four\n', 'Σίσυφος ', '中', 'été ', 'x-y '), { maxLength: 60 })
  const texts = fc.tuple(plain, plain).map(([a, b]) => [[...a, ...b].join(''), [...b, ...a].join('')] as const)
  fc.assert(
    fc.property(texts, ([reasoning, answer]) => {
      expect(leakScore(reasoning, answer).score).toBeCloseTo(scoreBySets(reasoning, answer), 10)
    }),
    { numRuns: runs(300) },
  )
})

it('does not remember the texts before', () => {
  fc.assert(
    fc.property(fc.array(pair, { minLength: 2, maxLength: 6 }), (pairs) => {
      const alone = pairs.map(({ reasoning, answer }) => streamed(reasoning, answer, [1_000_000]))
      expect(pairs.map(({ reasoning, answer }) => byReason(leakScore(reasoning, answer, options)))).toEqual(alone.map(byReason))
    }),
    { numRuns: runs(100) },
  )
  const long = Array.from({ length: 70_000 }, (_, index) => `w${index}`).join(' ')
  expect(leakScore(long, long)).toMatchObject({ leaks: expect.arrayContaining([{ reason: 'ngram_overlap', count: 1 }]) as unknown })
  expect(leakScore('short', long)).toEqual({ score: 0, leaks: [] })
  expect(leakScore(long.slice(0, 5000), long.slice(0, 5000)).score).toBe(1)
})
