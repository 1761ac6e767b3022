import type { Passport } from '@reason/core'

/** What is known of models behind a server that no adapter can know by the model alone. */
export const serverPassports: readonly Passport[] = [
  {
    // With the reasoning format `none` it loses the header of the final message. Whole Harmony text is split the same.
    models: ['*gpt-oss*', '*gpt_oss*', '*gptoss*'],
    provider: 'llamacpp',
    options: { harmony: { dialect: 'llamacpp-none' } },
    source: 'llama-server',
  },
]
