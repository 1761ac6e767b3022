import { openaiChat } from '@reason/providers-openai'
import { expect, it } from 'vitest'
import { createEmbeddedUpstream } from '../../src/upstream-client/embedded.ts'

it('sends one piece at a time, however often it was stopped for a moment', async () => {
  let turn = 0
  let next = setImmediate(function count() {
    turn++
    next = setImmediate(count)
  })
  const turns: number[] = []
  await new Promise<void>((resolve, reject) => {
    const request = { body: Buffer.alloc(0), headers: {}, model: 'embedded/qwen3-tags', stream: true, choices: 1 }
    const exchange = createEmbeddedUpstream(0, openaiChat()).chat(request, {
      onHead() {},
      onData() {
        turns.push(turn)
        // Between this piece and the next one.
        queueMicrotask(() => {
          exchange.pause()
          exchange.resume()
        })
      },
      onEnd: resolve,
      onFailure: ({ message }) => reject(new Error(message)),
    })
  })
  clearImmediate(next)
  expect(turns.length).toBeGreaterThan(10)
  expect(turns).toEqual([...new Set(turns)])
})
