import fc from 'fast-check'

/** Text with lone surrogates, NUL and what means something elsewhere. */
export const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', 'a', '\ud800', '\udc00x', '\0', '[DONE]', 'COMPLETE', '<think>'),
)

const scalar = fc.oneof(anyText, fc.integer(), fc.double(), fc.boolean(), fc.constant(null))

/** Any JSON whose objects have some of these names, those of prototypes among them. */
export function anyTree(names: readonly string[]): fc.Arbitrary<unknown> {
  const key = fc.constantFrom(...names, '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'unknown')
  return fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5, depthIdentifier: 'tree' },
      scalar,
      fc.array(tie('tree'), { maxLength: 3, depthIdentifier: 'tree' }),
      fc
        .array(fc.tuple(key, tie('tree')), { maxLength: 6, depthIdentifier: 'tree' })
        .map((entries) => Object.fromEntries(entries) as unknown),
    ),
  })).tree
}

/** JSON that is nested too deep for anything that calls itself. */
export const deep = (depth: number, [open, close]: [string, string] = ['[', ']']): string => open.repeat(depth) + close.repeat(depth)
