import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { connectGenerate, finalOf, postGenerate, streamed, textOf } from '../../../support/generate.ts'
import { startGateway } from '../../../support/gateway.ts'
import { chunk, done, sendStream, startUpstream } from '../../../support/upstream.ts'

const request = { model: 'qwen3', prompt: 'Q' }

describe('an upstream that fails', () => {
  it('before it answers: an error of its own status', async () => {
    const address = await startUpstream((_, response) =>
      response.writeHead(418, { 'content-type': 'application/json' }).end('{"error":{"message":"No tea.","code":"pot"}}'),
    )
    const { url } = await startGateway('--upstream', address)
    for (const stream of [true, false]) {
      const response = await postGenerate(url, { ...request, stream })
      expect(response.status).toBe(418)
      expect(await response.json()).toMatchObject({ error: { message: 'No tea.', code: 'pot' } })
    }
    const { send, rest } = await connectGenerate(url)
    send(request)
    expect(await rest()).toEqual([
      { type: 'error', error: { message: 'No tea.', type: 'upstream_error', code: 'pot', param: null, status: 418 } },
    ])
  })

  it('inside its answer: an error event, and nothing after it', async () => {
    const address = await startUpstream((_, response) => {
      sendStream(response)
      response.write(chunk({ content: 'The ans' }), () => response.destroy())
    })
    const { url } = await startGateway('--upstream', address, '--adapter', 'plain')
    const { send, rest } = await connectGenerate(url)
    send(request)
    for (const events of [await streamed(url, request), await rest()]) {
      expect(textOf(events, 'token')).toBe('The ans')
      expect(events.at(-1)).toMatchObject({ type: 'error', error: { code: 'upstream_broken' } })
      expect(events.filter(({ type }) => type === 'final')).toEqual([])
    }
    expect((await postGenerate(url, request)).status).toBe(502)
  })
})

describe('a connection', () => {
  it('that brings many messages at once: each gets a turn of the event loop', async () => {
    const address = await startUpstream((_, response) => {
      sendStream(response)
      response.write(chunk({ content: 'Wait.' }))
    })
    const { url } = await startGateway('--upstream', address, '--adapter', 'plain')
    const { send, next, socket } = await connectGenerate(url)
    send(request)
    await next()
    const { _socket: connection } = socket as unknown as { _socket: { cork(): void; uncork(): void } }
    const messages = 300
    connection.cork()
    for (let message = 0; message < messages; message++) send({})
    connection.uncork()
    let turns = 0
    const count = (): void => {
      turns++
      counting = setImmediate(count)
    }
    let counting = setImmediate(count)
    for (let message = 0; message < messages; message++) expect(await next()).toMatchObject({ error: { code: 'busy' } })
    clearImmediate(counting)
    expect(turns).toBeGreaterThanOrEqual(messages)
  })

  /** One that begins to answer, and goes on when it is told to. */
  async function slowUpstream(): Promise<{ address: string; closed: Promise<unknown>[]; goOn(): void }> {
    const closed: Promise<unknown>[] = []
    const open: (() => void)[] = []
    const address = await startUpstream((_, response) => {
      closed.push(once(response, 'close'))
      sendStream(response)
      response.write(chunk({ content: 'One' }))
      open.push(() => void response.end(chunk({ content: ' two.' }) + chunk({}, { finish_reason: 'stop' }) + done))
    })
    return { address, closed, goOn: () => open.shift()?.() }
  }

  it('cancels its generation: the upstream is told, and the next one may begin', async () => {
    const { address, closed, goOn } = await slowUpstream()
    const { url } = await startGateway('--upstream', address, '--adapter', 'plain')
    const { send, next, rest } = await connectGenerate(url)
    send(request)
    expect(await next()).toEqual({ type: 'token', text: 'One', origin: 'wire' })
    send({ type: 'cancel' })
    expect(await rest()).toEqual([{ type: 'cancelled' }])
    await closed[0]
    goOn()
    send({ type: 'cancel' })
    send(request)
    expect(await next()).toEqual({ type: 'token', text: 'One', origin: 'wire' })
    goOn()
    expect(finalOf(await rest()).answer).toBe('One two.')
  })

  it('has one generation at a time', async () => {
    const { address, goOn } = await slowUpstream()
    const { url } = await startGateway('--upstream', address, '--adapter', 'plain')
    const { send, next, rest } = await connectGenerate(url)
    send(request)
    expect(await next()).toEqual({ type: 'token', text: 'One', origin: 'wire' })
    send(request)
    expect(await next()).toMatchObject({ type: 'error', error: { code: 'busy', status: 409 } })
    goOn()
    expect(finalOf(await rest()).answer).toBe('One two.')
  })

  it('that is closed ends the request to the upstream', async () => {
    const { address, closed } = await slowUpstream()
    const { url } = await startGateway('--upstream', address, '--adapter', 'plain')
    const { socket, send, next } = await connectGenerate(url)
    send(request)
    await next()
    socket.terminate()
    await closed[0]
  })

  it('is told what is wrong with a message', async () => {
    const { url } = await startGateway('--body-limit', '2000')
    const { socket, send, rest } = await connectGenerate(url)
    for (const message of ['{"model"', '[]', '5', 'null']) {
      send(message)
      expect(await rest()).toMatchObject([{ type: 'error', error: { status: 400, type: 'invalid_request_error' } }])
    }
    send({ model: 'm', prompt: 'Q', what: 1 })
    expect(await rest()).toMatchObject([{ type: 'error', error: { param: 'what' } }])
    send({ model: 'm', prompt: 'Q'.repeat(3000) })
    const [code] = (await once(socket, 'close')) as [number]
    expect(code).toBe(1009)
  })

  it('makes the upstream wait when its client does not read', async () => {
    // The text of an answer has a limit, but not its raw events.
    const event = chunk({ content: 'x', padding: 'y'.repeat(16_384) })
    const most = 256 * 1_048_576
    let written = 0
    const address = await startUpstream((_, response) => {
      sendStream(response)
      const more = (): void => {
        while (written < most && response.write(event)) written += event.length
      }
      response.on('drain', more).on('error', () => {})
      more()
    })
    const { url } = await startGateway('--upstream', address, '--adapter', 'plain')
    const { socket, send, next } = await connectGenerate(url)
    send({ ...request, wire: true })
    await next()
    socket.pause()
    let before = -1
    while (before !== written) {
      before = written
      await sleep(300)
    }
    expect(written).toBeLessThan(most / 4)
    socket.resume()
    while (written < 2 * before) await sleep(10)
    socket.terminate()
  })

  it('is ended with the gateway: a generation with an error, an idle one without a word', async () => {
    const { address } = await slowUpstream()
    const { url, close } = await startGateway('--upstream', address, '--adapter', 'plain')
    const [busy, idle] = [await connectGenerate(url), await connectGenerate(url)]
    busy.send(request)
    await busy.next()
    const closed = Promise.all([once(busy.socket, 'close'), once(idle.socket, 'close')])
    const closing = close()
    expect(await busy.rest()).toMatchObject([{ type: 'error', error: { code: 'shutting_down' } }])
    await closed
    await closing
  })

  it('is none without an upgrade, and none for foreign pages', async () => {
    const { url } = await startGateway()
    const plain = await fetch(`${url}/v1/generate`)
    expect(plain.status).toBe(426)
    expect(await plain.json()).toMatchObject({ error: { code: 'upgrade_required', message: expect.stringContaining('POST') as string } })
    await expect(connectGenerate(url, { origin: 'https://example.com' })).rejects.toThrow('403')
  })
})
