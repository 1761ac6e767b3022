import { Buffer } from 'node:buffer'
import { setTimeout } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createGateway } from '../../src/gateway.ts'

const event = (fields: object): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', ...fields })}\n\n`
const said = event({ choices: [{ index: 0, delta: { content: 'x'.repeat(1000) }, finish_reason: null }] })
const stop = event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
const usage = event({ choices: [], usage: { prompt_tokens: 5, completion_tokens: 777, total_tokens: 782 } })

it('a client that reads nothing at the end of its answer gets the usage when it reads again', async () => {
  // More than what waits for a client, so that its upstream is paused.
  const pieces = [said.repeat(70) + stop + 'data: [DONE]\n\n', usage]
  const gateway = createGateway({
    upstream: 'http://model.example/v1',
    adapter: 'plain',
    startProbe: false,
    fetch: async () =>
      new Response(
        new ReadableStream(
          {
            pull(controller) {
              const piece = pieces.shift()
              if (piece === undefined) controller.close()
              else controller.enqueue(Buffer.from(piece))
            },
          },
          { highWaterMark: 0 },
        ),
        { headers: { 'content-type': 'text/event-stream' } },
      ),
  })
  onTestFinished(() => gateway.close())
  const response = await gateway.fetch(
    new Request('http://gateway.example/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'm',
        stream: true,
        stream_options: { include_usage: true },
        messages: [{ role: 'user', content: 'Q' }],
      }),
    }),
  )
  await setTimeout(1200)
  expect(await response.text()).toContain('"completion_tokens":777')
})
