import { describe, expect, it } from 'vitest'
import { listenTo } from '../../src/relay/keep-alive-timer.ts'

describe('a pulse', () => {
  it('is for who is quiet, and for nobody who has left', async () => {
    let gone = 0
    const leave = listenTo(5, { isQuiet: true, beat: () => gone++ })
    leave()
    await new Promise<void>((resolve) => {
      let beats = 0
      const stop = listenTo(5, {
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

  it('begins again when everybody has left', async () => {
    for (let round = 0; round < 2; round++) {
      await new Promise<void>((resolve) => {
        const leave = listenTo(3, {
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
