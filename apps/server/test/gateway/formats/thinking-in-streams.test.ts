import { expect, it } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { chunk, completion, done, sendStream, startReadingUpstream } from '../../support/upstream.ts'
import { postJson } from '../../support/post.ts'

/** Some providers let their models think in streams alone, and refuse the rest. A client that wants its answer whole has no part in that. */

const refused = JSON.stringify({
  error: { code: 'invalid_parameter_error', message: 'parameter.enable_thinking must be set to false for non-streaming calls' },
})
const usage = { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12, completion_tokens_details: { reasoning_tokens: 4 } }

/** As DashScope answers for an open Qwen3. */
async function startDashScope(): Promise<{ upstream: string; seen: Record<string, unknown>[] }> {
  const seen: Record<string, unknown>[] = []
  const upstream = await startReadingUpstream((text, response) => {
    const body = JSON.parse(text) as Record<string, unknown>
    seen.push(body)
    if (body['stream'] !== true) {
      const isOff = body['enable_thinking'] === false
      return void response
        .writeHead(isOff ? 200 : 400, { 'content-type': 'application/json' })
        .end(isOff ? completion({ content: 'Four.' }) : refused)
    }
    sendStream(response)
    response.write(chunk({ content: null, reasoning_content: '2+2' }) + chunk({ content: 'Four.' }) + chunk({}, { finish_reason: 'stop' }))
    response.end(
      `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_700_000_000, model: 'qwen3-8b', choices: [], usage })}\n\n${done}`,
    )
  })
  return { upstream, seen }
}

it('an answer that may be thought about in a stream alone is asked for as one, and comes whole', async () => {
  const { upstream, seen } = await startDashScope()
  const { client, chat, url } = await startGateway('--upstream', upstream, '--upstream-provider', 'dashscope')
  const messages = [{ role: 'user' as const, content: 'What is 2+2?' }]
  const answer = await client.chat.completions.create({ model: 'qwen3-8b', messages })
  expect(answer.choices).toMatchObject([{ message: { content: 'Four.', reasoning_content: '2+2' }, finish_reason: 'stop' }])
  expect(answer.usage).toMatchObject({ completion_tokens: 7, completion_tokens_details: { reasoning_tokens: 4 } })

  const asked = await postJson(`${url}/v1/messages`, { model: 'qwen3-8b', max_tokens: 100, messages })
  expect(await asked.json()).toMatchObject({
    content: [
      { type: 'thinking', thinking: '2+2' },
      { type: 'text', text: 'Four.' },
    ],
  })

  await chat({ model: 'qwen3-8b', messages, enable_thinking: false })
  await chat({ model: 'qwen-max', messages })
  await chat({ model: 'qwen-plus', messages, enable_thinking: true })
  // The fourth is refused, and asked again with thinking off, which the refusal names.
  expect(seen.map(({ stream }) => stream === true)).toEqual([true, true, false, false, false, true])
  expect(seen.map(({ enable_thinking: thinking }) => thinking).slice(2, 5)).toEqual([false, undefined, false])
})

it('elsewhere nothing is asked for that the client did not ask for', async () => {
  const { upstream, seen } = await startDashScope()
  const { chat } = await startGateway('--upstream', upstream, '--upstream-provider', 'vllm')
  await chat({ model: 'qwen3-8b', messages: [], enable_thinking: false })
  expect(seen).toEqual([{ model: 'qwen3-8b', messages: [], enable_thinking: false }])
})
