import type { Part } from '@reason/core'
import type { Frame, WireWriter } from '@reason/core/wire'

const none: readonly Frame[] = []

/**
 * Writer of a stream whose machine adds frames to `frames`.
 *
 * @param finish - Adds the last frames when the parts have ended. Called more than once.
 */
export const createFrameWriter = (
  machine: { push(part: Part): void; end(): void },
  frames: Frame[],
  finish: () => void = () => {},
): WireWriter => ({
  push(part) {
    machine.push(part)
    if (part.type === 'end') finish()
    return frames.length === 0 ? none : frames.splice(0)
  },
  end() {
    machine.end()
    finish()
    return frames.splice(0)
  },
})
