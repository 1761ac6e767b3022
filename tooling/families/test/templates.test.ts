import type { TemplateStart, TemplateFacts } from '@reason/chat-template'
import { describe, expect, it } from 'vitest'
import { readTemplates } from '../src/templates.ts'
import type { Expected } from './expected.ts'
import { expectedAToK } from './expected-a-k.ts'
import { expectedLToZ } from './expected-l-z.ts'

const expected: Readonly<Record<string, Expected>> = { ...expectedAToK, ...expectedLToZ }

const facts = readTemplates()

const startsOf = ({ on, off, unset }: { on?: TemplateStart; off?: TemplateStart; unset?: TemplateStart }): string =>
  [on, off, unset].map((start) => start ?? '-').join(' ')

/** In the words of the table. */
function wordsOf(read: TemplateFacts): Expected {
  const [start, afterResult] = [startsOf(read.start), startsOf(read.start.afterResult)]
  const { pairs, shape, switches, words, history, answer, tools, suffix } = read
  return {
    thought: pairs.map(
      ({ open, close, label, when }) =>
        `${open} … ${close}${label === undefined ? '' : ` label ${JSON.stringify(label)}`}${when === undefined ? '' : ` with ${JSON.stringify(when)}`}`,
    ),
    ...(shape !== 'tags' && { shape }),
    start,
    ...(start !== afterResult && { afterResult }),
    ...(switches.length > 0 && {
      switches: switches.map(({ name, on, off, defaultOn }) =>
        on === undefined ? name : `${name} ${JSON.stringify(on)} ${JSON.stringify(off)} ${defaultOn === true ? 'on' : 'off'}`,
      ),
    }),
    ...(words.length > 0 && { words: words.map(({ word, in: place, thinking }) => `${word} ${place} ${thinking ? 'on' : 'off'}`) }),
    ...(history !== undefined && { history }),
    ...(answer.open.length > 0 && { answer: [...answer.open, ...answer.close].join(' ') }),
    ...(tools.openers.length > 0 && { tools: [...tools.openers, ...tools.closers].join(' ') }),
    tokens: read.serviceTokens.join(' '),
    ...(read.endOfTurn.length > 0 && { end: read.endOfTurn.join(' ') }),
    ...(suffix !== undefined && { suffix }),
  }
}

describe('what is read of a template', () => {
  it.each(Object.entries(expected))('%s', (name, row) => {
    expect(wordsOf(facts.get(name)!)).toEqual(row)
  })

  it('is written out for each of them', () => {
    expect([...facts.keys()].sort(), 'add it to expected-a-k.ts or expected-l-z.ts, and outputs of the model to outputs.ts').toEqual(
      Object.keys(expected).sort(),
    )
  })
})
