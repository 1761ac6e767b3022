import type { Part } from '@reason/core'
import { createPolicy, parsePolicyConfig, type Policy } from '@reason/policy'
import { describe, expect, it } from 'vitest'
import { blocks, type Piece } from './parts.ts'

const config = parsePolicyConfig({
  llm: {
    postproc: {
      reasoning: { max_tokens: 20 },
      ngram: { n: 2, window: 16 },
      collapse: { whitespace: true },
      leak_guard: { action: 'mask', threshold: 0.2, min_grams: 2 },
    },
  },
})
const context = { adapter: 'harmony', serviceTokens: ['<|im_end|>'], visibility: 'summary' } as const
const policy = (): Policy => createPolicy(config, context)

const thought = 'The sum of two and two is four, which is what was asked for here, more or less.'
const leaking: Piece[] = [
  ['reasoning', thought],
  ['answer', `A word, a word,  a word. ${thought} </think><|im_end|>`],
  ['reasoning', 'More of it.'],
]
const clean: Piece[] = [
  ['reasoning', 'Somebody greets me.'],
  ['answer', 'Good morning to you, too. What can be done for you today?'],
]
const leakingParts = blocks(leaking, [3, 5])
const cleanParts = blocks(clean, [4])

const alone = (parts: readonly Part[]) => {
  const { stages, report } = policy()
  return { out: parts.flatMap((part) => [...stages[0]!.push(part)]), report: report() }
}

describe('generations of one configuration', () => {
  it('know nothing of each other, though their parts come in turns', () => {
    const [first, second] = [policy(), policy()]
    const out: [Part[], Part[]] = [[], []]
    for (let index = 0; index < Math.max(leakingParts.length, cleanParts.length); index++) {
      if (index < leakingParts.length) out[0].push(...first.stages[0]!.push(leakingParts[index]!))
      if (index < cleanParts.length) out[1].push(...second.stages[0]!.push(cleanParts[index]!))
    }
    expect({ out: out[0], report: first.report() }).toEqual(alone(leakingParts))
    expect({ out: out[1], report: second.report() }).toEqual(alone(cleanParts))
    expect(first.report().leaks).not.toEqual([])
    expect(second.report()).toMatchObject({ leaks: [], leakScore: 0 })
  })

  it('have each what the lists of its passport say', () => {
    const said = (serviceTokens: readonly string[]) => {
      const [stage] = createPolicy(parsePolicyConfig({}), { serviceTokens }).stages
      const parts = blocks([['answer', 'a<|x|>b<|y|>c']]).flatMap((part) => [...stage!.push(part)])
      return parts.map((part) => (part.type === 'delta' ? part.text : '')).join('')
    }
    expect([said(['<|x|>']), said(['<|y|>']), said(['<|x|>', '<|y|>'])]).toEqual(['ab<|y|>c', 'a<|x|>bc', 'abc'])
  })
})

describe('choices of one generation', () => {
  const ofChoice = (parts: readonly Part[], choice: number): Part[] =>
    parts.flatMap((part): Part[] => (part.type === 'end' ? [] : [{ ...part, ...(choice > 0 && { choice }) } as Part]))

  it.each([
    ['the first one first', [0, 1]],
    ['another one first', [2, 0]],
    ['without the first one', [3, 1]],
  ])('know nothing of each other: %s', (_, [leaks, isClean]) => {
    const { stages } = policy()
    const [a, b] = [ofChoice(leakingParts, leaks!), ofChoice(cleanParts, isClean!)]
    const out: Part[] = []
    for (let index = 0; index < Math.max(a.length, b.length); index++)
      for (const part of [a[index], b[index]]) if (part !== undefined) out.push(...stages[0]!.push(part))
    out.push(...stages[0]!.push({ type: 'end' }))
    const of = (choice: number) => out.filter((part) => part.type !== 'end' && (part.choice ?? 0) === choice)
    expect(of(leaks!)).toEqual(ofChoice(alone(leakingParts).out, leaks!))
    expect(of(isClean!)).toEqual(ofChoice(alone(cleanParts).out, isClean!))
    expect(out.at(-1)).toEqual({ type: 'end' })
  })

  it('end in the order in which they began', () => {
    const { stages } = createPolicy(parsePolicyConfig({}), { serviceTokens: ['<|im_end|>'] })
    const begin = (choice: number): Part[] => [
      { type: 'block-start', block: 0, channel: 'answer', choice },
      { type: 'delta', block: 0, channel: 'answer', text: `${choice}<|im`, choice },
    ]
    const parts: Part[] = [...begin(1), ...begin(0), { type: 'end' }]
    const held = parts.flatMap((part) => [...stages[0]!.push(part)]).filter((part) => part.type === 'delta' && part.text === '<|im')
    expect(held.map((part) => (part.type === 'delta' ? part.choice : undefined))).toEqual([1, 0])
  })
})
