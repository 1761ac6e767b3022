import type { TextAdapter } from '@reason/core'
import { describe, expect, test } from 'vitest'
import { checkAdapter, checkProperties, checkRow, type Violation, type Row, type RuleName } from '../src/index.ts'
import * as planted from './planted.ts'
import { reference } from './reference.ts'

const rows: Row[] = [
  {
    name: 'two blocks of each',
    input: 'Hi. <think>sum of the secret numbers</think>4 😀 <think>b</think>5 x',
    expect: { answer: 'Hi. 4 😀 5 x' },
  },
  { name: 'reasoning first', input: '<think>sum</think>4', expect: { reasoning: 'sum', answer: '4' } },
  { name: 'ends in half a tag', input: 'if a <', expect: { answer: 'if a <' } },
  { name: 'no tag', input: 'plain', expect: { answer: 'plain' } },
]

/** Rules that an adapter breaks, as they are found: the checks that take longest come last. */
function* failing(adapter: TextAdapter): Generator<RuleName> {
  const found = function* (failures: readonly Violation[]) {
    for (const { rule } of failures) yield rule
  }
  yield* found(rows.flatMap((row) => checkRow(adapter, row)))
  yield* found(checkAdapter(adapter, rows))
  if (adapter.signals?.length !== 0) yield* found(checkProperties(adapter, { runs: 60 }))
}

function breaks(adapter: TextAdapter, rule: RuleName): boolean {
  for (const found of failing(adapter)) if (found === rule) return true
  return false
}

test('the reference, which the bugs are planted in, keeps every rule', () => {
  expect([...failing(reference())]).toEqual([])
})

describe('the kit finds', () => {
  const bugs: [what: string, adapter: () => TextAdapter, rule: RuleName][] = [
    ['a tag that goes unseen when it is cut', planted.blindToSplitTags, 'chunk-invariance'],
    ['a tag that goes unseen when it is cut, by the expected value', planted.blindToSplitTags, 'expected'],
    ['a tail that is lost at the end', planted.losesTheTail, 'flush'],
    ['text that is dropped', planted.dropsBlanks, 'conservation'],
    ['parts after the end', planted.speaksAfterEnd, 'silent-after-end'],
    ['characters cut in two', planted.cutsSurrogatePairs, 'surrogates'],
    ['a search through all that came, at each push', planted.searchesFromTheStart, 'linear-work'],
    ['a pattern over all that came, at each push', planted.matchesTheWholeAgain, 'linear-work'],
    ['text held until the end', planted.holdsUntilTheEnd, 'bounded-hold'],
    ['an adapter that does not stream', planted.holdsUntilTheEnd, 'streaming'],
    ['text added in the middle of a channel', planted.addsToAnEarlierBlock, 'monotone'],
    ['a channel that is taken back', planted.takesBack, 'monotone'],
    ['state shared between splitters', planted.sharesItsState, 'independent-splitters'],
    ['text before the start of its block', planted.startsAfterItsText, 'well-formed'],
    ['blocks numbered backwards', planted.countsBackwards, 'well-formed'],
    ['blocks that never end', planted.neverEndsBlocks, 'well-formed'],
    ['blocks that end twice', planted.endsTwice, 'well-formed'],
    ['a throw, which no row provokes', planted.throwsOnHalfCharacters, 'never-throws'],
    ['parts that are not a splitter’s to give', planted.emitsUsage, 'part-types'],
    ['empty deltas', planted.emitsEmptyDeltas, 'no-empty-parts'],
    ['parts that are written over', planted.reusesItsParts, 'stable-parts'],
    ['text that is said to pass, and is held', planted.promisesTooMuch, 'passes'],
    ['a block in a stream without text', planted.opensAnEmptyStream, 'empty-stream'],
    ['warning codes that no list has', planted.inventsWarnings, 'warnings'],
    ['reasoning shown in a warning', planted.showsReasoningInWarnings, 'warnings'],
    ['an excerpt that is too long', planted.quotesTooMuch, 'warnings'],
    ['tool calls that were not declared', planted.callsUndeclaredTools, 'declared-capabilities'],
    ['a state that depends on the cuts', planted.remembersTheCuts, 'chunk-invariance'],
    ['a start that is passed over', planted.passesOverTheStart, 'isolation'],
    ['a prompt that is passed over', planted.passesOverThePrompt, 'isolation'],
    ['an unknown start that is taken for an answer', planted.streamsTheUnknown, 'isolation'],
    ['a start that is believed in front of a reader who may not see', planted.believesInTheAnswer, 'isolation'],
    ['a thought that is shown where the answer goes out in one piece', () => planted.leaksTo({ whole: true }), 'isolation'],
    ['the same, of an unknown start alone', () => planted.leaksTo({ whole: true }, ({ start }) => start === 'unknown'), 'isolation'],
    ['the same, of a prompt alone', () => planted.leaksTo({ whole: true }, ({ prefill }) => prefill !== undefined), 'isolation'],
    ['a thought that is shown to a reader who may not see it', () => planted.leaksTo({ guarded: true }), 'isolation'],
    ['the same, where the answer goes out in one piece', () => planted.leaksTo({ guarded: true, whole: true }), 'isolation'],
    ['a switch that is believed more than the prompt', planted.believesTheSwitch, 'isolation'],
    ['a thought that is shown where it was cut off', planted.showsWhatWasCut, 'isolation'],
    ['a thought that is shown where it comes in pieces', planted.showsAfterThreePieces, 'isolation'],
    ['a thought that is shown when the time is up', planted.showsWhenTheTimeIsUp, 'isolation'],
    ['an answer that is hidden', planted.hidesEverything, 'expected'],
    ['a format that no writer can write', planted.hasNoSpelling, 'isolation'],
    ['halves of characters that are inserted', planted.insertsHalves, 'surrogates'],
    ['a signal of words', () => planted.hasTheSignal('Final Answer:'), 'signals'],
    ['a signal of Markdown', () => planted.hasTheSignal('**Answer**'), 'signals'],
    ['a signal of signs alone', () => planted.hasTheSignal('==='), 'signals'],
    ['a signal that other texts have', () => planted.hasTheSignal('</result>'), 'signals'],
    ['common tags that are taken and split worse', planted.passesOverTheStart, 'signals'],
    ['held text that is lost when the time is up', planted.forgetsOnTimeout, 'flush'],
    ['a decision that decides nothing', planted.neverDecides, 'decide'],
    ['text that is lost if the end is a cut', planted.losesWhenCut, 'well-formed'],
    ['an error at the limit', planted.throwsAtLimit, 'never-throws'],
  ]
  test.each(bugs)('%s', (_, adapter, rule) => {
    expect(breaks(adapter(), rule)).toBe(true)
  })
})

