import * as z from 'zod'

/** A whole number, 0 or more. */
export const count = z.int().min(0)

/** Unix time in milliseconds. */
export const time = z.number().min(0)

/** Counts since the start of the gateway, by label. Zero counts are left out. */
export const counts = z.record(z.string(), count)

/** Source of a token count. */
export const tokenSource = z.enum(['reported', 'implausible', 'estimated']).meta({
  description: 'reported: by the provider. estimated: four characters per token. implausible: the reported count is impossible.',
})

export type Counts = z.output<typeof counts>
