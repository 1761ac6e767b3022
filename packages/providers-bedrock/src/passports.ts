import type { Passport } from '@reason/core/adapter'

/** Converse has a separate field for reasoning. Some hosted models still write tags into their answers. */
export const passports: readonly Passport[] = [
  {
    models: ['*claude*', '*nova*', '*gpt-oss*'],
    provider: 'bedrock',
    flags: { native: true },
    source: 'bedrock: API reference, ReasoningContentBlock',
  },
]
