import type { Socket } from 'node:net'
import { patienceMs } from '@reason/testkit/patience'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openRaw, type RawClient } from '../../support/raw-client.ts'
import { chunk, sendStream } from '../../support/upstream.ts'
import { apis, pathOf, requestOf, understand, type Api } from './apis.ts'
import { post, startRig, well, type Behaviour, type Rig } from './rig.ts'

const bytesOf = (api: Api, stream: boolean, session: string): string => {
  const body = JSON.stringify(requestOf(api, stream))
  return `POST ${pathOf(api)} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nx-reason-session: ${session}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

const upgrade = 'connection: upgrade\r\nupgrade: websocket\r\n'

/** The upstream thinks. */
const silent: Behaviour = () => {}
const begun: Behaviour = (response, _, stream) => {
  if (stream) sendStream(response)
  else response.setHeader('content-type', 'application/json')
  response.write(stream ? chunk({ reasoning_content: 'Hm.' }) : '{')
}

/** Never stops. */
const endless: Behaviour = (response) => {
  sendStream(response)
  const event = chunk({ content: 'x'.repeat(16_384) })
  const more = (): void => {
    while (!response.destroyed && response.write(event));
  }
  response.on('drain', more)
  more()
}

const nextIsFine = async ({ upstream, ask, settled }: Rig): Promise<void> => {
  upstream.behave(well)
  for (const api of apis)
    expect(understand(api, true, (await ask(api, true, 'next')).text)).toMatchObject({ answer: 'Fine.', complete: true })
  await settled({ next: ['stop', 'stop', 'stop'] })
}

const busy = (rig: Rig, count: number): Promise<void> => vi.waitFor(() => expect(rig.upstream.busy()).toBe(count), patienceMs)

describe.each([
  ['before the answer', silent],
  ['inside of the answer', begun],
] as const)('a client that vanishes %s', (_, behaviour) => {
  it.each([
    ['closes its connection', (socket: Socket) => void socket.destroy()],
    ['resets it', (socket: Socket) => void socket.resetAndDestroy()],
  ])('%s: the upstream is let go', async (_how, leave) => {
    const rig = await startRig()
    rig.upstream.behave(behaviour)
    const clients: RawClient[] = []
    for (const api of apis)
      for (const stream of [true, false]) {
        const client = await openRaw(rig.port)
        client.socket.write(bytesOf(api, stream, `${api}-${stream}`))
        clients.push(client)
      }
    await busy(rig, 6)
    for (const { socket } of clients) leave(socket)
    await rig.settled(Object.fromEntries(apis.flatMap((api) => [true, false].map((stream) => [`${api}-${stream}`, ['aborted']]))))
    const { body } = await rig.app.inject('/metrics')
    for (const api of apis) expect(body).toContain(`gateway_requests_total{route="${pathOf(api)}",status="aborted"} 2`)
    await nextIsFine(rig)
  })
})

describe('a client that sends its requests at once', () => {
  it('is answered in order, errors among the answers', async () => {
    const rig = await startRig()
    let turn = 0
    rig.upstream.behave((response, socket, stream) => {
      if (++turn === 2) response.writeHead(429, { 'content-type': 'application/json' }).end('{"error":{"message":"Slow down."}}')
      else well(response, socket, stream)
    })
    const { socket, heard } = await openRaw(rig.port)
    socket.write(apis.map((api) => bytesOf(api, true, 'line')).join('') + bytesOf('openai-chat', false, 'line'))
    await vi.waitFor(
      () => expect(heard().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 429', 'HTTP/1.1 200', 'HTTP/1.1 200']),
      patienceMs,
    )
    await vi.waitFor(() => expect(heard()).toMatch(/\[DONE\][^]*Slow down[^]*message_stop[^]*chat\.completion"/), patienceMs)
    socket.destroy()
    await rig.settled({})
    await nextIsFine(rig)
  })

  it('and vanishes: none of them goes on, also those whose turn had not come', async () => {
    const rig = await startRig()
    for (const behaviour of [silent, begun, endless]) {
      rig.upstream.behave(behaviour)
      const { socket } = await openRaw(rig.port)
      socket.write(
        apis
          .map((api) => bytesOf(api, true, 'line'))
          .join('')
          .repeat(5),
      )
      await busy(rig, 15)
      socket.destroy()
      await rig.settled({})
    }
    await rig.settled({ line: Array.from({ length: 45 }, () => 'aborted') })
    await nextIsFine(rig)
  })
})

describe('a client that never reads', () => {
  it.each(apis)('%s: its connection is closed after a time, and the upstream let go', async (api) => {
    const rig = await startRig('--stall-timeout', '300')
    rig.upstream.behave(endless)
    const { socket } = await openRaw(rig.port)
    socket.pause()
    socket.write(bytesOf(api, true, 'stalled'))
    // The last events of Responses repeat the text, whose limit comes before the connection stalls.
    await rig.settled({ stalled: [api === 'openai-responses' ? 'error' : 'aborted'] })
    await nextIsFine(rig)
  })

  it('nor the end of an answer that is longer than what the system holds', async () => {
    const rig = await startRig('--stall-timeout', '300')
    const long = 'x'.repeat(30_000_000)
    rig.upstream.behave((response, _, stream) => {
      if (stream) sendStream(response)
      else response.setHeader('content-type', 'application/json')
      const choice = { index: 0, message: { role: 'assistant', content: long }, finish_reason: 'stop' }
      response.end(
        stream ? chunk({ content: long }) + chunk({}, { finish_reason: 'stop' }) : JSON.stringify({ id: 'a', choices: [choice] }),
      )
    })
    for (const stream of [true, false]) {
      const { socket } = await openRaw(rig.port)
      socket.pause()
      socket.write(bytesOf('openai-chat', stream, 'stalled'))
      await busy(rig, 1)
      await rig.settled({})
    }
    await nextIsFine(rig)
  })

  it('for a while only, gets all of it', async () => {
    const rig = await startRig('--stall-timeout', '4000')
    const long = 'x'.repeat(8_000_000)
    rig.upstream.behave((response) => {
      sendStream(response)
      response.end(chunk({ content: long }) + chunk({}, { finish_reason: 'stop' }) + 'data: [DONE]\n\n')
    })
    const { socket, heard } = await openRaw(rig.port)
    // Slower than the time allowed, and never silent for so long.
    const slow = setInterval(() => (socket.resume(), setImmediate(() => socket.pause())), 100)
    onTestFinished(() => clearInterval(slow))
    socket.pause()
    socket.write(bytesOf('openai-chat', true, 'slow'))
    await new Promise((resolve) => setTimeout(resolve, 5000))
    clearInterval(slow)
    socket.resume()
    await vi.waitFor(() => expect(heard()).toMatch(/\[DONE\]\n\n\r\n0\r\n\r\n$/), patienceMs)
    expect(heard().length).toBeGreaterThan(long.length)
  })
})

describe('a request that is none', () => {
  it('half of one, and the client goes', async () => {
    const rig = await startRig()
    for (const api of apis) {
      for (const length of [20, 150, -1]) {
        const { socket } = await openRaw(rig.port)
        socket.write(bytesOf(api, true, 'half').slice(0, length))
        await new Promise((resolve) => setTimeout(resolve, 20))
        socket.destroy()
      }
    }
    await rig.settled({ half: [] })
    await nextIsFine(rig)
  })

  it('half of one, and nothing follows: the connection is held for a limited time only', async () => {
    const { app } = await startRig()
    expect(app.server.requestTimeout).toBeGreaterThan(0)
    expect(app.server.headersTimeout).toBeGreaterThan(0)
  })

  it.each([
    ['what is no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n\r\n', 400],
    ['headers of 1 MB', `POST /v1/messages HTTP/1.1\r\nhost: localhost\r\nx-long: ${'x'.repeat(1_000_000)}\r\n\r\n`, 431],
    ['two lengths', 'POST /v1/messages HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n', 400],
    ['two framings', 'POST /v1/messages HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n', 400],
    ['no host', 'GET /v1/models HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
    ['two hosts', 'GET /v1/models HTTP/1.1\r\nhost: localhost\r\nhost: other\r\nconnection: close\r\n\r\n', 400],
    ['a tunnel', 'CONNECT 10.0.0.1:80 HTTP/1.1\r\nhost: localhost\r\n\r\n', 405],
    ['half of a handshake', `GET /v1/generate HTTP/1.1\r\nhost: localhost\r\n${upgrade}sec-websocket-version: 13\r\n\r\n`, 400],
  ])('%s: is told so, and the connection closed', async (_, bytes, status) => {
    const rig = await startRig()
    const { socket, heard, closed } = await openRaw(rig.port)
    socket.write(bytes)
    await closed
    expect(heard()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    const body = JSON.parse(heard().split('\r\n\r\n')[1]!) as { error: { message: string; type: string } }
    expect(body.error).toMatchObject({ type: 'invalid_request_error', message: expect.stringMatching(/\.$/) as string })
    await nextIsFine(rig)
  })

  it.each([
    ['an unknown expectation', 'GET /healthz HTTP/1.1\r\nhost: localhost\r\nexpect: speed\r\nconnection: close\r\n\r\n'],
    ['no host, in HTTP/1.0', 'GET /healthz HTTP/1.0\r\n\r\n'],
    ['an upgrade where there is none', `GET /healthz HTTP/1.1\r\nhost: localhost\r\n${upgrade}sec-websocket-version: 13\r\n\r\n`],
  ])('%s: is ignored', async (_, bytes) => {
    const rig = await startRig()
    const { socket, heard } = await openRaw(rig.port)
    socket.write(bytes)
    await vi.waitFor(() => expect(heard()).toMatch(/^HTTP\/1\.1 200 .*"ok"\}$/s), patienceMs)
  })

  it('garbage behind a good one is not answered in its place', async () => {
    const rig = await startRig()
    rig.upstream.behave(silent)
    const { socket, heard, closed } = await openRaw(rig.port)
    socket.write(bytesOf('openai-chat', true, 'good'))
    await busy(rig, 1)
    socket.write('\u0001\u0002garbage\r\n\r\n')
    await closed
    expect(heard()).toBe('')
  })

  it('garbage behind a good one does not get into its answer', async () => {
    const rig = await startRig()
    rig.upstream.behave(begun)
    const { socket, heard, closed } = await openRaw(rig.port)
    socket.write(bytesOf('openai-chat', true, 'good'))
    await vi.waitFor(() => expect(heard()).toContain('Hm.'), patienceMs)
    socket.write('\u0001\u0002garbage\r\n\r\n')
    await closed
    expect(heard().match(/HTTP\/1\.1/g)).toHaveLength(1)
    await rig.settled({ good: ['aborted'] })
  })

  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  const withBody = (api: Api, fields: string): string => JSON.stringify(requestOf(api, true)).replace('{', `{${fields},`)

  it.each(apis)('%s: refused in its own shape', async (api) => {
    const rig = await startRig()
    const rows: [string, string | Buffer, number, RegExp][] = [
      ['nested deeply', withBody(api, `"metadata":{"deep":${deep}}`), 400, /nests deeper than 200/],
      ['nested deeply and never closed', `{"model":"m","messages":${'[{"a":'.repeat(100_000)}`, 400, /nests deeper than 200/],
      ['no UTF-8', Buffer.from(withBody(api, '"user":"Gr\u00fc\u00dfe"'), 'latin1'), 400, /not UTF-8/],
      ['cut inside of a character', Buffer.from(withBody(api, '"user":"ü"')).subarray(0, 10), 400, /not UTF-8/],
      ['half of JSON', withBody(api, '"user":"x"').slice(0, 50), 400, /not JSON \(|The body is empty/],
      ['nothing', '', 400, /not JSON \(|The body is empty/],
    ]
    for (const [what, body, status, message] of rows) {
      const reply = await post(rig.port, pathOf(api), body)
      expect(reply.status, what).toBe(status)
      const { error } = understand(api, false, reply.text)
      expect(error, what).toMatchObject({ type: 'invalid_request_error', message: expect.stringMatching(message) as string })
    }
    // Brackets in text are text.
    const reply = await rig.ask(api, false, 'text', { metadata: { text: '[{'.repeat(1000) + '\\"' } })
    expect(understand(api, false, reply.text)).toMatchObject({ answer: 'Fine.', complete: true })
    await nextIsFine(rig)
  })

  it.each([
    ['that says so', true],
    ['in chunks', false],
  ])('100 MB %s: refused, and no more of it is kept than is allowed', async (_, says) => {
    const rig = await startRig()
    for (const api of apis) {
      const { socket, heard, closed } = await openRaw(rig.port)
      const size = 100_000_000
      socket.write(`POST ${pathOf(api)} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`)
      socket.write(says ? `content-length: ${size}\r\n\r\n` : 'transfer-encoding: chunked\r\n\r\n')
      const piece = Buffer.alloc(1_000_000, 'x')
      for (let sent = 0; sent < size && !socket.destroyed; sent += piece.length) {
        if (!says) socket.write(`${piece.length.toString(16)}\r\n`)
        if (!socket.write(piece)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
        if (!says) socket.write('\r\n')
      }
      if (!says) socket.write('0\r\n\r\n')
      await vi.waitFor(() => expect(heard()).toContain('larger than 33554432 bytes'), patienceMs)
      expect(heard()).toMatch(/^HTTP\/1\.1 413 /)
      expect(understand(api, false, heard().slice(heard().indexOf('\r\n\r\n') + 4)).error?.message).toContain('--body-limit')
      socket.destroy()
    }
    await rig.settled({})
    await nextIsFine(rig)
  })
})
