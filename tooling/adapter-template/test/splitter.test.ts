import { ReasonError } from '@reason/core'
import { answer, reasoning } from '@reason/conformance'
import { describeConformance } from '@reason/conformance/vitest'
import { expect, test } from 'vitest'
import plugin, { doubleBrackets } from '../src/index.ts'

// Each row is run whole and in every cutting, and generated texts are run beside them.
describeConformance(doubleBrackets(), [
  {
    name: 'reasoning, then the answer',
    input: '[[reason]]2+2[[/reason]]4',
    parts: [reasoning('2+2', { boundary: 'closer' }), answer('4')],
  },
  { name: 'no tags', input: '4', parts: [answer('4')] },
  { name: 'two blocks', input: '[[reason]]a[[/reason]]b[[reason]]c[[/reason]]', parts: [reasoning('a'), answer('b'), reasoning('c')] },
  {
    name: 'never closed',
    input: '[[reason]]2+2',
    parts: [reasoning('2+2', { boundary: 'end-of-stream' })],
    expect: { closed: false, warnings: ['unclosed'] },
  },
  { name: 'ends in half a tag', input: 'a [[rea', parts: [answer('a [[rea')] },
  {
    name: 'an opening tag inside reasoning',
    input: '[[reason]]a [[reason]] b[[/reason]]c',
    parts: [reasoning('a [[reason]] b'), answer('c')],
  },
  { name: 'a closing tag alone', input: 'a[[/reason]]b', parts: [answer('ab')], expect: { warnings: ['orphan-close'] } },
  {
    name: 'the prompt opened the reasoning',
    input: '2+2[[/reason]]4',
    context: { start: 'reasoning' },
    parts: [reasoning('2+2'), answer('4')],
  },
  {
    name: 'the prompt ends with the opening tag',
    input: '2+2[[/reason]]4',
    context: { prefill: 'Sum: [[reason]]' },
    parts: [reasoning('2+2'), answer('4')],
  },
  {
    name: 'the start of the output is unknown, and a closing tag tells',
    input: '2+2[[/reason]]4',
    context: { start: 'unknown' },
    // The held text is longer than a tag.
    longestDelimiter: 100,
    parts: [reasoning('2+2'), answer('4')],
  },
  {
    name: 'the start of the output is unknown, and no tag comes',
    input: '4, as 2+2 is.',
    context: { start: 'unknown' },
    longestDelimiter: 100,
    parts: [answer('4, as 2+2 is.')],
  },
  {
    name: 'other tags',
    adapter: doubleBrackets({ openTag: '<<', closeTag: '>>' }),
    input: '<<2+2>>4',
    parts: [reasoning('2+2'), answer('4')],
  },
])

test('a misspelt option is an error that says what was meant', () => {
  const make = () => doubleBrackets({ openTab: '<<' } as object)
  expect(make).toThrow(/openTab.*did you mean "openTag"/)
  expect(make).toThrow(ReasonError)
})

test('the default export makes the same adapter', () => {
  expect(plugin.create({ openTag: '<<', closeTag: '>>' }).id).toBe(doubleBrackets().id)
})
