import * as z from 'zod/mini'

/** Options of this adapter. The tags are literal text, not patterns. */
export const doubleBracketsConfig = z.strictObject({
  openTag: z._default(z.string().check(z.minLength(1)), '[[reason]]'),
  closeTag: z._default(z.string().check(z.minLength(1)), '[[/reason]]'),
})

/** Options with defaults filled in, as the code reads them. */
export type DoubleBracketsConfig = z.output<typeof doubleBracketsConfig>

/** Options as a user writes them. */
export type DoubleBracketsOptions = z.input<typeof doubleBracketsConfig>
