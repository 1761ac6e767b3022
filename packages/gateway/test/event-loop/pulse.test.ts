import { describe, expect, it } from 'vitest'
import { createPulse } from '../../src/event-loop/pulse.ts'

/** Resolves with the next beat. */
const beatOf = (pulse: ReturnType<typeof createPulse>): Promise<void> =>
  new Promise((resolve) => {
    const leave = pulse.join(() => {
      leave()
      resolve()
    })
  })

describe.each([
  ['one timer for all', true],
  ['a timer for each', false],
])('a pulse with %s', (_, areShared) => {
  it('calls each member again and again, and none that has left', async () => {
    const pulse = createPulse(3, areShared)
    const beats = { first: 0, second: 0, gone: 0 }
    pulse.join(() => beats.gone++)()
    const leaves = [pulse.join(() => beats.first++), pulse.join(() => beats.second++)]
    await expect.poll(() => Math.min(beats.first, beats.second)).toBeGreaterThan(2)
    for (const leave of leaves) leave()
    const before = { ...beats }
    await beatOf(pulse)
    expect(beats).toEqual({ ...before, gone: 0 })
  })

  it('calls no member that is left when it has stopped', async () => {
    const pulse = createPulse(3, areShared)
    let beats = 0
    pulse.join(() => beats++)
    pulse.stop()
    await beatOf(createPulse(3, areShared))
    await beatOf(createPulse(3, areShared))
    expect(beats).toBe(0)
  })

  it('begins again after its last member', async () => {
    const pulse = createPulse(3, areShared)
    await beatOf(pulse)
    await new Promise((resolve) => setTimeout(resolve, 10))
    await beatOf(pulse)
  })
})
