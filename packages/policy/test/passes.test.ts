import type { Part, Stage } from '@reason/core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  collapseWhitespace,
  createPolicy,
  parsePolicyConfig,
  serviceTokens,
  suppressReasoningAfterAnswer,
  trim,
  withhold,
} from '@reason/policy'

const tokens = ['<|im_end|>', '<|im', '</s>']
const text = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[a-z .,]{1,8}$/) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '<|im_end|>',
      '<|im_',
      'end|>',
      '<',
      '</s',
      '>',
      '<think>',
      '</think>',
      '</thi',
      'nk>',
      '\n\n',
      ' ',
      ' a',
      'a ',
      'a\n',
      '\n',
    ),
  },
)
const block = fc.record({
  channel: fc.constantFrom('reasoning' as const, 'answer' as const, 'commentary' as const),
  isSplit: fc.boolean(),
  isToolText: fc.boolean(),
  choice: fc.constantFrom(0, 1),
  texts: fc.array(fc.tuple(text, fc.boolean()), { minLength: 1, maxLength: 10 }),
})

const partsOf = (blocks: readonly (typeof block extends fc.Arbitrary<infer B> ? B : never)[]): Part[] => [
  ...blocks.flatMap(({ channel, isSplit, isToolText, choice, texts }, index): Part[] => {
    const of = { block: index, channel, ...(choice > 0 && { choice }) }
    return [
      { type: 'block-start', ...of, ...(isSplit && { from: 0 }), ...(isToolText && { kind: 'tool-text' }) },
      ...texts.map(([one, inserted]): Part => ({ type: 'delta', ...of, text: one, ...(inserted && { inserted }) })),
      { type: 'block-end', ...of, boundary: 'closer' },
    ]
  }),
  { type: 'end' },
]

const policy = (postproc: object): Stage => {
  const config = parsePolicyConfig({ llm: { postproc } })
  const [stage] = createPolicy(config, { serviceTokens: tokens }).stages
  return stage!
}

it.each<[string, () => Stage, 'always' | 'sometimes' | 'never']>([
  ['trim', () => trim(), 'sometimes'],
  ['what is withheld', () => withhold('reasoning'), 'sometimes'],
  ['service tokens', () => serviceTokens(tokens), 'sometimes'],
  ['reasoning behind the answer', () => suppressReasoningAfterAnswer(), 'sometimes'],
  ['policies as they are', () => policy({}), 'sometimes'],
  ['a guard that only reports', () => policy({ service_tokens: false, leak_guard: { residue: 'report' } }), 'sometimes'],
  ['a guard that removes delimiters', () => policy({ service_tokens: false }), 'sometimes'],
  ['whitespace', () => collapseWhitespace(), 'never'],
])('text of which a stage says that it passes comes out as it is: %s', (_, create, often) => {
  let asked = 0
  let passed = 0
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 5 }), (blocks) => {
      const stage = create()
      for (const part of partsOf(blocks)) {
        const passes = part.type === 'delta' && stage.passes?.(part) === true
        const out = stage.push(part)
        if (part.type === 'delta') asked++
        if (!passes) continue
        passed++
        expect(out.filter(({ type }) => type !== 'warning')).toEqual([part])
      }
    }),
    { numRuns: 300 },
  )
  expect(passed === 0 ? 'never' : passed === asked ? 'always' : 'sometimes').toBe(often)
})

it.each<[string, () => Stage, string, boolean]>([
  ['trim', () => trim(), 'some words', true],
  ['what is withheld', () => withhold('answer'), 'some words', false],
  ['service tokens', () => serviceTokens(tokens), 'some words', true],
  ['service tokens, at the beginning of one', () => serviceTokens(tokens), 'a <', false],
])('plain text in the middle of a block: %s', (_, create, said, passes) => {
  const stage = create()
  const of = { block: 0, channel: 'answer' } as const
  stage.push({ type: 'block-start', ...of, from: 0 })
  stage.push({ type: 'delta', ...of, text: 'It begins.' })
  expect(stage.passes!({ type: 'delta', ...of, text: said })).toBe(passes)
})
