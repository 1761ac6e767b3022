import { describe, expect, test } from 'vitest'
import { classOf, createUnitClasses, notes, plain, stops } from '../../src/matching/unit-classes.ts'
import { createUnitSearch, shortText } from '../../src/matching/unit-search.ts'

const unitsOf = (text: string): number[] => Array.from(text, (character) => character.charCodeAt(0))

/** In front of a text, so that each way of reading has it. */
const fillings = ['', 'x'.repeat(shortText + 1), 'ä'.repeat(100), '—'.repeat(100), `—${'x'.repeat(200)}`]

describe('the class of a text is the highest of its units', () => {
  const classes = createUnitClasses(unitsOf('<[◁'), unitsOf('`~'))
  test.each([
    ['abc', plain],
    ['', plain],
    ['a<b', stops],
    ['a[', stops],
    ['◁', stops],
    ['a`b', notes],
    ['~', notes],
    ['`<', stops],
    ['<`', stops],
    // U+25C1 and U+013C share their lower bytes with none and with one of the set.
    ['▷', plain],
    ['ļ', plain],
    ['ŠŽ', plain],
  ])('%j: %s', (text, expected) => {
    for (const filling of fillings) {
      expect(classOf(classes, filling + text)).toBe(expected)
      expect(classOf(classes, text + filling)).toBe(expected)
    }
  })
})

test.each([
  ['so.\nNow', notes],
  ['so.\nThe', notes],
  ['so.\nThink', stops],
  ['so.\nTh', stops],
  ['`', notes],
  ['a\nTh<', stops],
  ['a<b\nc', stops],
  ['abc', plain],
])('a noted unit stops the text if a sign fits: %j', (text, expected) => {
  const classes = createUnitClasses(unitsOf('<['), unitsOf('\n`'), ['\\n(?:$|Th(?:$|i))'])
  // Twice, as a sign must not go on where it was.
  for (const filled of fillings.flatMap((filling) => [filling + text, filling + text])) expect(classOf(classes, filled)).toBe(expected)
})

describe('a search finds the first unit of several, near and far', () => {
  test.each([
    ['<[', 'a[b<', 1],
    ['<[', 'ab', -1],
    ['<', 'ab<', 2],
    ['◁', 'a▷◁', 2],
    ['<[', 'ļ', -1],
    ['', 'a', -1],
  ])('any of %j in %j', (units, text, expected) => {
    const search = createUnitSearch(unitsOf(units))
    for (const filling of fillings) {
      expect(search(filling + text, 0)).toBe(expected === -1 ? -1 : filling.length + expected)
      expect(search(filling + text, filling.length)).toBe(expected === -1 ? -1 : filling.length + expected)
      expect(search(`<[◁${filling}${text}`, 3)).toBe(expected === -1 ? -1 : filling.length + expected + 3)
    }
  })
})
