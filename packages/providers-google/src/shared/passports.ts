import type { Passport } from '@reason/core/adapter'

/** Both clouds split reasoning from the answer themselves, so that the text needs no splitting. */
export const passports: readonly Passport[] = ['google', 'google-vertex'].map((provider) => ({
  models: [],
  provider,
  flags: { native: true },
  source: `${provider}: API documentation, "Thinking"`,
}))
