import type { Part } from '@reason/core'
import type { StartPart } from '@reason/core/parts'
import type { Frame, WireWriter } from '@reason/core/wire'

/**
 * Writer of a stream whose machine adds frames to `frames`.
 *
 * @param start - Called with each `start`, before the machine gets it.
 * @param finish - Adds the last frames when the parts have ended. Called more than once.
 */
export const createFrameWriter = (
  machine: { push(part: Part): void; end(): void },
  frames: Frame[],
  start: (part: StartPart) => void,
  finish: () => void = () => {},
): WireWriter => ({
  push(part) {
    if (part.type === 'start') start(part)
    machine.push(part)
    if (part.type === 'end') finish()
    return frames.splice(0)
  },
  end() {
    machine.end()
    finish()
    return frames.splice(0)
  },
})
