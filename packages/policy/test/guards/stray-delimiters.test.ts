import { createPolicy, guardLeaks, parsePolicyConfig, type PolicyContext } from '@reason/policy'
import type { Part } from '@reason/core'
import { describe, expect, it } from 'vitest'
import { blocks, inputOf, resultOf, through, warningsOf, type Piece } from '../parts.ts'

const policyOf = (context: PolicyContext = {}, guard: object = {}) =>
  createPolicy(parsePolicyConfig({ llm: { postproc: { leak_guard: guard } } }), context)

const cut = (answer: string, size: number, context?: PolicyContext, guard?: object): Part[] =>
  through(policyOf(context, guard).stages, blocks([['answer', answer]], [size]))

const sizes = [1, 2, 3, 5, 7, 11, 1000]

/** The rest of the answer, and the text that became reasoning. */
const rows: [name: string, input: string, answer: string, reasoning: string][] = [
  ['a pair', '<think>stray</think>', '', 'stray'],
  ['a pair before the answer', '<think>stray</think>\n\nIt is 4.', 'It is 4.', 'stray'],
  ['a pair behind the answer', 'It is 4.<think>stray</think>', 'It is 4.', 'stray'],
  ['a pair in the answer', 'It <think>stray</think> is 4.', 'It  is 4.', 'stray'],
  ['a pair between two sentences', 'It is 4.<think>stray</think>Yes.', 'It is 4. Yes.', 'stray'],
  ['a pair of lines', 'It is 4.\n<think>\nstray\n</think>\nYes.', 'It is 4.\n\nYes.', '\nstray\n'],
  ['two pairs', '<think>one</think>It is<thinking>two</thinking> 4.', 'It is 4.', 'onetwo'],
  ['an empty pair', '<think>\n</think>\n\nIt is 4.', 'It is 4.', ''],
  ['brackets', '[THINK]stray[/THINK]It is 4.', 'It is 4.', 'stray'],
  ['tokens of Cohere', '<|START_THINKING|>stray<|END_THINKING|><|START_RESPONSE|>It is 4.<|END_RESPONSE|>', 'It is 4.', 'stray'],
  ['tokens of Gemma', 'It is 4.<|channel>thought\nstray<channel|>', 'It is 4.', '\nstray'],
  ['tags of Seed', '<seed:think>stray</seed:think>It is 4.', 'It is 4.', 'stray'],
  [
    'channels',
    '<|channel|>analysis<|message|>stray<|end|><|start|>assistant<|channel|>final<|message|>It is 4.<|return|>',
    'It is 4.',
    'stray',
  ],
  ['channels without an end', 'It is <|channel|>analysis stray <|channel|>final 4.', 'It is  4.', ' stray '],
  ['an opener that a quotation begins with', 'Say "<think> hard" again.', 'Say "<think> hard" again.', ''],
  ['an opener in indented code', 'It ends in\n\n    <think>\n\nin each.', 'It ends in\n\n    <think>\n\nin each.', ''],
  ['a closer', 'So </think> it is 7.', 'So  it is 7.', ''],
  ['a closer between words', 'So</think>it is 7.', 'So it is 7.', ''],
  ['a closer between a word and a line', 'So</think>\nit is 7.', 'So\nit is 7.', ''],
  ['a closer in Chinese', '思考</think>答案', '思考答案', ''],
  ['a closer at the beginning', '</think>\n\nIt is 7.', 'It is 7.', ''],
  ['a closer at the end', 'It is 7.\n</think>', 'It is 7.\n', ''],
  ['closers in a row', 'It is 7.</think></think></thinking>', 'It is 7.', ''],
  ['an opener that is never closed', 'It is 7.\n<think>\nOr is it?', 'It is 7.\n\nOr is it?', ''],
  ['an opener at the end', 'It is 7. <think>', 'It is 7. ', ''],
  ['an opener in an opener', '<think>a<think>b</think>It is 7.', 'It is 7.', 'ab'],
  ['a closer of another kind in a pair', '<think>a</thinking>b</think>It is 7.', 'It is 7.', 'ab'],
  ['half of a closer', 'It is 7.</thi', 'It is 7.</thi', ''],
  ['a tag that is none', 'It is <thinks>7</thinks>.', 'It is <thinks>7</thinks>.', ''],
  ['inline code', 'Use `<think>` tags.', 'Use `<think>` tags.', ''],
  ['inline code of both', 'Use `<think>` and `</think>` tags.', 'Use `<think>` and `</think>` tags.', ''],
  ['a fence', '```xml\n<think>a</think>\n```\n', '```xml\n<think>a</think>\n```\n', ''],
  ['an indented block', 'So:\n\n    <think>a</think>\n', 'So:\n\n    <think>a</think>\n', ''],
  ['a pair behind code', '`<think>` is one.\n<think>stray</think>', '`<think>` is one.\n', 'stray'],
  ['a closer in the code of a pair', '<think>not `</think>` yet</think>It is 7.', 'It is 7.', 'not `</think>` yet'],
  ['quotation marks', 'The tags "<think>" and “</think>” are text.', 'The tags "<think>" and “</think>” are text.', ''],
  ['JSON', '{"tag":"<think>","end":"</think>"}', '{"tag":"<think>","end":"</think>"}', ''],
  ['brackets around it', 'A tag (<think>) and **</think>**.', 'A tag (<think>) and **</think>**.', ''],
  ['a sentence', 'The <think> tag opens, and </think> closes.', 'The <think> tag opens, and </think> closes.', ''],
  ['a sentence that ends with it', 'It is called <think>, or also <thinking>.', 'It is called <think>, or also <thinking>.', ''],
  ['a list', '- <think>: opens\n- </think>: closes', '- <think>: opens\n- </think>: closes', ''],
  ['quotation marks around a pair', '"<think>stray</think>" It is 7.', '"" It is 7.', 'stray'],
  ['a token in a sentence', 'It is <|channel|>commentary four.', 'It is  four.', ''],
  ['a token in code', 'It is `<|channel|>analysis`.', 'It is `<|channel|>analysis`.', ''],
]

