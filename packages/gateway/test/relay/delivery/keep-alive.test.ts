import { describe, expect, it } from 'vitest'
import { keepAlive } from '../../../src/relay/delivery/keep-alive.ts'

describe('a sign of life', () => {
  it('goes to streams that are quiet, and to none that is over', async () => {
    let gone = 0
    const leave = keepAlive(5, { isQuiet: true, beat: () => gone++ })
    leave()
    await new Promise<void>((resolve) => {
      let beats = 0
      const stop = keepAlive(5, {
        isQuiet: false,
        beat() {
          if (++beats < 3) return
          stop()
          resolve()
        },
      })
    })
    expect(gone).toBe(0)
  })

  it('begins again after the last stream', async () => {
    for (let round = 0; round < 2; round++) {
      await new Promise<void>((resolve) => {
        const leave = keepAlive(3, {
          isQuiet: true,
          beat() {
            leave()
            resolve()
          },
        })
      })
      // The timer sees that it is alone.
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })
})
