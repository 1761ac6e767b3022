import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { connectGenerate } from '../support/generate.ts'
import { question, startGateway } from '../support/gateway.ts'
import { completion, startReadingUpstream, startUpstream } from '../support/upstream.ts'

const errorOf = async (response: Response) => (await response.json()) as { error: { message: string; code: string | null } }

describe('a message over a WebSocket', () => {
  it('that nests too deeply is refused like a body, and ends nothing else', async () => {
    const { url, chat } = await startGateway()
    const { socket, next } = await connectGenerate(url)
    socket.send(`{"model":"embedded/qwen3-tags","prompt":"Q","deep":${'['.repeat(200_000)}${']'.repeat(200_000)}}`)
    expect(await next()).toMatchObject({ type: 'error', error: { status: 400, message: expect.stringMatching(/nests deeper than 200/) } })
    expect((await chat({ model: 'embedded/qwen3-tags', messages: question })).status).toBe(200)
  })

  it('after message by a client that reads nothing: the connection is closed, and memory is not filled', async () => {
    const { url, app } = await startGateway()
    const { socket } = await connectGenerate(url)
    socket.pause()
    const closed = once(socket, 'close')
    const { _socket: raw } = socket as unknown as { _socket: Socket }
    // Each of them would be told that it is none.
    const flood = async (): Promise<void> => {
      while (socket.readyState === socket.OPEN) {
        raw.cork()
        for (let count = 0; count < 1000; count++) socket.send('0')
        raw.uncork()
        await sleep(1)
      }
    }
    await Promise.race([flood(), closed])
    await expect.poll(() => app.websocketServer.clients.size).toBe(0)
  })
})

describe('names', () => {
  it.each(['__proto__', 'constructor', 'toString'])('%s is a model that there is not', async (model) => {
    const { chat } = await startGateway()
    const response = await chat(`{"model":"${model}","messages":[{"role":"user","content":"Q"}]}`)
    expect(response.status).toBe(404)
    expect(await errorOf(response)).toMatchObject({ error: { code: 'model_not_found' } })
  })

  it.each([
    ['a line feed', 'qwen3\nwarn: all is well'],
    ['an escape sequence', 'qwen3\u001b[2J'],
    ['an escape sequence in one character', 'qwen3\u009b2J'],
    ['text that runs backwards', 'qwen3\u202e'],
    ['a way to another model', 'qwen3/../o3'],
    ['a way to another model, backwards', 'qwen3\\..\\o3'],
    ['a way to another model, behind a path', './models/qwen3//./../o3'],
    ['half a character', 'qwen3\ud83d'],
    ['no end', 'q'.repeat(513)],
  ])('of models with %s reach no log, no trace and no upstream', async (_, model) => {
    const { chat } = await startGateway()
    const response = await chat({ model, messages: question })
    expect(response.status).toBe(400)
    const { error } = await errorOf(response)
    expect(error).toMatchObject({ param: 'model', code: 'invalid_value' })
    expect(error.message).not.toContain(model)
  })
})

it.each(['./models/qwen3', '../models/qwen3', 'models/qwen3..gguf'])(
  'the path of a local model reaches the upstream: %s',
  async (model) => {
    const asked: string[] = []
    const address = await startReadingUpstream((body, response) => {
      asked.push((JSON.parse(body) as { model: string }).model)
      response.setHeader('content-type', 'application/json').end(completion({ content: 'Fine.' }))
    })
    const { chat } = await startGateway('--upstream', address)
    expect((await chat({ model, messages: question })).status).toBe(200)
    expect(asked).toEqual([model])
  },
)

describe('a body that can be read in two ways', () => {
  it.each([
    ['a field twice', '{"model":"dear","messages":[],"model":"cheap"}', /gives "model" twice/],
    ['a field twice, once escaped', '{"mod\\u0065l":"dear","messages":[],"model":"cheap"}', /gives "model" twice/],
    ['a name in another case', '{"model":"cheap","Model":"dear","messages":[]}', /"Model" beside "model"/],
  ])('%s is refused, and reaches no upstream', async (_, body, why) => {
    let asked = 0
    const address = await startUpstream((__, response) => {
      asked++
      response.setHeader('content-type', 'application/json').end(completion({ content: 'Fine.' }))
    })
    const { chat } = await startGateway('--upstream', address)
    const response = await chat(body)
    expect(response.status).toBe(400)
    expect((await errorOf(response)).error.message).toMatch(why)
    expect(asked).toBe(0)
    expect(
      (await chat('{"model":"cheap","messages":[{"role":"user","content":"a \\"b\\": c"}],"metadata":{"a":1,"b":"x:y"}}')).status,
    ).toBe(200)
  })
})
