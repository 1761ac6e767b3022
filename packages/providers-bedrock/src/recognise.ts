import type { WireSource } from '@reason/core/wire'
import { isLoose, type Loose } from '@reason/wire-kit'

/** Recognises a whole response, or an event under its name in a stream that was saved as JSON. */
export function recogniseConverse({ output, stopReason, messageStart, contentBlockDelta }: Loose): WireSource | undefined {
  const whole = isLoose(output) && 'message' in output && stopReason !== undefined
  return whole || isLoose(messageStart) || isLoose(contentBlockDelta) ? {} : undefined
}
