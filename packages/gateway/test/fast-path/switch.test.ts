import { expect, it } from 'vitest'
import { createGateway } from '../../src/gateway.ts'
import type { GatewayRule } from '../../src/gateway-rule.ts'

const words = Array.from({ length: 40 }, (_, index) => `word${index} `)

const event = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

/** How many pieces of text a stage sees that changes nothing, and what the client gets. */
async function run(fastPath: boolean, api: keyof typeof apis): Promise<{ pieces: number; answer: string }> {
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
    new Request(`http://app.example/v1/${apis[api].path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm', stream: true, ...apis[api].asked }),
    }),
  )
  const text = await response.text()
  await gateway.close()
  const { field, whole } = apis[api]
  if (whole !== undefined) expect(text).toContain(`${whole}${words.join('')}"`)
  return { pieces, answer: Array.from(text.matchAll(new RegExp(`"${field}":"([^"]*)"`, 'g')), ([, piece]) => piece).join('') }
}

const messages = [{ role: 'user', content: 'x' }]
/** Where a client asks, what, and which field of the stream has the pieces, or begins the whole text at its end. */
const apis = {
  chat: { path: 'chat/completions', asked: { messages }, field: 'content', whole: undefined },
  messages: { path: 'messages', asked: { max_tokens: 100, messages }, field: 'text', whole: undefined },
  responses: { path: 'responses', asked: { input: 'x' }, field: 'delta', whole: '"text":"' },
} as const

it.each(['chat', 'messages', 'responses'] as const)(
  'shows each piece to stages without the fast path, and clients of %s the same text',
  async (api) => {
    const [fast, slow] = [await run(true, api), await run(false, api)]
    expect(slow).toEqual({ pieces: words.length, answer: words.join('') })
    expect(fast.answer).toBe(slow.answer)
    expect(fast.pieces).toBeLessThan(words.length / 2)
  },
)