describe('delimiters in the answer', () => {
  it.each(rows)('%s', (_, input, answer, reasoning) => {
    for (const size of sizes) {
      const parts = cut(input, size)
      const result = resultOf(parts)
      expect([size, result.answer, result.reasoning]).toEqual([size, answer, reasoning])
      expect(inputOf(parts)).toBe(input)
      const isTouched = !parts.every((part) => part.type !== 'markup')
      expect(warningsOf(parts).includes('answer-guarded')).toBe(isTouched)
    }
  })

  it.each(rows)('without visibility: %s', (_, input, answer) => {
    for (const size of sizes) {
      const parts = cut(input, size, { visibility: 'none' })
      const shown = parts.map((part) => (part.type === 'delta' ? part.text : '')).join('')
      expect([size, shown]).toEqual([size, answer])
      expect(resultOf(parts).reasoning).toBe('')
    }
  })

  it.each(rows)('only reported, where that is configured: %s', (_, input) => {
    const parts = cut(input, 3, {}, { residue: 'report' })
    expect([resultOf(parts).answer, warningsOf(parts).includes('answer-guarded')]).toEqual([input, false])
  })

  it.each(rows)('only reported, where nothing is to be split: %s', (_, input) => {
    const parts = cut(input, 3, { adapter: 'plain' })
    expect([resultOf(parts).answer, warningsOf(parts).includes('answer-guarded')]).toEqual([input, false])
  })

  it('are only reported by a guard of its own, unless it is asked for', () => {
    const input = '<think>stray</think>It is 4.'
    const said = (options: object) => resultOf(through([guardLeaks(options)], blocks([['answer', input]], [3]))).answer
    expect([said({}), said({ residue: 'remove' })]).toEqual([input, 'It is 4.'])
  })

  it('are those of the format, where they are given', () => {
    const context = { delimiters: ['<a>', '</a>', '[b]'] }
    for (const size of sizes) {
      const { answer, reasoning } = resultOf(cut('<a>stray</a>It [b]is <think> 4.', size, context))
      expect([answer, reasoning]).toEqual(['It is <think> 4.', 'stray'])
    }
  })

  it('are named by warnings, once in a block, and each is counted', () => {
    const { stages, report } = policyOf()
    const parts = through(stages, blocks([['answer', 'a</think>b</think>c']], [4]))
    expect(resultOf(parts).warnings.filter(({ code }) => code === 'answer-guarded')).toEqual([
      { code: 'answer-guarded', message: 'A delimiter is kept out of the answer.', block: 0, excerpt: '</think>' },
    ])
    expect(report().leaks).toContainEqual({ reason: 'guard_block_final_token', count: 2 })
  })

  it('leave words alone that only look like the reasoning', () => {
    const thought = 'First I have to find out which of the two numbers is the greater one, and then I subtract.'
    const parts = through(
      policyOf({}, { min_grams: 2 }).stages,
      blocks(
        [
          ['reasoning', thought],
          ['answer', thought],
        ],
        [4],
      ),
    )
    expect(resultOf(parts).answer).toBe(thought)
    expect(warningsOf(parts)).toEqual(['reasoning-repeated', 'reasoning-overlap'])
  })
})

