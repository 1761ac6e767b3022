import { adapterChecks, formatFailures } from '@reason/conformance'
import { splitText } from '@reason/core'
import { sample } from '@reason/testkit/sampling'
import { describe, expect, test } from 'vitest'
import { thinkTags } from '../src/index.ts'
import { modes } from './modes.ts'

/** The modes that keep text, look ahead or read something twice. */
const suspects = [
  'an unknown start',
  'an unknown start and a small limit',
  'unclosed is answer',
  'a start in reasoning with trimming',
  'code in the answer',
  'code in the answer and an unknown start',
  'tools that end in doubt, with much else',
  'tools that end in doubt, and an answer at the limit',
  'an empty start',
  'any spelling',
  'the last marker within a limit',
]

describe('four times the text takes four times the work', () => {
  test.each(sample(suspects, 3))('%s', (name) => {
    const options = modes[name]
    expect(options).toBeDefined()
    const adapter = thinkTags({ startTag: '<think>', endTag: '</think>', ...options })
    const delimiters = ['<think>', '</think>', '`<think>', '<tool_call>']
    expect(formatFailures(adapterChecks['linear-work'](adapter, [], { delimiters }))).toBe('')
  })

  test('a text in doubt', () => {
    const adapter = thinkTags({ startTag: '<think>', endTag: '</think>' })
    const doubted = { ...adapter, createSplitter: () => adapter.createSplitter({ guarded: true, whole: true }) }
    expect(formatFailures(adapterChecks['linear-work'](doubted, [], { delimiters: ['<think>', '</think>'] }))).toBe('')
  })

  test('strings in the JSON of calls', () => {
    const delimiters = ['[TOOL_CALLS]', '<tool_call>{"', '{"a":"', '"}', '<think>', '</tool_call>']
    expect(formatFailures(adapterChecks['linear-work'](thinkTags(), [], { delimiters }))).toBe('')
  })

  test('a limit that is reached at every marker costs no stack', () => {
    const adapter = thinkTags({ ...modes['the last marker within a limit'], maxHeldChars: 1 })
    const text = '</think>ab'.repeat(50_000)
    expect(splitText(text, adapter)).toMatchObject({ reasoning: text, answer: '', closed: false })
  })
})
