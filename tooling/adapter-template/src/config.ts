import * as z from 'zod/mini'

/** Options of this adapter. The tags are literal text, not patterns. */
export const doubleBracketsConfig = z.strictObject({
  openTag: z._default(z.string().check(z.minLength(1)), '[[reason]]'),
  closeTag: z._default(z.string().check(z.minLength(1)), '[[/reason]]'),
})

/** What the code reads: defaults are filled in. */
export type DoubleBracketsConfig = z.output<typeof doubleBracketsConfig>

/** What a user writes. */
export type DoubleBracketsOptions = z.input<typeof doubleBracketsConfig>
