import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findNginx, type Nginx } from '@reason/testkit/servers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { placed, startFront } from '../src/front.ts'

const nginx = findNginx() ?? null

describe.each([
  { kind: 'nginx', program: nginx, skip: nginx === null },
  { kind: 'a balancer of connections', program: null, skip: false },
])('$kind before several', ({ kind, program, skip }) => {
  const why = skip ? ' (nginx is not installed)' : ''

  it.skipIf(skip)(`asks each in turn, and those that are left where one is gone${why}`, async () => {
    const backends = await Promise.all(['one', 'other'].map((name) => listen(createServer((_, response) => response.end(name)))))
    const front = await start(backends.map(portOf), program)
    expect(front.name).toContain(kind)
    const ask = async () =>
      (await fetch(`http://127.0.0.1:${front.port}/`, { method: 'POST', body: '{}', headers: { connection: 'close' } })).text()
    expect([await ask(), await ask()].toSorted()).toEqual(['one', 'other'])
    backends[0]!.close()
    backends[0]!.closeAllConnections()
    for (let turn = 0; turn < 4; turn++) expect(await ask()).toBe('other')
  })

  it.skipIf(skip)(`says under which name and port it was asked${why}`, async () => {
    const backend = await listen(createServer(({ headers }, response) => response.end(headers.host)))
    const front = await start([portOf(backend)], program)
    expect(await (await fetch(`http://localhost:${front.port}/`)).text()).toBe(`localhost:${front.port}`)
  })

  // A request that reached a model is paid for.
  it.skipIf(skip)(`sends to no other what one of them got that died${why}`, async () => {
    let got = 0
    const backends = await Promise.all(
      ['one', 'other'].map(() =>
        listen(
          createServer((request) => {
            got++
            request.resume().on('end', () => request.socket.destroy())
          }),
        ),
      ),
    )
    const front = await start(backends.map(portOf), program)
    const answer = await fetch(`http://127.0.0.1:${front.port}/`, { method: 'POST', body: '{}' }).catch(() => undefined)
    expect(answer?.status ?? 502).toBe(502)
    expect(got).toBe(1)
  })

  it.skipIf(skip)(`passes on WebSockets${why}`, async () => {
    const backend = createServer((_, response) => response.writeHead(426).end())
    backend.on('upgrade', ({ headers }, socket) => {
      socket.end(
        `HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-accept: ${headers['sec-websocket-key']}\r\n\r\n`,
      )
    })
    const front = await start([portOf(await listen(backend))], program)
    const asked = request(`http://127.0.0.1:${front.port}/v1/generate`, {
      headers: { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', 'sec-websocket-key': 'x' },
    }).end()
    const [{ statusCode, headers }] = (await Promise.race([once(asked, 'upgrade'), once(asked, 'response')])) as [IncomingMessage]
    expect([statusCode, headers['sec-websocket-accept']]).toEqual([101, 'x'])
    asked.destroy()
  })

  it.skipIf(skip)(`passes on a stream while it goes on${why}`, async () => {
    let release: (() => void) | undefined
    const backend = await listen(
      createServer((_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write('data: 1\n\n')
        release = () => response.end('data: 2\n\n')
      }),
    )
    const front = await start([portOf(backend)], program)
    const body = (await fetch(`http://127.0.0.1:${front.port}/`)).body!.pipeThrough(new TextDecoderStream()).getReader()
    expect(await body.read()).toEqual({ done: false, value: 'data: 1\n\n' })
    release!()
    expect(await body.read()).toEqual({ done: false, value: 'data: 2\n\n' })
    expect((await body.read()).done).toBe(true)
  })
})

it.skipIf(nginx === null)(
  `nginx asks the same one for a page, which has signed in there${nginx === null ? ' (nginx is not installed)' : ''}`,
  async () => {
    const backends = await Promise.all(['one', 'other'].map((name) => listen(createServer((_, response) => response.end(name)))))
    const front = await start(backends.map(portOf), nginx)
    const ask = async () => (await fetch(`http://127.0.0.1:${front.port}/api/session`, { headers: { 'x-reason-page': '1' } })).text()
    const first = await ask()
    for (let turn = 0; turn < 4; turn++) expect(await ask()).toBe(first)
  },
)

it('takes the addresses of this machine in place of those of containers, and leaves all else', () => {
  const config =
    'upstream reason {\n  server gateway-1:8787;\n  server gateway-2:8787;\n  keepalive 64;\n}\nupstream pages {\n  server gateway-1:8787;\n  server gateway-2:8787;\n}\nserver {\n  listen 80;\n}\n'
  const three = '  server 127.0.0.1:5001;\n  server 127.0.0.1:5002;\n  server 127.0.0.1:5003;\n'
  expect(placed(config, [5001, 5002, 5003], 9000)).toBe(
    `upstream reason {\n${three}  keepalive 64;\n}\nupstream pages {\n${three}}\nserver {\n  listen 127.0.0.1:9000;\n}\n`,
  )
})

async function start(ports: number[], program: Nginx | null) {
  const front = await startFront(ports, undefined, program)
  onTestFinished(front.stop)
  return front
}

async function listen(server: Server): Promise<Server> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return server
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port
