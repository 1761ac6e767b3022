import { describe, expect, it } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { chunk, completion, done, sendStream, startReadingUpstream } from '../../support/upstream.ts'

/**
 * Answers of services that split by themselves, to which no reasoning came: of a step of a tool loop, say. Served elsewhere, texts of these
 * models begin in their thought.
 */

const text = 'It is sunny in Oslo.'

async function ask(flags: readonly string[], body: (stream: boolean) => string, model: string, stream: boolean): Promise<string> {
  const upstream = await startReadingUpstream((asked, response) => {
    if (!stream) return void response.setHeader('content-type', 'application/json').end(body(false))
    sendStream(response)
    response.end(body(true))
  })
  const { client } = await startGateway('--upstream', upstream, ...flags)
  const asked = { model, messages: [{ role: 'user' as const, content: 'How is the weather?' }] }
  if (!stream) return (await client.chat.completions.create(asked)).choices[0]!.message.content ?? ''
  const running = client.chat.completions.stream(asked)
  return (await running.finalChatCompletion()).choices[0]!.message.content ?? ''
}

const chat = (stream: boolean): string =>
  stream ? chunk({ content: text }) + chunk({}, { finish_reason: 'stop' }) + done : completion({ content: text })

const event = (value: object): string => `data: ${JSON.stringify(value)}\n\n`

const cohere = (stream: boolean): string =>
  stream
    ? event({ type: 'message-start', id: 'c1', delta: { message: { role: 'assistant', content: [] } } }) +
      event({ type: 'content-start', index: 0, delta: { message: { content: { type: 'text', text: '' } } } }) +
      event({ type: 'content-delta', index: 0, delta: { message: { content: { text } } } }) +
      event({ type: 'content-end', index: 0 }) +
      event({ type: 'message-end', delta: { finish_reason: 'COMPLETE' } })
    : JSON.stringify({ id: 'c1', message: { role: 'assistant', content: [{ type: 'text', text }] }, finish_reason: 'COMPLETE' })

describe.each(['full', 'none'])(
  'at visibility %s, an answer to which a service that splits by itself brings no reasoning',
  (visibility) => {
    it.each([
      ['zai', 'glm-5'],
      ['moonshot', 'kimi-k2-thinking'],
      ['openrouter', 'deepseek/deepseek-r1'],
      ['dashscope', 'qwen3-235b-a22b-thinking-2507'],
      ['fireworks', 'accounts/fireworks/models/kimi-k2-thinking'],
      ['siliconflow', 'zai-org/GLM-4.7'],
      ['volcengine', 'deepseek-r1-250528'],
      ['minimax', 'MiniMax-M3'],
    ])('is the answer: %s, %s', async (provider, model) => {
      for (const stream of [false, true])
        expect(await ask(['--upstream-provider', provider, '--visibility', visibility], chat, model, stream)).toBe(text)
    })

    it('is the answer: cohere', async () => {
      const flags = ['--upstream-format', 'cohere', '--upstream-provider', 'cohere', '--visibility', visibility]
      for (const stream of [false, true]) expect(await ask(flags, cohere, 'command-a-reasoning-08-2025', stream)).toBe(text)
    })
  },
)
