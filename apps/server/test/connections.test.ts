import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startGateway } from './support/gateway.ts'
import { chunk, done, sendStream, startUpstream } from './support/upstream.ts'

/** A client of its own, to read or not to read as the test wants. */
async function openStream(port: number, version = '1.1'): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.write(ask(version))
  return socket
}

function ask(version = '1.1'): string {
  const body = JSON.stringify({ model: 'qwen3', messages: [], stream: true })
  return `POST /v1/chat/completions HTTP/${version}\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

describe('a client that leaves', () => {
  it('ends the request to the upstream, streamed or not', async () => {
    const closed: Promise<unknown>[] = []
    const begun: (() => void)[] = []
    const address = await startUpstream((request, response) => {
      closed.push(once(response, 'close'))
      if (request.headers['x-request-id'] === 'stream') sendStream(response)
      if (request.headers['x-request-id'] === 'stream') response.write(chunk({ content: '<think>Hm' }))
      begun.shift()!()
    })
    const { chat } = await startGateway('--upstream', address)
    for (const stream of [true, false]) {
      const asked = new Promise<void>((resolve) => begun.push(resolve))
      const controller = new AbortController()
      const answer = chat(
        { model: 'qwen3', stream },
        { signal: controller.signal, headers: { 'content-type': 'application/json', 'x-request-id': stream ? 'stream' : 'whole' } },
      )
      const settled = answer.then((response) => response.text()).catch((error: unknown) => error)
      await asked
      if (stream) await answer
      controller.abort()
      expect(await settled).toMatchObject({ name: 'AbortError' })
      await closed.at(-1)
    }
    expect(closed).toHaveLength(2)
  })
})

describe('a client that does not read', () => {
  it('makes the upstream wait, and memory stays bounded', async () => {
    const event = chunk({ content: 'x'.repeat(16_384) })
    const most = 256 * 1_048_576
    let written = 0
    let stalled = (): void => {}
    const address = await startUpstream((_, response) => {
      sendStream(response)
      const more = (): void => {
        while (written < most && response.write(event)) written += event.length
        stalled()
      }
      response.on('drain', more).on('error', () => {})
      more()
    })
    const { port } = await startGateway('--upstream', address, '--adapter', 'plain')
    const client = await openStream(port)
    client.pause()

    // Buffers of the kernel on two connections fill up, then nothing moves any more.
    let before = -1
    while (before !== written) {
      before = written
      await Promise.race([sleep(300), new Promise<void>((resolve) => (stalled = resolve)).then(() => sleep(300))])
    }
    expect(written).toBeGreaterThan(0)
    expect(written).toBeLessThan(most / 4)

    // And it goes on when the client reads.
    let read = 0
    client.on('data', (bytes) => (read += bytes.length)).resume()
    while (written < 2 * before) await sleep(10)
    expect(read).toBeGreaterThan(before / 2)
  })
})

describe('connections', () => {
  const address = (): Promise<string> =>
    startUpstream((_, response) => {
      sendStream(response)
      response.end(chunk({ content: 'Grüße 🤔' }) + chunk({}, { finish_reason: 'stop' }) + done)
    })

  it('are kept for the next request', async () => {
    const { port } = await startGateway('--upstream', await address(), '--adapter', 'plain')
    const socket = await openStream(port)
    let text = ''
    socket.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    while (!text.endsWith('0\r\n\r\n')) await once(socket, 'data')
    text = ''
    socket.write(ask())
    while (!text.endsWith('0\r\n\r\n')) await once(socket, 'data')
    expect(text).toContain('Grüße 🤔')
  })

  it('answer requests that were sent at once, in order', async () => {
    const { port } = await startGateway('--upstream', await address(), '--adapter', 'plain')
    const socket = await openStream(port)
    socket.write(ask() + ask())
    let text = ''
    socket.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    while (text.split('0\r\n\r\n').length < 4) await once(socket, 'data')
    expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3)
    expect(text.match(/Grüße 🤔/g)).toHaveLength(3)
    expect(text.match(/\[DONE\]/g)).toHaveLength(3)
  })

  it('of clients without chunks end with the answer', async () => {
    const { port } = await startGateway('--upstream', await address(), '--adapter', 'plain')
    const socket = await openStream(port, '1.0')
    let text = ''
    socket.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    await once(socket, 'end')
    expect(text).toContain('Grüße 🤔')
    expect(text).not.toMatch(/transfer-encoding: chunked/i)
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
  })
})
