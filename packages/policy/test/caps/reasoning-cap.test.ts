import { createPipeline, type Part } from '@reason/core'
import { capGovernor, capReasoning, createPolicy, latencyCap, parsePolicyConfig } from '@reason/policy'
import { describe, expect, it } from 'vitest'
import { blocks, inputOf, markupOf, resultOf, through, warningsOf, type Piece } from '../parts.ts'

const pieces: Piece[] = [
  ['reasoning', '0123456789'],
  ['answer', 'yes'],
  ['reasoning', 'more'],
  ['answer', 'no'],
]

describe('capReasoning', () => {
  it.each([[[1]], [[7]], [[1000]]])('suppresses the rest, cut at %j', (sizes) => {
    const parts = through([capReasoning({ maxTokens: 2, action: 'suppress' })], blocks(pieces, sizes))
    expect(resultOf(parts)).toMatchObject({ reasoning: '01234567', answer: 'yesno' })
    expect(markupOf(parts)).toEqual(['89', 'more'])
    expect(warningsOf(parts)).toEqual(['reasoning-capped'])
    expect(resultOf(parts).items).toHaveLength(3)
  })

  it.each([[[1]], [[7]], [[1000]]])('passes the rest on as answer, cut at %j', (sizes) => {
    const parts = through([capReasoning({ maxTokens: 2, action: 'answer' })], blocks(pieces, sizes))
    expect(resultOf(parts).items).toEqual([
      { type: 'block', channel: 'reasoning', text: '01234567', boundary: 'limit' },
      { type: 'block', channel: 'answer', text: '89', boundary: 'closer' },
      { type: 'block', channel: 'answer', text: '\n\nyes', boundary: 'closer' },
      { type: 'block', channel: 'answer', text: '\n\nmore', boundary: 'closer' },
      { type: 'block', channel: 'answer', text: '\n\nno', boundary: 'closer' },
    ])
  })

  // 20 characters of reasoning.
  it.each<[name: string, pieces: Piece[], reasoning: string | null, answer: string]>([
    ['at a word', [['reasoning', 'one two three four five six']], 'one two three four ', 'five six'],
    ['behind a word that ends there', [['reasoning', 'one two three fourth  five']], 'one two three ', 'fourth  five'],
    ['between two blanks', [['reasoning', 'one two three fourt  five']], 'one two three fourt ', ' five'],
    ['at the start of a line', [['reasoning', 'one two three\nfourth-fifth']], 'one two three\n', 'fourth-fifth'],
    ['in a word that is all there is', [['reasoning', '0123456789012345678901234']], '01234567890123456789', '01234'],
    [
      'between signs that are words',
      [['reasoning', 'ab 思考内容在这里出现了思考内容在这里出现了']],
      'ab 思考内容在这里出现了思考内容在这里',
      '出现了',
    ],
    ['beside a character of two units', [['reasoning', '0123456789012345678😀4']], '0123456789012345678', '😀4'],
    [
      'in a word whose beginning ends a block',
      [
        ['reasoning', 'one two three four f'],
        ['reasoning', 'ive six seven'],
      ],
      'one two three four f',
      'ive six seven',
    ],
    [
      'before an answer',
      [
        ['reasoning', 'one two three four five six'],
        ['answer', 'It is 4.'],
      ],
      'one two three four ',
      'five six\n\nIt is 4.',
    ],
    [
      'before one that begins a line',
      [
        ['reasoning', 'one two three four five six'],
        ['answer', '\nIt is 4.'],
      ],
      'one two three four ',
      'five six\nIt is 4.',
    ],
    [
      'with a blank line before the answer',
      [
        ['reasoning', 'one two three four five six\n\n'],
        ['answer', 'It is 4.'],
      ],
      'one two three four ',
      'five six\n\nIt is 4.',
    ],
    [
      'with thoughts behind an answer',
      [
        ['reasoning', 'one two three four fiv'],
        ['answer', 'Yes.'],
        ['reasoning', 'Or no?'],
        ['answer', 'No.'],
      ],
      'one two three four ',
      'fiv\n\nYes.\n\nOr no?\n\nNo.',
    ],
    [
      'in Chinese before an answer',
      [
        ['reasoning', '思考内容在这里出现了思考内容在这里出现了思'],
        ['answer', '答案'],
      ],
      '思考内容在这里出现了思考内容在这里出现了',
      '思\n\n答案',
    ],
    [
      'in no answer',
      [
        ['reasoning', 'one two three four'],
        ['answer', 'One.'],
        ['answer', 'Two.'],
      ],
      'one two three four',
      'One.Two.',
    ],
  ])('cuts and joins no words: %s', (_, list, reasoning, answer) => {
    for (let size = 1; size < 30; size++) {
      const parts = through([capReasoning({ maxTokens: 5, action: 'answer' })], blocks(list, [size]))
      expect([size, resultOf(parts).reasoning, resultOf(parts).answer]).toEqual([size, reasoning, answer])
      expect(inputOf(parts)).toBe(list.map(([, text]) => text).join(''))
    }
  })

  it('has a word cut where reasoning is suppressed: it holds nothing', () => {
    const parts = through([capReasoning({ maxTokens: 5, action: 'suppress' })], blocks([['reasoning', 'one two three four five six']]))
    expect([resultOf(parts).reasoning, markupOf(parts)]).toEqual(['one two three four f', ['ive six']])
  })

  it('does not act on what ends exactly at the cap, nor on summaries', () => {
    const exact = blocks([
      ['reasoning', '01234567'],
      ['reasoning', 'a long summary', 'summary'],
    ])
    expect(through([capReasoning({ maxTokens: 2, action: 'suppress' })], exact)).toEqual(exact)
  })

  it('cuts no character in two', () => {
    const parts = through([capReasoning({ maxTokens: 1, action: 'suppress' })], blocks([['reasoning', 'abc😀d']]))
    expect(resultOf(parts).reasoning).toBe('abc')
    expect(markupOf(parts)).toEqual(['😀d'])
  })
})

