import { describe, expect, it } from 'vitest'
import { keepAlive } from '../../../src/relay/delivery/keep-alive.ts'

describe('a sign of life', () => {
  it('goes to streams that are quiet, and to none that is over', async () => {
    let gone = 0
    const quiet: boolean[] = []
    const leave = keepAlive(5, { isQuiet: true, beat: () => gone++ })
    leave()
    await new Promise<void>((resolve) => {
      const listener = { isQuiet: false, beat }
      const stop = keepAlive(5, listener)
      function beat(): void {
        if (quiet.push(listener.isQuiet) < 3) return
        stop()
        resolve()
      }
    })
    expect([gone, ...quiet]).toEqual([0, true, true, true])
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
