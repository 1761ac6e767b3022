import type { Passport } from '@reason/core/adapter'

/** Both clouds split reasoning from the answer themselves: there is nothing to split in the text. */
export const passports: readonly Passport[] = ['google', 'google-vertex'].map((provider) => ({
  models: [],
  provider,
  flags: { native: true },
  source: `${provider}: API documentation, "Thinking"`,
}))