describe('a pair in the answer', () => {
  it('is a block of its own, and blocks are counted on', () => {
    const pieces: Piece[] = [
      ['answer', 'One.<think>stray</think>Two.'],
      ['commentary', 'Well.'],
    ]
    expect(resultOf(through(policyOf().stages, blocks(pieces, [5]))).items).toEqual([
      { type: 'block', channel: 'answer', text: 'One.', boundary: 'closer', terminator: '<think>' },
      { type: 'block', channel: 'reasoning', text: 'stray', boundary: 'closer', terminator: '</think>' },
      { type: 'block', channel: 'answer', text: ' Two.', boundary: 'closer' },
      { type: 'block', channel: 'commentary', text: 'Well.', boundary: 'closer' },
    ])
  })

  it.each<[name: string, pieces: Piece[], items: [string, string][]]>([
    [
      'at the beginning',
      [['answer', '<think>stray</think>Two.']],
      [
        ['reasoning', 'stray'],
        ['answer', 'Two.'],
      ],
    ],
    [
      'at the end',
      [['answer', 'One.<think>stray</think>']],
      [
        ['answer', 'One.'],
        ['reasoning', 'stray'],
      ],
    ],
    [
      'alone',
      [
        ['answer', '<think>stray</think>'],
        ['commentary', 'Well.'],
      ],
      [
        ['reasoning', 'stray'],
        ['commentary', 'Well.'],
      ],
    ],
    [
      'behind another answer',
      [
        ['answer', 'One.'],
        ['answer', '<think>stray</think>\n\nTwo.'],
      ],
      [
        ['answer', 'One.'],
        ['reasoning', 'stray'],
        ['answer', '\n\nTwo.'],
      ],
    ],
    [
      'and no block',
      [
        ['answer', ''],
        ['answer', 'One.'],
      ],
      [
        ['answer', ''],
        ['answer', 'One.'],
      ],
    ],
  ])('leaves no empty block of the answer: %s', (_, pieces, items) => {
    for (const size of sizes) {
      const parts = through(policyOf().stages, blocks(pieces, [size]))
      expect(resultOf(parts).items.map((item) => (item.type === 'block' ? [item.channel, item.text] : []))).toEqual(items)
    }
  })

  it('is no reason to let a block begin behind what the wire says of it', () => {
    const [start, ...rest] = blocks([['answer', 'One.']])
    const citation: Part = { type: 'native', wire: 'w', channel: 'answer', event: 'citation', value: 1 }
    const out = through(policyOf().stages, [start!, citation, ...rest])
    expect(out.map(({ type }) => type)).toEqual(['block-start', 'native', 'delta', 'block-end', 'finish', 'end'])
  })

  it('that is longer than what may wait is reasoning all the same', () => {
    for (const size of sizes) {
      const parts = cut('It is 4.<think>0123456789</think>Yes.', size, {}, { max_held_chars: 4 })
      expect([resultOf(parts).answer, resultOf(parts).reasoning]).toEqual(['It is 4. Yes.', '0123456789'])
      const open = cut('It is 4.<think>0123456789', size, {}, { max_held_chars: 4 })
      expect([resultOf(open).answer, resultOf(open).reasoning]).toEqual(['It is 4.', '0123456789'])
    }
  })

  it('holds nothing back but what stands in it', () => {
    const [stage] = policyOf().stages
    const [start, ...parts] = blocks([['answer', 'ab<think>cd</think>ef']], [1])
    stage!.push(start!)
    const said = parts
      .slice(0, 21)
      .map((part) => [...stage!.push(part)].flatMap((out) => (out.type === 'delta' ? [`${out.channel} ${out.text}`] : [])).join())
    expect(said).toEqual([
      'answer a',
      'answer b',
      ...Array.from({ length: 16 }, () => ''),
      // The unit behind the closer tells that it is not quoted.
      '',
      'reasoning c,reasoning d,answer  ,answer e',
      'answer f',
    ])
  })
})

describe('where the reasoning came in a field of the wire', () => {
  const native = (answer: string, size: number): Part[] =>
    blocks(
      [
        ['reasoning', 'Hm.'],
        ['answer', answer],
      ],
      [size],
    ).map((part) => (part.type === 'block-end' && part.channel === 'reasoning' ? { ...part, boundary: 'wire' } : part))

  it.each([
    ['a pair of tags is text', '<think>stray</think>It is 4.', '<think>stray</think>It is 4.'],
    ['a tag is text', 'It is 4.</think>', 'It is 4.</think>'],
    ['a token is none', 'It is 4.<|channel|>final', 'It is 4.'],
  ])('%s', (_, input, answer) => {
    for (const size of sizes) expect(resultOf(through(policyOf().stages, native(input, size))).answer).toBe(answer)
  })

  it('but not where it was split from the text of the wire', () => {
    const parts = native('It is 4.</think>', 3).map((part) => (part.type === 'block-start' ? { ...part, from: 0 } : part))
    expect(resultOf(through(policyOf().stages, parts)).answer).toBe('It is 4.')
  })
})