describe('the kit says what is wrong with the data of an adapter', () => {
  test.each<[object, string]>([
    [{ id: undefined }, 'The adapter has the id undefined, which must be a text.'],
    [{ specVersion: 2 }, '"reference" has the specVersion 2; this kit is for 1.'],
    [{ capabilities: undefined }, '"reference" has the capabilities undefined, which must be an object.'],
    [
      { capabilities: { multipleReasoningBlock: true } },
      '"reference" declares "multipleReasoningBlock", which is no capability (did you mean "multipleReasoningBlocks"?).',
    ],
    [{ passports: [{ model: ['acme-*'] }] }, '"reference" has passports[0].models undefined, which must be a list of patterns of names.'],
  ])('%j', (data, says) => {
    const wrong = reference(data)
    expect(checkAdapter(wrong, rows)).toContainEqual({ rule: 'manifest', message: says })
    expect(() => rows.flatMap((row) => checkRow(wrong, row))).not.toThrow()
  })
})

test.each<[string, unknown, string]>([
  ['nothing', undefined, 'undefined'],
  ['a promise', Promise.resolve([]), 'a promise'],
])('a splitter that gives %s does not throw, and is told what to give', (_, given, named) => {
  const wrong = reference({ createSplitter: () => ({ push: () => given as [], end: () => [] }) })
  const [failure] = checkRow(wrong, rows[0]!)
  expect(failure).toMatchObject({
    rule: 'part-types',
    message: `push() returned ${named}, which is not a list of parts. Return noParts if there are none.`,
  })
})

test('a splitter that throws does not end the check of its adapter', () => {
  const broken = reference({
    createSplitter: () => ({
      push: (text) => {
        if (text !== '') throw new RangeError('broken')
        return []
      },
      end: () => [],
    }),
  })
  expect([...failing(broken)]).toContain('never-throws')
  expect(checkAdapter(broken, rows)).toContainEqual({ rule: 'never-throws', message: 'RangeError: broken' })
})

describe('a rule is left out only by not declaring the capability', () => {
  const without = (adapter: TextAdapter, capability: string): TextAdapter => ({
    ...adapter,
    capabilities: { ...adapter.capabilities, [capability]: false },
  })

  test('bounded hold', () => {
    expect([...new Set(failing(without(planted.holdsUntilTheEnd(), 'boundedHold')))]).toEqual(['streaming'])
  })
  test('streaming', () => {
    expect([...new Set(failing(without(without(planted.holdsUntilTheEnd(), 'boundedHold'), 'streaming')))]).toEqual([])
  })
  test('conservation, while the expected value still sees the loss', () => {
    expect([...new Set(failing(without(planted.dropsBlanks(), 'conservation')))]).toEqual(['expected', 'signals'])
  })
})
