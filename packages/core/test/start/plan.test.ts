import { describe, expect, test } from 'vitest'
import { decideStart, type Origin, type Seen, type StartQuestion } from '../../src/start/index.ts'

const none: Seen = { fields: 0, openers: 0, closers: 0, plain: 0, hadClosers: false, contradicted: false, alwaysFields: false }
const seen = (counts: Partial<Seen>): Origin => ({ seen: { ...none, ...counts } })

type Way = 'full stream' | 'full whole' | 'none stream' | 'none whole'
const ways: readonly Way[] = ['full stream', 'full whole', 'none stream', 'none whole']

/**
 * A plan in a few signs. `A`, `R`: begins as answer, as reasoning; `R*`: given back where it never closes. `H`: held, then as it ended by itself and
 * as it was cut off (`H:A/R`); `H400:R` the limit and what the text is there; `!`: an opener does not decide.
 */
function signs(question: Partial<StartQuestion> & { origin: Origin }, way: Way): string {
  const [visibility, delivery] = way.split(' ')
  const plan = decideStart({
    row: undefined,
    native: false,
    guarded: visibility === 'none',
    whole: delivery === 'whole',
    ...question,
  })
  const letter = (channel: string): string => (channel === 'reasoning' ? 'R' : 'A')
  if (plan.start !== 'unknown') return letter(plan.start) + (plan.givesBack ? '*' : '')
  const limit = plan.maxHeldChars === 4_194_304 ? '' : `${plan.maxHeldChars}${letter(plan.atLimit)}${plan.givesBack ? '*' : ''}`
  return `H${limit}:${letter(plan.atStop)}/${letter(plan.atCut)}${plan.openerDecides ? '' : '!'}`
}

