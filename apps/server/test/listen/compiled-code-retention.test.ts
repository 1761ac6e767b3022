import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createKeptWarm } from '../../src/listen/compiled-code-retention.ts'
import type { Relay } from '@reason/gateway/host'

const answer = (api: string, bytes = 1000, isStream = true): Relay => ({ api, isStream, size: () => bytes, stop() {} })

describe('answers that are held on to', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('are one of each kind, and not another one with every request', () => {
    const warm = createKeptWarm()
    const [first, second, whole, later] = [answer('a'), answer('a'), answer('a', 1000, false), answer('a')]
    for (const one of [first, second, whole]) warm.keep(one)
    expect(warm.all()).toEqual([first, whole])
    expect(warm.all()[0]).toBe(first)
    vi.advanceTimersByTime(10_000)
    warm.keep(later)
    expect(warm.all()[0]).toBe(later)
    expect(warm.all()).toHaveLength(2)
  })

  it('are none that are long', () => {
    const warm = createKeptWarm()
    warm.keep(answer('a', 65_537))
    expect(warm.all()).toEqual([])
    warm.keep(answer('a', 65_536))
    expect(warm.all()).toHaveLength(1)
  })

  it('go after a while in which there was no other, and when they are to', () => {
    const warm = createKeptWarm(60_000)
    warm.keep(answer('a'))
    vi.advanceTimersByTime(30_000)
    warm.keep(answer('b'))
    vi.advanceTimersByTime(59_999)
    expect(warm.all()).toHaveLength(2)
    vi.advanceTimersByTime(1)
    expect(warm.all()).toEqual([])
    warm.keep(answer('a'))
    warm.letGo()
    expect(warm.all()).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })
})
