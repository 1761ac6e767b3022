import { expect, it, onTestFinished } from 'vitest'
import { createGateway } from '../../src/gateway.ts'

/** What a client that may not see reasoning gets of a text that the server ends with `stop`. */
async function shown(model: string, text: string, request: object, ending: object): Promise<unknown> {
  const gateway = createGateway({
    upstream: 'http://127.0.0.1:9',
    visibility: 'none',
    startProbe: false,
    fetch: async () => {
      const choice = { index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop', ...ending }
      return Response.json({ id: 'c', object: 'chat.completion', created: 1, model, choices: [choice] })
    },
  })
  onTestFinished(() => gateway.close({ timeoutMs: 100 }))
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'Four?' }], ...request })
  const headers = { 'content-type': 'application/json' }
  const response = await gateway.fetch(new Request('http://app.example/v1/chat/completions', { method: 'POST', headers, body }))
  const answer = (await response.json()) as { choices: { message: { content: string | null } }[] }
  return answer.choices[0]!.message.content
}

const stop = { stop: ['plan'] }

// A client that may not see a thought could otherwise read it up to each of its words.
it.each([
  ['a thought that the prompt opened, as the client asked', 'deepseek-r1', 'The secret ', stop, {}, ''],
  ['the same, as the server says', 'deepseek-r1', 'The secret ', stop, { stop_reason: 'plan' }, ''],
  ['a thought that the model opened', 'qwen3-8b', '<think>The secret ', stop, {}, ''],
  ['a thought in front of the answer', 'deepseek-r1', 'The secret plan</think>Action: ', stop, { matched_stop: 'plan' }, 'Action: '],
  ['an answer of a model that opens its thoughts itself', 'qwen3-8b', 'Action: ', stop, { stop_reason: 'plan' }, 'Action: '],
  ['an answer of a model that does not think', 'llama-3.3-70b', 'Action: ', stop, {}, 'Action: '],
  ['an answer without stop sequences', 'deepseek-r1', 'Four.', {}, {}, 'Four.'],
])('up to a stop sequence, %s', async (_, model, text, request, ending, expected) => {
  expect(await shown(model, text, request, ending)).toEqual(expected)
})
