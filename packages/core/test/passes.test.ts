import { createPipeline, type Part, type Stage, type TextAdapter } from '@reason/core'
import { auto, plain } from '@reason/core/adapter'
import type { DeltaPart } from '@reason/core/parts'
import { createSplitStage, type Governor } from '@reason/core/pipeline'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { tags } from './tags.ts'

type Passing = Required<Pick<Stage, 'push' | 'passes'>>

const text = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[a-z .,]{1,8}$/) },
  { weight: 4, arbitrary: fc.constantFrom('<', '<r', '<r>', 'r>', '</r>', '</', '>', '🎉', '\uD83C', '\uDF89', 'é', '') },
)
const step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ does: fc.constant('say'), which: fc.nat(2), text }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('begin'), channel: fc.constantFrom('reasoning', 'answer', 'commentary') }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('close'), which: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('call', 'turn', 'finish') }) },
)
const steps = fc.array(fc.tuple(step, fc.constantFrom(0, 0, 1)), { minLength: 1, maxLength: 30 })
type Step = ReturnType<(typeof step)['generate']>['value']

/** Parts of a reader: blocks of two choices, any of them open at the same time. */
function partsOf(all: readonly [Step, number][]): Part[] {
  const parts: Part[] = []
  const open: { block: number; channel: 'reasoning' | 'answer' | 'commentary' }[][] = [[], []]
  let number = 0
  const begin = (choice: number, channel: (typeof open)[0][0]['channel']): void => {
    const of = { block: number++, channel }
    open[choice]!.push(of)
    parts.push({ type: 'block-start', ...of, ...ofChoice(choice) })
  }
  for (const [one, choice] of all) {
    const blocks = open[choice]!
    if ('channel' in one) begin(choice, one.channel as 'answer')
    else if ('which' in one) {
      if (blocks.length === 0) begin(choice, 'answer')
      const at = one.which % blocks.length
      if ('text' in one) parts.push({ type: 'delta', ...blocks[at]!, text: one.text, ...ofChoice(choice) })
      else parts.push({ type: 'block-end', ...blocks.splice(at, 1)[0]!, boundary: 'wire', ...ofChoice(choice) })
    } else if (one.does === 'call') {
      parts.push({ type: 'tool-call-start', call: number, name: 'f', ...ofChoice(choice) })
      parts.push({ type: 'tool-call-end', call: number++, ...ofChoice(choice) })
    } else if (one.does === 'turn') parts.push({ type: 'turn-end', by: 'return', ...ofChoice(choice) })
    else parts.push({ type: 'finish', reason: 'stop', ...ofChoice(choice) })
  }
  return parts
}

const ofChoice = (choice: number): { choice?: number } => (choice === 0 ? {} : { choice })

const split = (adapter: TextAdapter, start?: 'reasoning'): Passing =>
  createSplitStage({ adapter, ...(start !== undefined && { context: { start } }) }) as Passing

/** Says so once so much was thought, and nothing at all after that. */
function after(most: number, verdict: 'stop-reasoning' | 'abort'): Governor {
  let length = 0
  let said = false
  return {
    id: 'after',
    onPart(part) {
      if (part.type === 'delta' && part.channel === 'reasoning') length += part.text.length
      if (length <= most || said) return 'continue'
      said = true
      return verdict
    },
    passes: (part) => said || part.channel !== 'reasoning' || length + part.text.length <= most,
  }
}

const upper: Stage = { push: (part) => [part.type === 'delta' ? { ...part, text: part.text.toUpperCase() } : part] }
const hide: Stage = {
  push: (part) => (part.type === 'delta' && part.channel === 'reasoning' ? [] : [part]),
  passes: ({ channel }) => channel !== 'reasoning',
}
const watcher: Governor = { id: 'watcher', onPart: () => 'continue' }

