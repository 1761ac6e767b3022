import { describe, expect, test } from 'vitest'
import { createRedactor } from '../src/index.ts'
import { nationalIds } from '../src/detect/national.ts'
import { tokenRules } from '../src/tokens.ts'
import { createDraw, fill, fixture, gone, marked, seedOf } from './corpus.ts'

const redactor = createRedactor({ key: 'a key of the tests', nationalIds: nationalIds.map(({ rule }) => rule) })
const contexts = fixture<{ text: string }>('contexts')
const shapes = fixture<{ rule: string; shape: string }>('shapes')
const named = fixture<{ rule: string; text: string }>('named')
/** Texts of each rule, at least: a random key may lack what its rule requires, such as a digit, so that few texts show no rate. */
const leastTexts = 40
const roundsOfNamed = 10

/** How often all texts of a rule are drawn. */
function timesOf(rule: string): number {
  const [shaped, written] = [shapes, named].map((list) => list.filter((row) => row.rule === rule).length) as [number, number]
  return Math.ceil(leastTexts / (shaped * contexts.length + written * roundsOfNamed))
}

interface Tally {
  found: number
  all: number
  missed: string[]
}

function tally(tallies: Map<string, Tally>, rule: string, text: string, secrets: readonly string[]): void {
  const entry = tallies.get(rule) ?? { found: 0, all: 0, missed: [] }
  tallies.set(rule, entry)
  const redacted = redactor.redact(text).text
  for (const secret of secrets) {
    entry.all++
    if (gone(redacted, secret)) entry.found++
    else entry.missed.push(`${JSON.stringify(text.slice(0, 160))} -> ${JSON.stringify(redacted.slice(0, 160))}`)
  }
}

/** What both forms of a JSON string are written as. */
const inContext = (context: string, value: string): string => {
  const escaped = context.includes('\\n') || context.startsWith('{"') ? JSON.stringify(value).slice(1, -1) : value
  return context.replaceAll('{}', () => escaped)
}

test('secrets are found: at least 95 of a hundred, of every rule', () => {
  const tallies = new Map<string, Tally>()
  for (const { rule, shape } of shapes) {
    const draw = createDraw(seedOf(shape))
    for (const { text } of Array.from({ length: timesOf(rule) }, () => contexts).flat()) {
      const value = fill(shape, draw)
      // What says what it is, is gone: an address around a key may stay.
      const lines = value.includes('-----')
        ? value.split('\n').slice(1, -1)
        : [value.replace(/^https:\/\/[a-z.]+\/(?:services|api\/webhooks)\//, '')]
      tally(tallies, rule, inContext(text, value), lines)
    }
  }
  for (const { rule, text } of named) {
    const draw = createDraw(seedOf(text))
    for (let round = 0; round < roundsOfNamed * timesOf(rule); round++) {
      const drawn = marked(fill(text, draw))
      tally(tallies, rule, drawn.text, drawn.secrets)
    }
  }
  const rows = [...tallies].map(([rule, { found, all }]) => ({ rule, found, all }))
  const [found, all] = [rows.reduce((sum, row) => sum + row.found, 0), rows.reduce((sum, row) => sum + row.all, 0)]
  console.log(
    `recall: ${found} of ${all} (${((found / all) * 100).toFixed(2)} %)\n${rows.map((row) => `  ${row.rule}: ${row.found}/${row.all}`).join('\n')}`,
  )
  expect(rows.filter((row) => row.all < leastTexts)).toEqual([])
  const missed = [...tallies]
    .filter(([, { found, all }]) => found / all < 0.95)
    .flatMap(([rule, entry]) => entry.missed.slice(0, 3).map((text) => `${rule}: ${text}`))
  expect(missed).toEqual([])
  expect(found / all).toBeGreaterThan(0.99)
})

test.each(fixture<{ kind: string; text: string }>('surroundings'))('is found in its surroundings: $kind: $text', ({ text }) => {
  const { text: whole, secrets } = marked(fill(text, createDraw(seedOf(text))))
  const redacted = redactor.redact(whole).text
  expect(secrets.filter((secret) => !gone(redacted, secret))).toEqual([])
  const stream = redactor.stream()
  expect([...whole].map((character) => stream.push(character)).join('') + stream.end()).toBe(redacted)
})

test('every rule of a prefix has a row', () => {
  const rows = [...shapes.map(({ shape }) => shape), ...named.map(({ text }) => text.replace(/[«»]/g, ''))]
  const lacking = tokenRules.filter(({ prefixes }) => !rows.some((row) => prefixes.some((prefix) => row.includes(prefix))))
  expect(
    lacking.map(({ description, prefixes }) => `${description}: ${prefixes.join(' ')}`),
    'add its shape to fixtures/shapes.jsonl',
  ).toEqual([])
})

test('personal data is found, by its type', () => {
  const missed: string[] = []
  for (const { type, text } of fixture<{ type: string; text: string }>('personal')) {
    const { text: whole, secrets } = marked(text)
    const redacted = redactor.redact(whole)
    const [before, after] = text.split(/«[^»]*»/) as [string, string]
    const replaced = redacted.text.slice(before.length, redacted.text.length - after.length)
    const kept = redacted.text.startsWith(before) && redacted.text.endsWith(after)
    if (!kept || redacted.redactions.length !== 1 || !new RegExp(`^"?\\[${type}(?::[a-z-]+)?:[0-9a-f]{8}\\]"?$`).test(replaced))
      missed.push(`${secrets.join()}: ${whole} -> ${redacted.text}`)
  }
  expect(missed).toEqual([])
})

describe('what looks like a secret, and is none, stays', () => {
  test.each(fixture<{ what: string; text: string }>('look-alikes'))('$what: $text', ({ text }) => {
    expect(redactor.redact(text).text).toBe(text)
    expect(redactor.redact(`{"text":${JSON.stringify(text)}}`).text).toBe(`{"text":${JSON.stringify(text)}}`)
  })
})
