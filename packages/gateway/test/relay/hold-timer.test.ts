import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createHoldTimer } from '../../src/relay/hold-timer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('text of another choice is held for its own time', () => {
  let isHeld = true
  const decide = vi.fn()
  const { watch } = createHoldTimer({ after: 600, isHeld: () => isHeld, decide })
  watch()
  vi.advanceTimersByTime(400)
  // The text of the first choice was decided by what came.
  isHeld = false
  watch()
  vi.advanceTimersByTime(100)
  isHeld = true
  watch()
  vi.advanceTimersByTime(300)
  watch()
  vi.advanceTimersByTime(299)
  expect(decide).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(decide).toHaveBeenCalledOnce()
})
