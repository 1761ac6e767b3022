import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EndTimers } from '../../../src/relay/attempt/end-timers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('whatever comes begins the wait for silence anew', () => {
  const timers = new EndTimers()
  const end = vi.fn()
  timers.endIfSilent(end)
  vi.advanceTimersByTime(4000)
  timers.endIfSilent(end)
  vi.advanceTimersByTime(4000)
  expect(end).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1000)
  expect(end).toHaveBeenCalledOnce()
})

it('text behind a finish reason ends the wait', () => {
  const timers = new EndTimers()
  const end = vi.fn()
  timers.endIfSilent(end)
  timers.endIfSilent(undefined)
  vi.advanceTimersByTime(60_000)
  expect(end).not.toHaveBeenCalled()
})

it('a grace is not prolonged, and ends with the attempt', () => {
  const timers = new EndTimers()
  const end = vi.fn()
  timers.endSoon(end)
  vi.advanceTimersByTime(900)
  timers.endSoon(end)
  vi.advanceTimersByTime(100)
  expect(end).toHaveBeenCalledOnce()
  const stopped = new EndTimers()
  stopped.endSoon(end)
  stopped.endIfSilent(end)
  stopped.stop()
  vi.advanceTimersByTime(60_000)
  expect(end).toHaveBeenCalledOnce()
})

it('time in which the upstream is not read counts for neither', () => {
  const timers = new EndTimers()
  const [soon, silent] = [vi.fn(), vi.fn()]
  timers.endIfSilent(silent)
  timers.pause()
  timers.endSoon(soon)
  vi.advanceTimersByTime(60_000)
  timers.resume()
  vi.advanceTimersByTime(999)
  expect(soon).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(soon).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(3999)
  expect(silent).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(silent).toHaveBeenCalledOnce()
})

it('an attempt that has ended while its client paused ends no more', () => {
  const timers = new EndTimers()
  const end = vi.fn()
  timers.pause()
  timers.endSoon(end)
  timers.endIfSilent(end)
  timers.stop()
  timers.resume()
  vi.advanceTimersByTime(60_000)
  expect(end).not.toHaveBeenCalled()
})
