import type { Passport } from '@reason/core/adapter'

/** This format always has separate blocks for thinking, whatever the model. */
export const passports: readonly Passport[] = [
  { models: [], provider: 'anthropic', flags: { native: true }, source: 'anthropic: API reference, Messages' },
]
