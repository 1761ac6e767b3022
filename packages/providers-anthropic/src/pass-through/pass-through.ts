import type { PassThrough } from '@reason/core/wire'
import { asLoose, isLoose } from '@reason/wire-kit'
import { refusesThinking } from '../request/models.ts'
import { withoutForeignLines } from './foreign-lines.ts'
import { withoutUnsignedThinking } from './unsigned-thinking.ts'

/** Changes to a request if both the client and the provider speak Messages. */
export const messagesPassThrough: PassThrough = {
  withoutForeignLines,
  amendments: [withoutUnsignedThinking],
  mayBeRefused: ({ thinking }, { provider }) => isLoose(thinking) && refusesThinking(provider),
  needsThinking: ({ thinking }) => asLoose(thinking)['type'] === 'enabled',
}
