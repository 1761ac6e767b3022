import { expect, it } from 'vitest'
import { createGateway } from '../../src/gateway.ts'
import type { GatewayRule } from '../../src/gateway-rule.ts'

const words = Array.from({ length: 40 }, (_, index) => `word${index} `)

const event = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

/** How many pieces of text a stage sees that changes nothing, and what the client gets. */
async function run(fastPath: boolean): Promise<{ pieces: number; answer: string }> {
  let pieces = 0
  const rule: GatewayRule = {
    kind: 'rule',
    id: 'counts',
    admit: () => ({
      begin: () => ({
        policies: [
          {
            passes: () => true,
            push(part) {
              if (part.type === 'delta') pieces++
              return [part]
            },
          },
        ],
      }),
    }),
  }
  const events = [
    event({ role: 'assistant', content: '' }),
    ...words.map((content) => event({ content })),
    event({}, 'stop'),
    'data: [DONE]\n\n',
  ]
  const gateway = createGateway({
    upstream: 'http://model.example/v1',
    startProbe: false,
    adapter: 'plain',
    rules: [rule],
    fastPath,
    fetch: async () => {
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          const next = events.shift()
          if (next === undefined) controller.close()
          else controller.enqueue(new TextEncoder().encode(next))
        },
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    },
  })
  const response = await gateway.fetch(
    new Request('http://app.example/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'x' }] }),
    }),
  )
  const text = await response.text()
  await gateway.close()
  return { pieces, answer: Array.from(text.matchAll(/"content":"([^"]*)"/g), ([, piece]) => piece).join('') }
}

it('shows each piece to stages without the fast path, and the client the same text', async () => {
  const [fast, slow] = [await run(true), await run(false)]
  expect(slow).toEqual({ pieces: words.length, answer: words.join('') })
  expect(fast.answer).toBe(slow.answer)
  expect(fast.pieces).toBeLessThan(words.length / 2)
})
