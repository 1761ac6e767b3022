import { createPolicy, guardLeaks, leakScore, parsePolicyConfig, type LeakGuardOptions, type LeakReason } from '@reason/policy'
import type { Part } from '@reason/core'
import { describe, expect, it } from 'vitest'
import { blocks, inputOf, markupOf, resultOf, through, warningsOf, type Piece } from '../parts.ts'

const thought = 'First I have to find out which of the two numbers is the greater one, and then I subtract the smaller one from it.'
const clean = 'The difference is 7.'

const run = (answer: string, options: LeakGuardOptions = {}, sizes = [1], reasoning = thought) => {
  const pieces: Piece[] = [
    ['reasoning', reasoning],
    ['answer', answer],
  ]
  return through([guardLeaks(options)], blocks(pieces, sizes))
}

const cuts = [[1], [5], [1000]]

describe('guardLeaks, report', () => {
  it.each([
    ['nothing', clean, []],
    ['a delimiter', 'So </think> it is 7.', ['reasoning-in-answer']],
    ['a delimiter in code', 'The tag is `</think>`.\n```\n<think>\n```\n', []],
    [
      'markup of several channels',
      '<|channel|>analysis hm <|channel|>final 7',
      ['mixed-markup', 'reasoning-in-answer', 'reasoning-in-answer'],
    ],
    ['a delimiter of commentary', 'It is <|channel|>commentary 7.', ['commentary-in-answer']],
    ['the same, lines apart', '<|channel|>analysis hm\n<|channel|>final 7', ['reasoning-in-answer', 'reasoning-in-answer']],
    ['the beginning of the reasoning', 'Well: first  i HAVE\nto find out which it is', ['reasoning-repeated']],
    ['long runs of it', `Hm. ${thought.slice(20)} So 7.`, ['reasoning-overlap']],
  ])('%s', (_, answer, codes) => {
    for (const sizes of cuts) {
      const parts = run(answer, { minGrams: 8 }, sizes)
      expect(warningsOf(parts).toSorted()).toEqual(codes)
      expect(resultOf(parts)).toMatchObject({ answer, reasoning: thought })
    }
  })

  it('overlap in an answer that is just long enough to be judged', () => {
    // Four runs of eight words.
    const eleven = 'Numbers is the greater one, and then I subtract the smaller'
    for (const sizes of cuts)
      expect([4, 5].map((minGrams) => warningsOf(run(eleven, { minGrams }, sizes)))).toEqual([['reasoning-overlap'], []])
  })

  it('the beginning of each thought, and not what only goes on in one', () => {
    const second = 'But wait, are both of them in the same unit?'
    const told = (answer: string) =>
      warningsOf(
        through(
          [guardLeaks()],
          blocks(
            [
              ['reasoning', thought],
              ['reasoning', second],
              ['answer', answer],
            ],
            [5],
          ),
        ),
      )
    expect(told(second)).toEqual(['reasoning-repeated'])
    expect(told(`It says: ${thought.slice(-30)}${second.slice(0, 12)}.`)).toEqual([])
  })

  it('delays nothing', () => {
    const stage = guardLeaks()
    const out = [...'a<think'].flatMap((text) => [...stage.push({ type: 'delta', block: 0, channel: 'answer', text })])
    expect(out.map((part) => 'text' in part && part.text).join('')).toBe('a<think')
  })

  it('finds a delimiter while the answer goes on', () => {
    const stage = guardLeaks()
    const out = [...`</think>${'It is 7. '.repeat(32)}`].flatMap((text) => [
      ...stage.push({ type: 'delta', block: 0, channel: 'answer', text }),
    ])
    expect(warningsOf(out)).toEqual(['reasoning-in-answer'])
  })

  it.each<[string, string[], Part[]]>([
    [
      'ends with its block',
      [],
      blocks([
        ['answer', 'So </th'],
        ['answer', 'ink> it is 7.'],
      ]),
    ],
    [
      'goes on when a thought ends beside it',
      ['reasoning-in-answer'],
      [
        { type: 'block-start', block: 0, channel: 'reasoning' },
        { type: 'block-start', block: 1, channel: 'answer' },
        { type: 'delta', block: 1, channel: 'answer', text: 'So </th' },
        { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire' },
        { type: 'delta', block: 1, channel: 'answer', text: 'ink> it is 7.' },
        { type: 'block-end', block: 1, channel: 'answer', boundary: 'wire' },
        { type: 'end' },
      ],
    ],
  ])('the beginning of a delimiter %s', (_, codes, parts) => {
    for (const action of ['report', 'mask', 'hold'] as const) {
      const warnings = warningsOf(through([guardLeaks({ action })], parts))
      expect(warnings.filter((code) => code !== 'answer-guarded')).toEqual(codes)
    }
  })

  it('compares nothing with reasoning that is too short', () => {
    expect(warningsOf(run('Short thought. Yes.', {}, [3], 'Short thought.'))).toEqual([])
  })

  it('never says reasoning in a warning', () => {
    for (const { message, excerpt = '' } of resultOf(run(thought, { minGrams: 4 })).warnings)
      expect(message + excerpt).not.toContain('find out')
  })
})

describe('guardLeaks, mask', () => {
  it.each([
    ['nothing', clean, clean],
    ['a delimiter', 'So </think> it is 7.', 'So […] it is 7.'],
    ['several delimiters', '</think>So <think>well</think> it </think></think> is 7.', '[…]So […]well[…] it […] is 7.'],
    ['a delimiter in code', 'The tag is `</think>`.', 'The tag is `</think>`.'],
    ['the beginning of the reasoning', 'Well: first  i HAVE\nto find out which it is', 'Well: […] which it is'],
  ])('%s', (_, answer, expected) => {
    for (const sizes of cuts) {
      const parts = run(answer, { action: 'mask' }, sizes)
      expect(resultOf(parts).answer).toBe(expected)
      expect(inputOf(parts)).toBe(thought + answer)
      expect(warningsOf(parts).includes('answer-guarded')).toBe(answer !== expected)
    }
  })

  it('long runs of the reasoning, as soon as there are too many', () => {
    for (const sizes of cuts) {
      const { answer } = resultOf(run(`Hm. ${thought.slice(2)} It is seven then.`, { action: 'mask', minGrams: 4, threshold: 0.5 }, sizes))
      expect(answer).toMatch(/^Hm\. rst I have .*\[…\]\. It is seven then\.$/)
      expect(answer).not.toContain('smaller')
    }
  })

  it('a delimiter that comes about when a service token is taken out', () => {
    const { stages } = createPolicy(parsePolicyConfig({ 'llm.postproc.leak_guard.action': 'mask' }), { serviceTokens: ['</s>'] })
    for (const sizes of cuts) expect(resultOf(through(stages, blocks([['answer', 'a</th</s>ink>b']], sizes))).answer).toBe('a[…]b')
  })
})

describe('guardLeaks, hold', () => {
  it('lets a clean answer go when it is judged, and not before', () => {
    const stage = guardLeaks({ action: 'hold' })
    const parts = blocks([['answer', clean]], [4])
    const before = parts.slice(0, -2).flatMap((part) => [...stage.push(part)])
    expect(resultOf(before).answer).toBe('')
    expect(resultOf([...before, ...parts.slice(-2).flatMap((part) => [...stage.push(part)])]).answer).toBe(clean)
  })

  it('withholds the whole of one that leaks', () => {
    for (const sizes of cuts) {
      const parts = run(`It is 7. ${thought}`, { action: 'hold' }, sizes)
      expect(resultOf(parts).answer).toBe('[…]')
      expect(markupOf(parts).join('')).toBe(`It is 7. ${thought}`)
      expect(warningsOf(parts)).toContain('answer-guarded')
    }
  })

  it('judges a long answer by its beginning', () => {
    for (const sizes of cuts) {
      const late = run(`0123456789</think>`, { action: 'hold', maxHeldChars: 10 }, sizes)
      expect(resultOf(late).answer).toBe('0123456789[…]')
      const early = run(`</think>0123456789`, { action: 'hold', maxHeldChars: 10 }, sizes)
      expect(resultOf(early).answer).toBe('[…]')
    }
  })
})

it('mask knows letters beyond the basic plane in both cases', () => {
  const small = '𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯 and more'
  expect(resultOf(run(`Well: ${small.toUpperCase()}`, { action: 'mask' }, [1], small)).answer).toContain('[…]')
})

it('hold counts an overlap once, also where a long answer is judged by its beginning', () => {
  const { stages, report } = createPolicy(
    parsePolicyConfig({ 'llm.postproc.leak_guard.action': 'hold', 'llm.postproc.leak_guard.max_held_chars': 150 }),
  )
  through(
    stages,
    blocks(
      [
        ['reasoning', thought],
        ['answer', `So. ${thought.slice(2)} ${thought.slice(2)}`],
      ],
      [7],
    ),
  )
  expect(report().leaks).toContainEqual({ reason: 'ngram_overlap', count: 1 })
})

describe('leakScore', () => {
  const reasons = (reasoning: string, answer: string): LeakReason[] => leakScore(reasoning, answer).leaks.map(({ reason }) => reason)

  it('is the share of the runs of eight words that are in both', () => {
    expect(leakScore(thought, thought)).toMatchObject({ score: 1 })
    expect(leakScore(thought, clean).score).toBe(0)
    expect(leakScore('a b c d e f g h', 'A, b; c d e f g h. i j').score).toBeCloseTo(1 / 3)
    expect(leakScore('', thought).score).toBe(0)
  })

  it('knows scripts without spaces', () => {
    expect(leakScore('思考内容在这里出现了', '思考内容在这里出现了').score).toBe(1)
    expect(leakScore('ΤΕΛΟΣ α β γ δ ε ζ η', 'τέλος α β γ δ ε ζ η'.replace('έ', 'ε')).score).toBe(1)
  })

  it('gives the reasons', () => {
    expect(reasons(thought, thought)).toEqual(['prefix_reappeared', 'ngram_overlap'])
    expect(reasons(thought, 'ab</think>')).toEqual(['analysis_in_final'])
    expect(reasons(thought, 'ab<|channel|>commentary')).toEqual([])
    expect(reasons('First block that has the length.', clean)).toEqual([])
    expect(leakScore([thought, 'Second block of enough length'], 'second block of enough length').leaks).toEqual([
      { reason: 'prefix_reappeared', count: 1 },
    ])
  })

  it('is the same machine that streams', () => {
    const answer = `Hm. ${thought.slice(10)} And so on </think> it goes`
    const { stages, report } = createPolicy(parsePolicyConfig({ 'llm.postproc.leak_guard.residue': 'report' }))
    through(
      stages,
      blocks(
        [
          ['reasoning', thought],
          ['answer', answer],
        ],
        [3],
      ),
    )
    const { score, leaks } = leakScore(thought, answer)
    expect(report()).toMatchObject({ leakScore: score, leaks })
  })
})
