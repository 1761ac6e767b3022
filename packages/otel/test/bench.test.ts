import { expect, test } from 'vitest'
import { stream } from '../bench/input.ts'
import { setup } from './setup.ts'

test('what the benchmark feeds is told in full', async () => {
  const { run, span, points } = setup({ capture: { answer: true, reasoning: true }, perChunk: true })
  await run(stream(1000))
  const messages = span().attributes['gen_ai.output.messages']
  expect(messages).toBe(
    JSON.stringify([
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', content: 'four'.repeat(500) },
          { type: 'text', content: 'four'.repeat(500) },
        ],
        finish_reason: 'stop',
      },
    ]),
  )
  expect(await points('gen_ai.client.inference.time_per_output_chunk')).toMatchObject([{ value: { count: 999 } }])
})
