import * as z from 'zod'

/** A whole number, 0 or more. */
export const count = z.int().min(0)

/** Unix time in milliseconds. */
export const time = z.number().min(0)

/** Counted since the gateway started, by a label. What is 0 is left out. */
export const counts = z.record(z.string(), count)

/** Where a number of tokens comes from. */
export const tokenSource = z.enum(['reported', 'implausible', 'estimated']).meta({
  description: 'estimated: four characters are a token. implausible: reported, and cannot be true.',
})

export type Counts = z.output<typeof counts>
