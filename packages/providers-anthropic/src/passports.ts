import type { Passport } from '@reason/core/adapter'

/** Thinking has blocks of its own on this wire, whatever the model. */
export const passports: readonly Passport[] = [
  { models: [], provider: 'anthropic', flags: { native: true }, source: 'anthropic: API reference, Messages' },
]
