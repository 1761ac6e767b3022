import { describe, expect, it } from 'vitest'
import { createKeptWarm } from '../../../src/listen/compiled-code-retention.ts'
import { createOpenAnswers } from '@reason/gateway/host'

const like = { api: 'openai-chat', isStream: true, size: () => 1 }

describe('answers that are open', () => {
  it('are waited for, in whatever order they end', async () => {
    const answers = createOpenAnswers()
    const removes = ['a', 'b', 'c', 'd'].map(() => answers.add({ ...like, stop: () => expect.fail('stopped too early') }))
    removes[1]!()
    let drained = false
    const drain = answers.drain(60_000).then(() => (drained = true))
    expect(answers.isDraining()).toBe(true)
    for (const index of [3, 0]) removes[index]!()
    await Promise.resolve()
    expect(drained).toBe(false)
    removes[2]!()
    await drain
  })

  it('are stopped when they take too long', async () => {
    const answers = createOpenAnswers()
    const stopped: string[] = []
    for (const name of ['a', 'b', 'c']) {
      const remove = answers.add({
        ...like,
        stop() {
          stopped.push(name)
          remove()
        },
      })
    }
    await answers.drain(0)
    expect(stopped.toSorted()).toEqual(['a', 'b', 'c'])
  })

  it('leave one of a kind behind when they are over, until the gateway stops', async () => {
    const warm = createKeptWarm()
    const answers = createOpenAnswers(warm)
    const [first, last] = [1, 2].map(() => ({ ...like, stop: () => expect.fail('stopped too early') }))
    const leave = answers.add(first!)
    expect(warm.all()).toEqual([])
    leave()
    expect(warm.all()).toEqual([first])
    const leaveLast = answers.add(last!)
    const drain = answers.drain(60_000)
    expect(warm.all()).toEqual([])
    leaveLast()
    await drain
    expect(warm.all()).toEqual([])
  })

  it('are none without requests', async () => {
    await createOpenAnswers().drain(60_000)
  })
})
