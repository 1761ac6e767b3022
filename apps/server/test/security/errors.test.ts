import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { clientApis } from '@reason/gateway/client-apis'
import { connectGenerate } from '../support/generate.ts'
import { startGateway } from '../support/gateway.ts'
import { chunk, sendStream, startUpstream } from '../support/upstream.ts'
import { postJson } from '../support/post.ts'

const thought = 'the vault opens with 7-4-1'

const sendJson = (response: ServerResponse, status: number, error: unknown): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))

const streamThen = (response: ServerResponse, delta: Record<string, unknown>): void => {
  sendStream(response)
  response.write(chunk(delta))
  response.end(`data: ${JSON.stringify({ error: { message: `cannot go on after ${thought}`, code: 500, seen: thought } })}\n\n`)
}

/** Error messages of servers that quote the model's text. */
const failures: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'a parser of the server, 500': (response) =>
    sendJson(response, 500, { message: `Failed to parse input at pos 12: <think>${thought}`, type: 'server_error', code: 500 }),
  'a parser of the server, 400': (response) =>
    sendJson(response, 400, { message: `unexpected tokens remaining in message header: ["${thought}"]`, type: 'BadRequestError' }),
  'a call that was none': (response) =>
    sendJson(response, 400, { message: 'Failed to call a function.', code: 'tool_use_failed', failed_generation: thought }),
  'a call that could not be read': (response) =>
    sendJson(response, 422, {
      message: `Could not decode the arguments of the tool call: ${thought}`,
      param: 'vault',
      vault: 741,
      type: 'vault',
    }),
  'a code and a field that are text': (response) =>
    sendJson(response, 404, { message: 'No.', code: thought, type: thought, param: thought }),
  'metadata of a provider behind it': (response) =>
    sendJson(response, 429, { message: 'Wait.', code: 429, metadata: { raw: thought, previous: [thought] } }),
  'plain text': (response) => void response.writeHead(500, { 'content-type': 'text/plain' }).end(`Cannot read ${thought}`),
  'HTTP 200, and an error': (response) => sendJson(response, 200, { message: `Bad: ${thought}`, failed: thought }),
  'a redirection': (response) => void response.writeHead(302, { location: `/elsewhere?state=${encodeURIComponent(thought)}` }).end(),
  'inside a stream, after reasoning': (response) => streamThen(response, { reasoning_content: thought }),
  'inside a stream, after an answer': (response) => streamThen(response, { content: 'Well, ' }),
}

const bodies: Readonly<Record<string, object>> = {
  'openai-chat': { messages: [{ role: 'user', content: 'Q' }] },
  'openai-responses': { input: 'Q' },
  'anthropic-messages': { max_tokens: 10, messages: [{ role: 'user', content: 'Q' }] },
  generate: { prompt: 'Q' },
}

describe.each(['summary', 'label', 'none'])('what an upstream says of a failure at visibility %s', (visibility) => {
  it.each(Object.entries(failures))('%s: nothing that was thought is in it', async (_, fail) => {
    const { url } = await startGateway('--visibility', visibility, '--upstream', await startUpstream((__, response) => fail(response)))
    for (const { id, path } of clientApis) {
      for (const stream of [false, true]) {
        const response = await postJson(url + path, { model: 'm', stream, ...bodies[id] })
        const sent = decodeURIComponent(JSON.stringify([...response.headers]) + (await response.text()))
        expect(sent).not.toMatch(/vault|7-4-1/)
        expect(sent).toMatch(/error/)
      }
    }
    const { send, rest } = await connectGenerate(url)
    send({ model: 'm', prompt: 'Q' })
    const said = JSON.stringify(await rest())
    expect(said).not.toMatch(/vault|7-4-1/)
    expect(said).toMatch(/error/)
  })

  it('what no model was asked for is told as it was said', async () => {
    const said = {
      message: 'max_tokens must be at most 8192.',
      type: 'invalid_request_error',
      code: 'invalid_value',
      param: 'max_tokens',
      n_ctx: 8192,
    }
    for (const status of [400, 404, 422, 429]) {
      const address = await startUpstream((_, response) => sendJson(response, status, said))
      const { chat } = await startGateway('--visibility', visibility, '--upstream', address)
      const response = await chat({ model: 'm', messages: [] })
      expect(response.status).toBe(status)
      expect(await response.json()).toEqual({ error: said })
    }
  })
})

it('who may see all of the reasoning is told all that the upstream says', async () => {
  const { chat } = await startGateway(
    '--upstream',
    await startUpstream((_, response) => failures['a parser of the server, 500']!(response)),
  )
  expect(await (await chat({ model: 'm', messages: [] })).text()).toContain(thought)
})
