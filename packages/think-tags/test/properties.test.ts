import { describeProperties } from '@reason/conformance/vitest'
import type { StreamContext, TextAdapter } from '@reason/core'
import { runs } from '@reason/testkit/sampling'
import { describe } from 'vitest'
import { thinkTags, type ThinkTagsOptions } from '../src/index.ts'
import { modes, tags } from './modes.ts'

for (const [name, options] of Object.entries(modes)) {
  describe(name, () => {
    // Whitespace that a rule decides on is held beside the delimiter, and a generated text may be nothing but whitespace.
    describeProperties(thinkTags({ startTag: '<think>', endTag: '</think>', ...options }), {
      delimiters: tags,
      longestDelimiter: 200,
      runs: runs(40),
    })
  })
}

/** For who may not see the reasoning, and gets the text when it is over. */
const doubted = (options: ThinkTagsOptions): TextAdapter => {
  const adapter = thinkTags(options)
  return { ...adapter, createSplitter: (context) => adapter.createSplitter({ ...context, guarded: true, whole: true }) }
}

/** What models mix up, double and quote. */
const mixedUp = [
  ...tags,
  '<thinking>',
  '</thinking>',
  '<reasoning>',
  '</reasoning>',
  '"',
  '`',
  '< think >',
  '</ think>',
  '<analysis>',
  '</analysis>',
  '<final>',
  '</final>',
]

const ofModels: Record<string, ThinkTagsOptions> = {
  'any model': {},
  'a model whose prompt opens the thought': { startsInReasoning: true },
  'a model of which nothing is known': { startsInReasoning: 'hold' },
  'a model with a label': { family: 'gemma4' },
  'a model with a wrapper, within a limit': { family: 'ernie4.5_thinking', maxHeldChars: 12 },
  'a model within a limit, where the answer counts': { family: 'qwen3_hybrid', maxHeldChars: 12, onHoldLimit: 'answer' },
  'a model whose closer comes first': { family: 'deepseek_v4', startsInReasoning: true },
}

for (const [name, options] of Object.entries(ofModels)) {
  describe(name, () => {
    const given = { delimiters: mixedUp, longestDelimiter: Number.POSITIVE_INFINITY, runs: runs(40) }
    describeProperties(thinkTags(options), given)
    describe('in doubt', () => describeProperties(doubted(options), given))
  })
}

for (const [name, options] of Object.entries(modes)) {
  describe(`${name}, in doubt`, () => {
    describeProperties(doubted({ startTag: '<think>', endTag: '</think>', ...options }), {
      delimiters: tags,
      longestDelimiter: Number.POSITIVE_INFINITY,
      runs: runs(20),
    })
  })
}

/** Text that a server has split, which gets no machine before its first delimiter. */
const besideField = (whole: boolean): TextAdapter => {
  const adapter = thinkTags({ model: 'qwen3-8b' })
  return { ...adapter, createSplitter: (context) => adapter.createSplitter({ ...context, origin: {}, wireReasoning: true, whole }) }
}

describe('beside a reasoning field', () => {
  const given = {
    delimiters: [...mixedUp, '```', 'assistant', 'think>', '<|im_end|>', '<tool_call>', '🧠'],
    longestDelimiter: Number.POSITIVE_INFINITY,
    runs: runs(80),
  }
  describe('as it comes', () => describeProperties(besideField(false), given))
  describe('as a whole', () => describeProperties(besideField(true), given))
})

/** What servers and clients state about a text. */
const contexts: Record<string, StreamContext> = {
  'a text over a wire': { origin: {} },
  'a text behind a prompt that opens the thought': { origin: { says: 'open' } },
  'a text over a wire, for a client that may not see reasoning': { origin: {}, guarded: true },
  'a text behind such a prompt, for such a client': { origin: { says: 'open' }, guarded: true },
  'a text of an unknown start, for such a client': { start: 'unknown', guarded: true },
  'a thought, for such a client': { start: 'reasoning', guarded: true },
  'a text behind a thought in a field, for such a client': { origin: {}, wireReasoning: true, guarded: true },
}

for (const [name, context] of Object.entries(contexts)) {
  describe(name, () => {
    describeProperties(thinkTags(), {
      context,
      delimiters: [
        ...mixedUp,
        '</tinking>',
        '[TOOL_CALLS]',
        '<tool_call>',
        '<\uff5ctool\u2581calls\u2581begin\uff5c>',
        '{"name":"f"',
        'and more words '.repeat(9),
      ],
      longestDelimiter: Number.POSITIVE_INFINITY,
      runs: runs(300),
    })
  })
}
