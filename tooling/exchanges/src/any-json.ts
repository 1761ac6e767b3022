import { anyCharacter } from '@reason/testkit/any-character'
import fc from 'fast-check'

/**
 * Text with lone surrogates, NUL and words that have a meaning in some format.
 *
 * @param words - Further words of the format, separated by spaces.
 */
export const anyText = (words = ''): fc.Arbitrary<string> =>
  fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom('', 'a', '\ud800', '\udc00x', '\0', '[DONE]', '<think>', ...listOf(words)))

/**
 * Any JSON whose objects have keys from `names` or names of prototype members.
 *
 * @param names - Keys, separated by spaces.
 */
export function anyTree(names: string, text = anyText()): fc.Arbitrary<unknown> {
  const key = fc.constantFrom(...listOf(names), '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'unknown')
  return fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5, depthIdentifier: 'tree' },
      fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), fc.constant(null)),
      fc.array(tie('tree'), { maxLength: 3, depthIdentifier: 'tree' }),
      fc
        .array(fc.tuple(key, tie('tree')), { maxLength: 6, depthIdentifier: 'tree' })
        .map((entries) => Object.fromEntries(entries) as unknown),
    ),
  })).tree
}

/** An object that may lack any of its fields. */
export const loosely = (fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> => fc.record(fields, { requiredKeys: [] })

/** JSON that is nested too deeply for a recursive function. */
export const deep = (depth = 50_000, [open, close]: [string, string] = ['[', ']']): string => open.repeat(depth) + close.repeat(depth)

/** Splits `a b c` into a list. */
export const listOf = (words: string): string[] => words.split(' ').filter((word) => word !== '')
