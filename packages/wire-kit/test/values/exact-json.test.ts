import { callInput, objectArguments, parseExact } from '@reason/wire-kit'
import { afterEach, describe, expect, it } from 'vitest'

const again = (text: string) => JSON.stringify(parseExact(text))

describe('whole numbers beyond 2^53', () => {
  it.each([
    '9007199254740993',
    '-9007199254740993',
    '{"id":12345678901234567890,"in":[18446744073709551615,{"n":-9223372036854775808}]}',
    '{"__proto__":9007199254740993}',
  ])('keep their digits: %s', (text) => {
    expect(again(text)).toBe(text)
  })

  it('of any length', () => {
    const text = `{"id":${'1'.repeat(20_000_000)}}`
    expect(again(text) === text).toBe(true)
  })

  it('are the only numbers that are no numbers', () => {
    const text =
      '{"a":9007199254740991,"b":1e21,"c":0.12345678901234567,"d":1234567890123456,"e":"9007199254740993","f":-0,"g":1000000000000000000}'
    expect(parseExact(text)).toEqual(JSON.parse(text))
  })

  it('are in arguments that are put on one line, and in those that a client gets as a value', () => {
    expect(objectArguments('{\n "id": 9007199254740993\n}')).toBe('{"id":9007199254740993}')
    expect(JSON.stringify(callInput('{"id":9007199254740993}', () => {}))).toBe('{"id":9007199254740993}')
    // A number alone is none of the objects that a format demands.
    expect(objectArguments('9007199254740993')).toBe('{"input":"9007199254740993"}')
  })

  it('are numbers again outside of the fields whose digits count', () => {
    const value = parseExact('{"input":{"id":9007199254740993},"created":9007199254740993}', new Set(['input']))
    expect(value).toMatchObject({ created: 9_007_199_254_740_992 })
    expect(JSON.stringify(value)).toBe('{"input":{"id":9007199254740993},"created":9007199254740992}')
  })

  it('are no reason to fail on what nests deep', () => {
    const deep = `${'['.repeat(100_000)}9007199254740993${']'.repeat(100_000)}`
    let value: unknown
    try {
      JSON.parse(deep)
    } catch {
      return // This engine reads no JSON that nests so deeply.
    }
    expect(() => (value = parseExact(deep))).not.toThrow()
    expect(Array.isArray(value)).toBe(true)
  })

  it('and what is no JSON is an error, as ever', () => {
    expect(() => parseExact('{"id":9007199254740993')).toThrow(SyntaxError)
  })

  describe('where an engine cannot keep them', () => {
    const json = JSON as { rawJSON?: unknown }
    const { rawJSON } = json
    afterEach(() => {
      json.rawJSON = rawJSON
    })

    it('are what JSON.parse gives', () => {
      delete json.rawJSON
      expect(parseExact('{"id":9007199254740993}')).toEqual({ id: 9_007_199_254_740_992 })
    })
  })
})
