import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../src/any-character.ts'

test('generates characters, and never half of one', () => {
  fc.assert(fc.property(anyCharacter, (text) => /^\P{Surrogate}$/u.test(text)))
})

test.each([' ', '\0', '\u001f', 'a', '\ud7ff', '\ue000', '😀', '\u{10ffff}'])('finds %j again, and so shrinks it', (text) => {
  expect(anyCharacter.canShrinkWithoutContext(text)).toBe(true)
  const simpler = anyCharacter.shrink(text, undefined).take(3)
  for (const { value } of simpler) expect([...value]).toHaveLength(1)
})

test.each(['', 'ab', '\ud800', 1])('%j is not one character', (value) => {
  expect(anyCharacter.canShrinkWithoutContext(value)).toBe(false)
})
