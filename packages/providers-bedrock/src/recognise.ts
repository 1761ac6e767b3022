import type { WireSource } from '@reason/core/wire'

type Loose = Readonly<Record<string, unknown>>

/** Recognises a whole response, or an event under its name in a stream that was saved as JSON. */
export function recogniseConverse({ output, stopReason, messageStart, contentBlockDelta }: Loose): WireSource | undefined {
  const whole = isObject(output) && 'message' in output && stopReason !== undefined
  return whole || isObject(messageStart) || isObject(contentBlockDelta) ? {} : undefined
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
