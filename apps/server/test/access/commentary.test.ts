import { describe, expect, it } from 'vitest'
import { clientApis } from '@reason/gateway/client-apis'
import { startGateway } from '../support/gateway.ts'
import { rememberingUpstream } from '../support/remembering-upstream.ts'
import { chunk, completion, done } from '../support/upstream.ts'
import { postJson } from '../support/post.ts'

const harmony =
  '<|channel|>analysis<|message|>Thinking.<|end|><|start|>assistant<|channel|>commentary<|message|>Checking.<|end|><|start|>assistant<|channel|>final<|message|>Answer.'
const plan = { tool_plan: 'Checking.' }

const bodies: Readonly<Record<(typeof clientApis)[number]['id'], object>> = {
  'openai-chat': { messages: [{ role: 'user', content: 'Q' }] },
  'openai-responses': { input: 'Q' },
  'anthropic-messages': { max_tokens: 1000, messages: [{ role: 'user', content: 'Q' }] },
  generate: { prompt: 'Q' },
}

const upstreams: readonly [what: string, format: string, whole: string, streamed: string][] = [
  [
    'a preamble of Harmony',
    'openai-chat',
    completion({ content: harmony }),
    chunk({ content: harmony }) + chunk({}, { finish_reason: 'stop' }) + done,
  ],
  [
    "Cohere's plan",
    'cohere',
    JSON.stringify({
      id: 'c',
      finish_reason: 'COMPLETE',
      message: { role: 'assistant', ...plan, content: [{ type: 'text', text: 'Answer.' }] },
    }),
    [
      { type: 'message-start', id: 'c', delta: { message: { role: 'assistant' } } },
      { type: 'tool-plan-delta', delta: { message: plan } },
      { type: 'content-start', index: 0, delta: { message: { content: { type: 'text', text: '' } } } },
      { type: 'content-delta', index: 0, delta: { message: { content: { text: 'Answer.' } } } },
      { type: 'content-end', index: 0 },
      { type: 'message-end', delta: { finish_reason: 'COMPLETE' } },
    ]
      .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      .join(''),
  ],
]

describe.each(upstreams)('%s', (_, format, whole, streamed) => {
  it.each(['none', 'label', 'summary', 'full'])(
    'stands in the place of the reasoning only where that may be seen: %s',
    async (visibility) => {
      for (const stream of [false, true]) {
        const { origin } = await rememberingUpstream(
          stream ? { type: 'text/event-stream', body: streamed } : { type: 'application/json', body: whole },
        )
        const { url } = await startGateway('--upstream', origin, '--upstream-format', format, '--visibility', visibility)
        for (const { id, path } of clientApis) {
          const response = await postJson(url + path, { model: 'gpt-oss-20b', stream, ...bodies[id] })
          const text = await response.text()
          expect(text, `${id} ${stream}`).toContain('Answer.')
          expect(text).not.toContain(visibility === 'full' ? 'nothing of the kind' : 'Thinking.')
          // Our own events have a place of their own for it.
          expect(text.includes('Checking.'), `${id} ${stream}: ${text}`).toBe(visibility === 'full' || id === 'generate')
        }
      }
    },
  )
})
