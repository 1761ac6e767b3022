import OpenAI from 'openai'
import { expect, it } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { rememberingUpstream } from '../../support/remembering-upstream.ts'

const frame = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

it('a response says what its request asked for, whatever answers behind the gateway', async () => {
  const body = `${frame({ content: 'Cold.' })}${frame({}, 'stop')}data: [DONE]\n\n`
  const { origin, seen } = await rememberingUpstream({ type: 'text/event-stream', body })
  const { url } = await startGateway('--upstream', origin)
  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'k', maxRetries: 0 })
  const tools = [
    { type: 'function' as const, name: 'get_weather', description: 'Now.', parameters: { type: 'object', properties: {} }, strict: false },
  ]
  const asked = { model: 'm', instructions: 'Be brief.', input: 'Hi', tools, parallel_tool_calls: false, temperature: 0.5 }
  const response = await client.responses.stream(asked).finalResponse()
  expect(response).toMatchObject({ instructions: 'Be brief.', tools, parallel_tool_calls: false, temperature: 0.5, output_text: 'Cold.' })
  expect(seen.at(-1)?.body).toMatchObject({ parallel_tool_calls: false })
})
