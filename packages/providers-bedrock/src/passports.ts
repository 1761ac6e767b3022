import type { Passport } from '@reason/core/adapter'

/** Converse has a field of its own for reasoning. Some hosted models write tags into their answers all the same. */
export const passports: readonly Passport[] = [
  {
    models: ['*claude*', '*nova*', '*gpt-oss*'],
    provider: 'bedrock',
    flags: { native: true },
    source: 'bedrock: API reference, ReasoningContentBlock',
  },
]
