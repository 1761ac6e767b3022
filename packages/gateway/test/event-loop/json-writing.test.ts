import * as fc from 'fast-check'
import { parseExact } from '@reason/wire-kit'
import { describe, expect, it } from 'vitest'
import { writeJsonInTurns } from '../../src/event-loop/json-writing.ts'

const long = 'é "\\\n😀'.repeat(20_000)

describe('JSON that is written in turns', () => {
  it.each<[string, object]>([
    ['nothing', {}],
    ['one long text', { a: long }],
    ['characters of two halves at each place', { a: `x${'😀'.repeat(100_000)}`, b: '😀'.repeat(100_000) }],
    ['half characters before a whole one', { a: `${'x'.repeat(65_535)}\ud83d😀`, b: `${'x'.repeat(65_534)}\ud83d\ud83d😀` }],
    ['half characters', { a: `${'x'.repeat(65_535)}\ud83d`, b: `${'x'.repeat(65_536)}\ude00` }],
    ['long texts in depth', { a: [{ b: { c: [long, 1, null, true, { d: long }] } }], e: 'f' }],
    ['many short ones', { a: Array.from({ length: 20_000 }, (_, at) => ({ [`n${at}`]: 'x'.repeat(at % 20) })) }],
    ['what is not there', { a: undefined, b: [undefined, long], c: { d: undefined }, e: { f: undefined, g: { h: long } } }],
    ['numbers that keep their digits', parseExact(`{"a":[12345678901234567890,"${'x'.repeat(70_000)}"]}`) as object],
    ['names that are long', { ['n'.repeat(70_000)]: [], ['"'.repeat(70_000)]: long }],
  ])('%s', async (_, json) => {
    expect((await writeJsonInTurns(json)).toString('utf8')).toBe(JSON.stringify(json))
  })

  it('leaves turns to others in a list of short values, however little text they are', async () => {
    let turns = 0
    let isOver = false
    const count = (): void => void (isOver || (turns++, setImmediate(count)))
    const json = { a: Array.from({ length: 200_000 }, () => 1) }
    count()
    expect((await writeJsonInTurns(json)).length).toBe(400_007)
    isOver = true
    // Its text takes two.
    expect(turns).toBeGreaterThan(30)
  })

  it('is what JSON.stringify writes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.integer({ min: 0, max: 200_000 }), async (value, length) => {
        const json = { value, long: ['x'.repeat(length), value] }
        expect((await writeJsonInTurns(json)).toString('utf8')).toBe(JSON.stringify(json))
      }),
    )
  })

  it.each<[string, object]>([
    ['one long text', { a: 'x'.repeat(4_000_000) }],
    ['many short ones', { a: Array.from({ length: 40_000 }, () => 'x'.repeat(100)) }],
  ])('lets others have their turns: %s', async (_, json) => {
    let turns = 0
    let next = setImmediate(function turn() {
      turns++
      next = setImmediate(turn)
    })
    await writeJsonInTurns(json)
    clearImmediate(next)
    expect(turns).toBeGreaterThanOrEqual(12)
  })
})
