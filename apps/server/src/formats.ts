import { createRegistry, type Registry } from '@reason/core'
import { harmony } from '@reason/harmony'
import { marker } from '@reason/marker'
import { openaiChat } from '@reason/providers-openai'
import { thinkTags } from '@reason/think-tags'
import type { Settings } from './config/settings.ts'

/** Everything the gateway can read and write. */
export function createFormats({ reasoningField }: Pick<Settings, 'reasoningField'>): Registry {
  return createRegistry().use(openaiChat({ reasoningField })).use(harmony()).use(thinkTags()).use(marker())
}