describe('where a text begins', () => {
  test.each<[string, Partial<StartQuestion> & { origin: Origin }, Record<Way, string>]>([
    [
      'nothing is known',
      { origin: {} },
      { 'full stream': 'H400A:A/A', 'full whole': 'H:A/A', 'none stream': 'H:A/R', 'none whole': 'H:A/R' },
    ],
    [
      'the name says reasoning',
      { origin: {}, row: 'reasoning' },
      { 'full stream': 'H400R*:A/R', 'full whole': 'H:A/R', 'none stream': 'H:A/R!', 'none whole': 'H:A/R!' },
    ],
    [
      'the name says answer',
      { origin: {}, row: 'answer' },
      { 'full stream': 'H400A:A/A', 'full whole': 'H:A/A', 'none stream': 'H:A/R', 'none whole': 'H:A/R' },
    ],
    [
      'the name says that the model thinks, not where',
      { origin: {}, row: 'likely reasoning' },
      { 'full stream': 'H400R*:A/R', 'full whole': 'H:A/R', 'none stream': 'H:A/R', 'none whole': 'H:A/R' },
    ],
    [
      'the model does not think',
      { origin: {}, row: 'never' },
      { 'full stream': 'A', 'full whole': 'A', 'none stream': 'A', 'none whole': 'A' },
    ],
    [
      'the prompt opens the thought',
      { origin: { says: 'open' }, row: 'answer' },
      { 'full stream': 'R', 'full whole': 'H:R/R', 'none stream': 'H:R/R!', 'none whole': 'H:R/R!' },
    ],
    [
      'the prompt opens the thought, and the operator wants unclosed ones as answers',
      { origin: { says: 'open', unclosed: 'answer' } },
      { 'full stream': 'R*', 'full whole': 'H:A/R', 'none stream': 'H:A/R!', 'none whole': 'H:A/R!' },
    ],
    [
      'the server splits',
      { origin: { says: 'splits' }, row: 'reasoning' },
      { 'full stream': 'A', 'full whole': 'H:A/A', 'none stream': 'A', 'none whole': 'H:A/A' },
    ],
    [
      'the server splits, and every answer so far had a field',
      { origin: { says: 'splits', ...seen({ fields: 8, alwaysFields: true }) } },
      { 'full stream': 'A', 'full whole': 'H:A/A', 'none stream': 'H:A/A!', 'none whole': 'H:A/A' },
    ],
    [
      'the provider is known to split, and every answer so far had a field',
      { origin: seen({ fields: 8, alwaysFields: true }), native: true, row: 'reasoning' },
      { 'full stream': 'A', 'full whole': 'H:A/A', 'none stream': 'A', 'none whole': 'H:A/A' },
    ],
    [
      'the server says that it splits, and an answer had a bare closer',
      { origin: { says: 'splits', ...seen({ fields: 3, closers: 1, hadClosers: true, contradicted: true }) } },
      { 'full stream': 'H400R*:A/R', 'full whole': 'H:A/R', 'none stream': 'H:A/R!', 'none whole': 'H:A/R!' },
    ],
    [
      'the server says that it splits, and all that came was a bare closer',
      { origin: { says: 'splits', ...seen({ closers: 1, hadClosers: true }) } },
      { 'full stream': 'H400A:A/A', 'full whole': 'H:A/A', 'none stream': 'H:A/R!', 'none whole': 'H:A/R!' },
    ],
    [
      'the prompt is closed',
      { origin: { says: 'closed' }, row: 'reasoning' },
      { 'full stream': 'A', 'full whole': 'H:A/A', 'none stream': 'A', 'none whole': 'H:A/A' },
    ],
    [
      'the prompt is closed, and an answer had a bare closer',
      { origin: { says: 'closed', ...seen({ closers: 1, hadClosers: true }) } },
      { 'full stream': 'H400A:A/A', 'full whole': 'H:A/A', 'none stream': 'H:A/R', 'none whole': 'H:A/R' },
    ],
    [
      'the request switches thinking off',
      { origin: {}, thinking: false, row: 'answer' },
      { 'full stream': 'H400A:A/A', 'full whole': 'H:A/A', 'none stream': 'H:A/R', 'none whole': 'H:A/R' },
    ],
    [
      'the request switches thinking off, and the operator believes it',
      { origin: { trustsOff: true }, thinking: false, row: 'answer' },
      { 'full stream': 'H400A:A/A', 'full whole': 'H:A/A', 'none stream': 'A', 'none whole': 'H:A/R' },
    ],
    [
      'the request switches thinking off, the operator believes it, and an answer had a bare closer',
      { origin: { trustsOff: true, ...seen({ closers: 1, hadClosers: true }) }, thinking: false, row: 'answer' },
      { 'full stream': 'R*', 'full whole': 'H:A/A', 'none stream': 'H:A/R', 'none whole': 'H:A/R' },
    ],
    [
      'the request switches thinking off, an answer had a bare closer, and another none',
      { origin: seen({ closers: 1, plain: 1, hadClosers: true }), thinking: false, row: 'answer' },
      { 'full stream': 'H400A:A/A', 'full whole': 'H:A/A', 'none stream': 'H:A/R', 'none whole': 'H:A/R' },
    ],
    [
      'the request switches thinking off, an answer had a bare closer, and another one obeyed such a switch',
      { origin: seen({ closers: 1, hadClosers: true, obeysOff: true }), thinking: false, row: 'answer' },
      { 'full stream': 'H400A:A/A', 'full whole': 'H:A/A', 'none stream': 'H:A/R', 'none whole': 'H:A/R' },
    ],
    [
      'one answer had a field',
      { origin: seen({ fields: 1 }), row: 'reasoning' },
      { 'full stream': 'A', 'full whole': 'H:A/A', 'none stream': 'H:A/R!', 'none whole': 'H:A/R!' },
    ],
    [
      'three answers had a field',
      { origin: seen({ fields: 3 }), row: 'reasoning' },
      { 'full stream': 'A', 'full whole': 'H:A/A', 'none stream': 'A', 'none whole': 'H:A/A' },
    ],
    [
      'answers had bare closers alone',
      { origin: seen({ closers: 2, hadClosers: true }), row: 'answer' },
      { 'full stream': 'R*', 'full whole': 'H:A/R', 'none stream': 'H:A/R!', 'none whole': 'H:A/R!' },
    ],
    [
      'answers had bare closers, and none',
      { origin: seen({ closers: 2, plain: 1, hadClosers: true }), row: 'answer' },
      { 'full stream': 'H400R*:A/R', 'full whole': 'H:A/R', 'none stream': 'H:A/R!', 'none whole': 'H:A/R!' },
    ],
    [
      'three answers had no bare closer, as a client can have them',
      { origin: seen({ plain: 2, openers: 1 }), row: 'reasoning' },
      { 'full stream': 'A', 'full whole': 'H:A/A', 'none stream': 'H:A/R!', 'none whole': 'H:A/R!' },
    ],
  ])('%s', (_, question, expected) => {
    expect(Object.fromEntries(ways.map((way) => [way, signs(question, way)]))).toEqual(expected)
  })

  test('no text that a client can make a model write lowers the guard', () => {
    for (const row of ['reasoning', 'answer', undefined] as const) {
      const before = signs({ origin: {}, row }, 'none stream')
      for (const counts of [{ plain: 32 }, { openers: 32 }, { plain: 16, openers: 16 }]) {
        expect([row, counts, signs({ origin: seen(counts), row }, 'none stream')]).toEqual([row, counts, before])
      }
    }
  })
})
