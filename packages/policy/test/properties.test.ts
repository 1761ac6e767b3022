import type { Part, Stage } from '@reason/core'
import type { Channel } from '@reason/core/parts'
import fc from 'fast-check'
import { runs } from '@reason/testkit/sampling'
import { describe, expect, it } from 'vitest'
import {
  capReasoning,
  collapseWhitespace,
  createPolicy,
  guardLeaks,
  parsePolicyConfig,
  serviceTokens,
  suppressReasoningAfterAnswer,
  suppressRepeats,
} from '@reason/policy'
import { blocks, inputOf, joined, through, type Piece } from './parts.ts'

const tokens = ['<|im_end|>', '<|im', '</s>', 'end|>']

/** Text in which everything that policies look for is frequent. */
const bits = [
  [
    'a',
    'b',
    ' ',
    '  ',
    '\n',
    '\n\n',
    '\r\n',
    '\t',
    '`',
    '```',
    '~~~',
    '    ',
    '|',
    '> ',
    '- ',
    'one two three ',
    'one two three',
    'İ',
    'ς',
    '😀',
    '思',
  ],
  [
    '<|im_end|>',
    '<|im_',
    'end|>',
    '</s>',
    '<',
    '</think>',
    '<|channel|>analysis',
    '<|channel|>final',
    '<|channel|>',
    'think>',
    '<think>',
    '<think>',
    '<|end|>',
    '"',
  ],
  ['the quick brown fox jumps over it', 'The  quick brown\nfox jumps over it'],
].flat()
const long = ['x'.repeat(130), ' '.repeat(40), '\n'.repeat(5)]
const text = fc.array(fc.constantFrom(...bits, ...long), { maxLength: 40 }).map((pieces) => pieces.join(''))

const piece = fc.oneof(
  fc.tuple(fc.constantFrom<Channel>('reasoning', 'answer', 'answer', 'commentary'), text),
  fc.tuple(fc.constant<Channel>('answer'), text, fc.constant('tool-text' as const)),
  fc.tuple(fc.constant<Channel>('reasoning'), text, fc.constant('summary' as const)),
) satisfies fc.Arbitrary<Piece>

const guard = { threshold: 0.2, minGrams: 2 }
const stages: Record<string, () => Stage[]> = {
  'service tokens': () => [serviceTokens(tokens)],
  whitespace: () => [collapseWhitespace()],
  repeats: () => [suppressRepeats({ n: 2, window: 12 })],
  'cap, suppress': () => [capReasoning({ maxTokens: 3, action: 'suppress' })],
  'cap, answer': () => [capReasoning({ maxTokens: 3, action: 'answer' })],
  'after the answer': () => [suppressReasoningAfterAnswer()],
  'guard, report': () => [guardLeaks({ ...guard })],
  'guard, residue removed': () => [guardLeaks({ ...guard, residue: 'remove' })],
  'guard, residue removed, little held': () => [guardLeaks({ ...guard, residue: 'remove', maxHeldChars: 12 })],
  'guard, mask': () => [guardLeaks({ ...guard, action: 'mask' })],
  'guard, hold': () => [guardLeaks({ ...guard, action: 'hold', maxHeldChars: 30 })],
  'all of them': () =>
    createPolicy(
      parsePolicyConfig({
        'llm.postproc.reasoning.max_tokens': 20,
        'llm.postproc.ngram.n': 2,
        'llm.postproc.collapse.whitespace': true,
        'llm.postproc.leak_guard.action': 'mask',
      }),
      { serviceTokens: tokens, adapter: 'harmony' },
    ).stages,
  'as configured by default': () => createPolicy(parsePolicyConfig({}), { serviceTokens: tokens }).stages,
  'all of them, residue removed': () =>
    createPolicy(
      parsePolicyConfig({
        'llm.postproc.reasoning.max_tokens': 5,
        'llm.postproc.reasoning.action': 'answer',
        'llm.postproc.collapse.whitespace': true,
      }),
      {
        serviceTokens: tokens,
        adapter: 'harmony',
      },
    ).stages,
  'all of them, whole blocks': () =>
    createPolicy(parsePolicyConfig({ 'llm.postproc.leak_guard.action': 'hold' }), { serviceTokens: tokens, mode: 'on' }).stages,
}

describe.each(Object.entries(stages))('%s', (name, make) => {
  const input = fc.record({
    pieces: fc.array(piece, { maxLength: 5 }),
    sizes: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
    finished: fc.boolean(),
  })

  it('loses no character, in order', () => {
    fc.assert(
      fc.property(input, ({ pieces, sizes, finished }) => {
        const parts = through(make(), blocks(pieces, sizes, finished))
        const [out, given] = [inputOf(parts), pieces.map(([, one]) => one).join('')]
        expect(out).toBe(given)
      }),
      { numRuns: runs(300) },
    )
  })

  it('gives the same however the text is cut', () => {
    fc.assert(
      fc.property(input, ({ pieces, sizes, finished }) => {
        const whole = joined(through(make(), blocks(pieces, [1_000_000], finished)))
        expect(joined(through(make(), blocks(pieces, sizes, finished)))).toEqual(whole)
      }),
      { numRuns: runs(300) },
    )
  })

  it('opens and closes each block once, and ends once', () => {
    fc.assert(
      fc.property(input, ({ pieces, sizes, finished }) => {
        const parts = through(make(), blocks(pieces, sizes, finished))
        let open: (Part & { type: 'block-start' }) | undefined
        const seen = new Set<number>()
        for (const part of parts) {
          if (part.type === 'block-start') {
            expect(open).toBeUndefined()
            expect(seen.has(part.block)).toBe(false)
            seen.add(part.block)
            open = part
          } else if (part.type === 'delta') expect([part.block, part.channel]).toEqual([open?.block, open?.channel])
          else if (part.type === 'block-end') {
            expect([part.block, part.channel]).toEqual([open?.block, open?.channel])
            open = undefined
          }
        }
        expect(parts.filter(({ type }) => type === 'end')).toHaveLength(1)
        expect(parts.at(-1)).toEqual({ type: 'end' })
      }),
      { numRuns: runs(100) },
    )
  })
})
