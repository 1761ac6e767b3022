import { expect, it } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { rememberingUpstream } from '../../support/remembering-upstream.ts'
import { upstreams } from '../../support/several-upstreams.ts'
import { postJson } from '../../support/post.ts'

const own = 'vendor/real-model-2026-01-31'
const message = { role: 'assistant', content: 'Yes.' }

/** Answers of upstreams of three formats, each with its own name for the model. */
const answers = {
  'openai-chat': { id: 'c1', object: 'chat.completion', created: 1, model: own, choices: [{ index: 0, message, finish_reason: 'stop' }] },
  'openai-responses': {
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    status: 'completed',
    model: own,
    output: [{ id: 'msg_1', type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Yes.', annotations: [] }] }],
  },
  'anthropic-messages': {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: own,
    content: [{ type: 'text', text: 'Yes.' }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 1, output_tokens: 2 },
  },
}

const messages = [{ role: 'user', content: 'Is it?' }]
const requests = {
  '/v1/chat/completions': { messages },
  '/v1/responses': { input: 'Is it?' },
  '/v1/messages': { messages, max_tokens: 100 },
  '/v1/generate': { prompt: 'Is it?' },
}

const cases = Object.keys(answers).flatMap((format) =>
  Object.keys(requests).flatMap((path) => [false, true].map((stream) => ({ format, path, stream }))),
)

it.each(cases)('an answer bears the name that the client said: $path, stream $stream, in front of $format', async (one) => {
  const { format, path, stream } = one
  const body = JSON.stringify(answers[format as keyof typeof answers])
  const { origin, seen } = await rememberingUpstream({ type: 'application/json', body })
  const { url } = await startGateway(...upstreams({ name: 'one', url: `${origin}/v1`, format, aliases: { fast: 'real-model' } }))
  const ask = async (model: string): Promise<Response> =>
    postJson(url + path, { model, stream, ...requests[path as keyof typeof requests] })
  const named = await ask('fast')
  const text = await named.text()
  expect(text).toContain('Yes.')
  expect(text).toContain('"model":"fast"')
  expect(text).not.toContain('real-model')
  expect(named.headers.get('x-reason-model')).toBe('real-model')
  // Its own name, of which it says the version.
  const plain = await ask('real-model')
  expect(await plain.text()).toContain(`"model":"${own}"`)
  expect(plain.headers.get('x-reason-model')).toBeNull()
  expect(seen.map((request) => request.body['model'])).toEqual(['real-model', 'real-model'])
})
