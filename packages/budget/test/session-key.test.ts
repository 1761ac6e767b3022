import { anyCharacter } from '@reason/testkit/any-character'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sessionKeyOf } from '../src/index.ts'
import { safe } from '../src/accounts/accounts.ts'

describe('the session of a request', () => {
  it.each([
    ['the header', { header: 'h', metadata: { session_id: 'm' }, keyDefault: 'k' }, 'h', 'header'],
    ['a header that came as a list of one', { header: ['h'] }, 'h', 'header'],
    ['metadata, where there is no header', { metadata: { session_id: 'm' }, keyDefault: 'k' }, 'm', 'metadata'],
    ['the default of the key, where the request names none', { metadata: { user: 'u' }, keyDefault: 'k' }, 'k', 'key'],
    ["the key's own, where metadata says null", { metadata: { session_id: null }, keyDefault: 'k' }, 'k', 'key'],
    ["the key's own, where metadata is no object", { metadata: null, keyDefault: 'k' }, 'k', 'key'],
    ['none', {}, undefined, undefined],
    ['any printable text, without blanks around it', { header: '  Größe 🙂 {1} ' }, 'Größe 🙂 {1}', 'header'],
  ] as const)('is %s', (_, sources, session, from) => {
    expect(sessionKeyOf(sources)).toEqual({ valid: true, session, from })
  })

  it.each([
    ['an empty header', { header: ' ' }, 'header', /empty/],
    ['two headers', { header: ['a', 'b'] }, 'header', /more than once/],
    ['a long one', { header: 'x'.repeat(257) }, 'header', /257 characters.*256/],
    ['control characters', { metadata: { session_id: 'a\nb' } }, 'metadata', /control/],
    ['a separator of lines', { header: 'a\u2028b' }, 'header', /control/],
    ['half a character', { metadata: { session_id: 'a\ud800' } }, 'metadata', /half/],
    ['a number', { metadata: { session_id: 5 } }, 'metadata', /number/],
  ] as const)('is never passed over where it is wrong: %s', (_, sources, from, problem) => {
    const key = sessionKeyOf({ ...sources, keyDefault: 'k' })
    expect(key).toMatchObject({ valid: false, from, problem: expect.stringMatching(problem) })
  })
})

it('names become parts of keys that are short, plain and different', () => {
  const name = fc.string({ unit: anyCharacter, maxLength: 80 })
  fc.assert(
    fc.property(name, name, (one, other) => {
      expect(safe(one)).toMatch(/^[A-Za-z0-9._-]{1,64}$|^~[A-Za-z0-9_-]{43}$/)
      expect(safe(one) === safe(other)).toBe(one === other)
    }),
  )
})