describe('capReasoning, with blocks that are open side by side', () => {
  const parts: Part[] = [
    { type: 'block-start', block: 0, channel: 'reasoning' },
    { type: 'delta', block: 0, channel: 'reasoning', text: '01' },
    { type: 'block-start', block: 1, channel: 'answer' },
    { type: 'delta', block: 1, channel: 'answer', text: 'yes' },
    { type: 'delta', block: 0, channel: 'reasoning', text: '234567' },
    { type: 'delta', block: 1, channel: 'answer', text: ', no' },
    { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire' },
    { type: 'block-end', block: 1, channel: 'answer', boundary: 'wire' },
    { type: 'block-start', block: 2, channel: 'answer' },
    { type: 'delta', block: 2, channel: 'answer', text: '!' },
    { type: 'block-end', block: 2, channel: 'answer', boundary: 'wire' },
    { type: 'end' },
  ]

  it('suppress', () => {
    const out = through([capReasoning({ maxTokens: 1, action: 'suppress' })], parts)
    expect(resultOf(out)).toMatchObject({ reasoning: '0123', answer: 'yes, no!' })
    expect(markupOf(out)).toEqual(['4567'])
  })

  it('answer: every block has a number of its own', () => {
    const out = through([capReasoning({ maxTokens: 1, action: 'answer' })], parts)
    expect(resultOf(out).reasoning).toBe('0123')
    expect(out.flatMap((part) => (part.type === 'block-start' ? [[part.block, part.channel]] : []))).toEqual([
      [0, 'reasoning'],
      [1, 'answer'],
      [2, 'answer'],
      [3, 'answer'],
    ])
    const textOf = (block: number) => out.map((part) => (part.type === 'delta' && part.block === block ? part.text : '')).join('')
    expect([0, 1, 2, 3].map(textOf)).toEqual(['0123', 'yes, no', '\n\n4567', '!'])
    expect(out.filter(({ type }) => type === 'block-end')).toHaveLength(4)
  })
})

const governed = (parts: readonly Part[], governor: ReturnType<typeof capGovernor>) => {
  let asked = 0
  const pipeline = createPipeline({ governors: [governor], endReasoning: () => asked++ })
  return { parts: parts.flatMap((part) => [...pipeline.push(part)]), asked: () => asked }
}

describe('capGovernor', () => {
  it('asks for an answer, once', () => {
    const { parts, asked } = governed(blocks(pieces, [4]), capGovernor(2))
    expect(asked()).toBe(1)
    expect(warningsOf(parts)).toEqual(['reasoning-capped', 'reasoning-stopped'])
    expect(resultOf(parts).answer).toBe('yesno')
  })

  it('counts neither summaries nor what cannot be read: the model has not thought them so long', () => {
    for (const kind of ['summary', 'hidden'] as const) {
      const given: Part[] = [
        { type: 'block-start', block: 0, channel: 'reasoning', kind },
        { type: 'delta', block: 0, channel: 'reasoning', text: '0123456789' },
        { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire' },
      ]
      expect(governed(given, capGovernor(2)).asked()).toBe(0)
    }
  })
})

describe('latencyCap', () => {
  it('asks for an answer when thinking has taken too long', () => {
    let ms = 0
    const clock = () => (ms += 10)
    const { parts, asked } = governed(blocks(pieces, [1]), latencyCap({ maxReasoningMs: 35, now: clock }))
    expect(asked()).toBe(1)
    expect(resultOf(parts)).toMatchObject({ reasoning: '0123', answer: 'yesno' })
  })

  it('lets what is quick pass', () => {
    const { parts, asked } = governed(blocks(pieces, [1]), latencyCap({ maxReasoningMs: 35, now: () => 0 }))
    expect([asked(), warningsOf(parts)]).toEqual([0, []])
  })

  it.each([
    [0, 1],
    [1, 2],
  ])('counts choices %i and %i each on its own', (one, other) => {
    let ms = 0
    const cap = latencyCap({ maxReasoningMs: 100, now: () => ms })
    const push = (choice: number) =>
      cap.onPart!({ type: 'delta', block: choice, channel: 'reasoning', text: 'x', ...(choice > 0 && { choice }) })
    expect(push(one)).toBe('continue')
    ms += 90
    expect(push(other)).toBe('continue')
    ms += 20
    expect([push(one), push(other)]).toEqual([expect.objectContaining({ verdict: 'stop-reasoning' }), 'continue'])
    ms += 90
    expect([push(one), push(other)]).toEqual(['continue', expect.objectContaining({ verdict: 'stop-reasoning' })])
  })

  it('does not count what is said between two thoughts', () => {
    let ms = 0
    const [first, answer, second] = [
      blocks([['reasoning', '01']], [1], false),
      blocks([['answer', 'well']], [1], false),
      blocks([['reasoning', '23']], [1], true),
    ].map((all, block) => all.filter(({ type }) => type !== 'end').map((part) => ('block' in part ? { ...part, block } : part)))
    const { parts, asked } = governed(
      [...first!, ...answer!, ...second!] as Part[],
      latencyCap({ maxReasoningMs: 100, now: () => (ms += 20) }),
    )
    expect(asked()).toBe(0)
    ms = 0
    const late = latencyCap({ maxReasoningMs: 100, now: () => ms })
    for (const part of first as Part[]) late.onPart!(part)
    ms += 60_000
    for (const part of second as Part[]) expect(late.onPart!(part)).toBe('continue')
    expect(resultOf(parts).reasoning).toBe('0123')
  })
})

it('a cap of tokens and one of time say once that the reasoning was stopped', () => {
  let ms = 0
  const config = {
    'llm.postproc.reasoning.max_tokens': 1,
    'llm.postproc.reasoning.action': 'stop',
    'llm.postproc.reasoning.max_ms': 50,
  }
  const { stages, governors } = createPolicy(parsePolicyConfig(config), { now: () => (ms += 10) })
  const pipeline = createPipeline({ policies: stages, governors })
  const parts = blocks(
    [
      ['reasoning', 'a long thought that goes on and on'],
      ['answer', 'yes'],
    ],
    [1],
  ).flatMap((part) => [...pipeline.push(part)])
  expect(warningsOf(parts)).toEqual(['reasoning-capped', 'reasoning-stopped'])
})

it.each(['none', 'label', 'summary'] as const)('a rest that becomes answer is not shown to a client of visibility %s', (visibility) => {
  const config = parsePolicyConfig({ 'llm.postproc.reasoning.max_tokens': 2, 'llm.postproc.reasoning.action': 'answer' })
  const parts = blocks([
    ['reasoning', 'I think that the secret is here.'],
    ['answer', 'yes'],
  ])
  expect(resultOf(through(createPolicy(config, { visibility }).stages, parts))).toMatchObject({ answer: 'yes' })
  expect(resultOf(through(createPolicy(config, { visibility: 'full' }).stages, parts)).answer).toContain('secret is here')
})
