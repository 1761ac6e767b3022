import { createRegistry, type Passport, type Registry } from '@reason/core'
import { harmony } from '@reason/harmony'
import { marker } from '@reason/marker'
import { openaiChat } from '@reason/providers-openai'
import { thinkTags } from '@reason/think-tags'
import type { Settings } from './config/settings.ts'

/** What is odd about servers, whatever model they run. */
const servers: Passport[] = [
  {
    models: [],
    provider: 'llamacpp',
    options: { harmony: { dialect: 'llamacpp-none' } },
    source: 'llama-server loses the header of the final message when it does not split Harmony itself',
  },
]

/** Everything the gateway can read and write. */
export function createFormats({ reasoningField }: Pick<Settings, 'reasoningField'>): Registry {
  return createRegistry()
    .use(openaiChat({ reasoningField }))
    .use(harmony())
    .use(thinkTags())
    .use(marker())
    .know(...servers)
}