it.each<[string, () => Passing, 'always' | 'sometimes' | 'never', { splits: boolean }?]>([
  ['what is not split', () => split(plain()), 'sometimes', { splits: true }],
  ['what is not split, and is reasoning', () => split(plain(), 'reasoning'), 'sometimes', { splits: true }],
  ['a format that shows itself', () => split(auto({ candidates: [tags()], maxHeldChars: 4 })), 'sometimes', { splits: true }],
  [
    'a format that can come late',
    () => split(auto({ candidates: [tags()], fallback: plain(), maxHeldChars: 0 })),
    'sometimes',
    { splits: true },
  ],
  ['an empty pipeline', () => createPipeline(), 'always'],
  [
    'a pipeline that splits',
    () => createPipeline({ split: { adapter: plain(), context: { start: 'reasoning' } }, policies: [hide] }),
    'never',
  ],
  ['a pipeline with a policy that cannot tell', () => createPipeline({ policies: [upper] }), 'never'],
  ['a pipeline with a policy that can', () => createPipeline({ policies: [hide] }), 'sometimes'],
  ['a pipeline with a governor that cannot tell', () => createPipeline({ governors: [watcher] }), 'never'],
  ['a pipeline with a governor that only admits', () => createPipeline({ governors: [{ id: 'door' }] }), 'always'],
  ['reasoning that is stopped', () => createPipeline({ governors: [after(12, 'stop-reasoning')] }), 'sometimes'],
  ['a generation that is ended', () => createPipeline({ governors: [after(12, 'abort')] }), 'sometimes'],
  ['a turn that ends', () => createPipeline({ stopAt: ['return'], choices: 2 }), 'sometimes'],
])('text that passes() accepts comes out unchanged: %s', (_, create, often, { splits } = { splits: false }) => {
  let asked = 0
  let passed = 0
  fc.assert(
    fc.property(steps, (drawn) => {
      const stage = create()
      for (const part of partsOf(drawn)) {
        const passes = part.type === 'delta' && stage.passes(part)
        const out = stage.push(part)
        if (part.type === 'delta') asked++
        if (!passes) continue
        passed++
        // But for the number of its block, and what it turned out to be.
        const { block, channel } = part
        const same = out.map((one) => (one.type === 'delta' ? { ...one, block, ...(splits && { channel }) } : one))
        expect(same).toEqual([part])
      }
    }),
    { numRuns: 500 },
  )
  expect(passed === 0 ? 'never' : passed === asked ? 'always' : 'sometimes').toBe(often)
})

const delta = (channel: DeltaPart['channel'], said: string, block = 0): DeltaPart => ({ type: 'delta', block, channel, text: said })
const begun = (stage: Passing, ...parts: Part[]): Passing => {
  stage.push({ type: 'block-start', block: 0, channel: 'answer' })
  for (const part of parts) stage.push(part)
  return stage
}
const long = delta('answer', 'It begins.')
const reasoningBegins: Part = { type: 'block-start', block: 1, channel: 'reasoning' }

it.each<[string, () => Passing, DeltaPart, boolean]>([
  ['plain text', () => begun(split(plain()), long), delta('answer', 'some words'), true],
  ['the first text', () => begun(split(plain())), delta('answer', 'some words'), false],
  ['half a character', () => begun(split(plain()), long), delta('answer', 'a\uD83C'), false],
  ['its other half', () => begun(split(plain()), long, delta('answer', '\uD83C')), delta('answer', '\uDF89'), false],
  ['reasoning of the wire', () => begun(split(plain()), long, reasoningBegins), delta('reasoning', 'some words', 1), true],
  [
    'reasoning in the text, which gets a heading',
    () => begun(split(plain(), 'reasoning'), long, reasoningBegins),
    delta('answer', 'some words'),
    false,
  ],
  ['text whose format is not known', () => begun(split(auto({ candidates: [tags()] })), long), delta('answer', 'some words'), false],
  [
    'text whose format was not recognised',
    () => begun(split(auto({ candidates: [tags()], fallback: plain(), maxHeldChars: 4 })), long),
    delta('answer', 'words'),
    true,
  ],
  [
    'the beginning of a late signal',
    () => begun(split(auto({ candidates: [tags()], fallback: plain(), maxHeldChars: 4 })), long),
    delta('answer', 'a <'),
    false,
  ],
  [
    'what comes behind the beginning of a late signal',
    () => begun(split(auto({ candidates: [tags()], fallback: plain(), maxHeldChars: 4 })), long, delta('answer', 'a <')),
    delta('answer', 'r>b'),
    false,
  ],
])('in the middle of a block: %s', (_, create, part, passes) => {
  expect(create().passes(part)).toBe(passes)
})
