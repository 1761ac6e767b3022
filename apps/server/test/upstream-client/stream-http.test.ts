import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { createStreamClient, type StreamClient } from '../../src/upstream-client/stream-http.ts'
import type { UpstreamFailure } from '@reason/gateway/upstreams'
import { makeCertificate } from '../support/certificate.ts'

const open: (Server | StreamClient)[] = []
afterEach(() => open.splice(0).forEach((one) => void one.close()))

const timeouts = { connectTimeout: 5000, responseTimeout: 5000, idleTimeout: 5000 }

type Answer = (socket: Socket, connection: number) => void | Promise<void>

/** A server that answers its nth request, over whichever connection, by writing to it. */
const serve = (...answers: Answer[]): Promise<URL> => serveWith('http', createServer(), answers)

/** The same, over TLS, with a certificate that is trusted until the test is over. */
async function serveTls(...answers: Answer[]): Promise<URL> {
  const certificate = await makeCertificate('IP:127.0.0.1')
  const trusted = getCACertificates('default')
  onTestFinished(() => setDefaultCACertificates(trusted))
  setDefaultCACertificates([...trusted, certificate.cert])
  return serveWith('https', createTlsServer(certificate), answers)
}

async function serveWith(protocol: 'http' | 'https', server: Server, answers: readonly Answer[]): Promise<URL> {
  let connections = 0
  let requests = 0
  server.on(protocol === 'https' ? 'secureConnection' : 'connection', (socket: Socket) => {
    const connection = connections++
    socket.setNoDelay(true)
    socket.on('error', () => {})
    let asked = ''
    socket.on('data', (bytes) => {
      asked += bytes.toString('latin1')
      if (!asked.endsWith('{}')) return
      asked = ''
      void answers[requests++]?.(socket, connection)
    })
  })
  open.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return new URL(`${protocol}://127.0.0.1:${port}`)
}

interface Heard {
  status: number
  data: string
  error?: string
}

const failure = (error: Error): UpstreamFailure => ({
  status: 502,
  type: 'upstream_error',
  code: (error as NodeJS.ErrnoException).code ?? error.message,
  message: error.message,
})

function client(address: URL, settings: Partial<typeof timeouts> = {}): StreamClient {
  const made = createStreamClient(address, { ...timeouts, ...settings }, failure)
  open.push(made)
  return made
}

/** Events of one request. */
function ask(from: StreamClient, onData?: () => void, body = Buffer.from('{}')): Promise<Heard> {
  return new Promise((resolve) => {
    const heard: Heard = { status: 0, data: '' }
    from.post(
      { path: '/', headers: {}, body },
      {
        onHead: (status) => void (heard.status = status),
        onData(bytes) {
          heard.data += bytes.toString('utf8')
          onData?.()
        },
        onEnd: () => resolve(heard),
        onFailure: ({ code }) => resolve({ ...heard, error: code }),
      },
    )
  })
}

/** Until the other side has read: sockets are looked at between two immediates. */
async function pause(): Promise<void> {
  await setImmediate()
  await setImmediate()
}

const writing =
  (...pieces: string[]) =>
  async (socket: Socket): Promise<void> => {
    for (const piece of pieces) {
      socket.write(piece, 'latin1')
      await pause()
    }
  }

const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'
const chunk = (data: string): string => `${data.length.toString(16)}\r\n${data}\r\n`
const last = '0\r\n\r\n'

/** Places where a read may end unexpectedly. */
const cutsOf = (bytes: string): number[] => [
  0,
  1,
  bytes.indexOf('\r\n\r\n') + 2,
  bytes.indexOf('one'),
  bytes.indexOf('two') - 4,
  bytes.indexOf('two'),
  bytes.length - 3,
]

describe('a stream', () => {
  const body = `${chunk('data: one\n\n')}${chunk('data: two\n\n')}${chunk('data: three\n\n')}`
  const data = 'data: one\n\ndata: two\n\ndata: three\n\n'
  const spellings: Record<string, string> = {
    'is chunked as usual': head + body + last,
    'has chunk extensions from the second on': `${head}${chunk('data: one\n\n')}b;x=1\r\ndata: two\n\n\r\n${chunk('data: three\n\n')}${last}`,
    'ends with a trailer': `${head}${body}0\r\nx-trailer: 1\r\n\r\n`,
    'comes behind an informational head': `HTTP/1.1 102 Processing\r\n\r\n${head}${body}${last}`,
    'has a length': `HTTP/1.1 200 OK\r\ncontent-length: ${data.length}\r\n\r\n${data}`,
    'says "Chunked" in other letters': `HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n${body}${last}`,
  }
  for (const [name, bytes] of Object.entries(spellings)) {
    test(`that ${name} arrives whole, and its connection is reused, wherever reads end`, async () => {
      const connections: number[] = []
      const cuts = cutsOf(bytes)
      const answers = cuts.map((cut) => (socket: Socket, connection: number) => {
        connections.push(connection)
        return writing(bytes.slice(0, cut), bytes.slice(cut))(socket)
      })
      const from = client(await serve(...answers, (socket) => writing(...bytes)(socket)))
      for (const cut of [...cuts, 'every byte']) {
        expect(await ask(from), `cut at ${cut}`).toEqual({ status: 200, data })
        // Node gives a connection back a little later.
        await pause()
        await pause()
      }
      expect(new Set(connections)).toEqual(new Set([0]))
    })
  }

  test('over TLS arrives whole, and its connection is reused, wherever reads end', async () => {
    const connections: number[] = []
    const bytes = head + body + last
    const cuts = cutsOf(bytes)
    const answers = [...cuts.map((cut) => writing(bytes.slice(0, cut), bytes.slice(cut))), writing(...bytes)]
    const from = client(
      await serveTls(
        ...answers.map((answer) => (socket: Socket, connection: number) => {
          connections.push(connection)
          return answer(socket)
        }),
      ),
    )
    for (const cut of [...cuts, 'every byte']) {
      expect(await ask(from), `cut at ${cut}`).toEqual({ status: 200, data })
      await pause()
      await pause()
    }
    expect(new Set(connections)).toEqual(new Set([0]))
  })

  test('that is complete in one read arrives with its head', async () => {
    const from = client(await serve((socket) => void socket.write(head + body + last)))
    expect(await ask(from)).toEqual({ status: 200, data })
  })

  test('of HTTP/1.0 ends with its connection', async () => {
    const from = client(await serve((socket) => void socket.end(`HTTP/1.0 200 OK\r\n\r\n${data}`)))
    expect(await ask(from)).toEqual({ status: 200, data })
  })

  test('of several chunks is reported once for each read', async () => {
    const from = client(await serve((socket) => writing(head, chunk('a') + chunk('b'), chunk('c'), last)(socket)))
    let reads = 0
    expect(await ask(from, () => reads++)).toEqual({ status: 200, data: 'abc' })
    expect(reads).toBeLessThanOrEqual(2)
  })
})

describe('a complete answer', () => {
  test.each([false, true])('is heard no more, and its connection is reused (client behind: %s)', async (isBehind) => {
    const connections: number[] = []
    const answer = (socket: Socket, connection: number): Promise<void> => {
      connections.push(connection)
      return writing(head + chunk('one'), chunk('two'), last)(socket)
    }
    const from = client(await serve(answer, answer))
    const heard: string[] = []
    const call = from.post(
      { path: '/', headers: {}, body: Buffer.from('{}') },
      {
        onHead: () => {},
        onData(bytes) {
          heard.push(bytes.toString('utf8'))
          if (isBehind) call.pause()
          call.abort('complete')
        },
        onEnd: () => void heard.push('end'),
        onFailure: ({ message }) => void heard.push(message),
      },
    )
    while (connections.length === 0 || heard.length === 0) await pause()
    for (let turn = 0; turn < 10; turn++) await pause()
    expect(heard).toEqual(['one'])
    expect(await ask(from)).toEqual({ status: 200, data: 'onetwo' })
    expect(connections).toEqual([0, 0])
  })
})

describe('faults of a server', () => {
  test.each([
    ['is cut inside a chunk', `${head}5\r\nab`, 'ECONNRESET', 'ab'],
    ['is cut between two chunks', `${head}${chunk('ab')}`, 'ECONNRESET', 'ab'],
    ['is cut before its last line end', `${head}${chunk('ab')}0\r\n`, 'ECONNRESET', 'ab'],
    ['has no size where one should be', `${head}${chunk('ab')}hello\r\n`, 'HPE_INVALID_CHUNK_SIZE', 'ab'],
    ['has a chunk that is longer than its size', `${head}2\r\nabc\r\n`, 'HPE_STRICT', 'ab'],
    ['is no HTTP', 'SSH-2.0-OpenSSH\r\n\r\n', 'HPE_INVALID_CONSTANT', ''],
  ])('an answer that %s', async (_, bytes, error, data) => {
    const from = client(await serve((socket) => void socket.end(bytes)))
    expect(await ask(from)).toMatchObject({ data, error })
  })

  test('text that looks like an end of chunks is no end if a read ends inside the head', async () => {
    const text = 'data: x\r\n\r\n0\r\n\r\n'
    const bytes = head + chunk(text) + chunk('more') + last
    const cuts = [1, 2, 3].map((left) => head.length - left)
    const from = client(await serve(...cuts.map((cut) => writing(bytes.slice(0, cut), bytes.slice(cut)))))
    for (const cut of cuts) expect(await ask(from), `cut at ${cut}`).toEqual({ status: 200, data: `${text}more` })
  })

  test('an answer before its request was read closes the connection', async () => {
    const asked = Buffer.alloc(40_000_000, 'x')
    const { promise, resolve } = Promise.withResolvers<Socket>()
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        socket.pause()
        socket.write(head.replace('200 OK', '413 Too Large') + chunk('no') + last)
        resolve(socket)
      })
    })
    open.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const from = client(new URL(`http://127.0.0.1:${(server.address() as { port: number }).port}`))
    expect(await ask(from, undefined, asked)).toEqual({ status: 413, data: 'no' })
    const socket = await promise
    let read = 0
    socket.on('data', (bytes) => void (read += bytes.length)).resume()
    await once(socket, 'close')
    expect(read).toBeLessThan(asked.length / 2)
  })

  test('bytes after the end are not taken for the next answer', async () => {
    const used: number[] = []
    const answer = (text: string) => (socket: Socket, connection: number) => {
      used.push(connection)
      socket.write(text)
    }
    const good = head + chunk('good') + last
    const from = client(await serve(answer(head + chunk('first') + last + head + chunk('forged') + last), answer(good)))
    expect(await ask(from)).toEqual({ status: 200, data: 'first' })
    expect(await ask(from)).toEqual({ status: 200, data: 'good' })
    expect(used).toEqual([0, 1])
  })

  test('bytes after the end of an answer without a body are ignored', async () => {
    const used: number[] = []
    const answer = (text: string) => (socket: Socket, connection: number) => {
      used.push(connection)
      socket.write(text)
    }
    const empty = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'
    const from = client(await serve(answer(`${empty}no HTTP`), answer(head + chunk('good') + last)))
    expect(await ask(from)).toEqual({ status: 200, data: '' })
    expect(await ask(from)).toEqual({ status: 200, data: 'good' })
    expect(used).toEqual([0, 1])
  })

  test('bytes on an idle connection are not taken for the next answer', async () => {
    const used: number[] = []
    let first: Socket | undefined
    const from = client(
      await serve(
        (socket, connection) => {
          used.push(connection)
          first = socket
          socket.write(head + chunk('first') + last)
        },
        (socket, connection) => {
          used.push(connection)
          socket.write(head + chunk('good') + last)
        },
      ),
    )
    expect(await ask(from)).toEqual({ status: 200, data: 'first' })
    await pause()
    const closed = once(first!, 'close')
    first!.write(head + chunk('forged') + last)
    await closed
    expect(await ask(from)).toEqual({ status: 200, data: 'good' })
    expect(used).toEqual([0, 1])
  })

  test('a silent server causes a timeout', async () => {
    const never = client(await serve(() => {}), { responseTimeout: 50 })
    expect(await ask(never)).toMatchObject({ error: 'FIRST_BYTE_TIMEOUT' })
    const inside = client(await serve((socket) => void socket.write(head + chunk('a'))), { idleTimeout: 50 })
    expect(await ask(inside)).toMatchObject({ data: 'a', error: 'IDLE_TIMEOUT' })
  })

  test('a server that accepts a connection and sends nothing causes a timeout', async () => {
    const address = await serve()
    const secure = new URL(`https://${address.host}`)
    expect(await ask(client(secure, { connectTimeout: 50 }))).toMatchObject({ error: 'CONNECT_TIMEOUT' })
  })

  test('an address without a listener refuses the connection', async () => {
    const address = await serve()
    open.splice(0).forEach((one) => void one.close())
    expect(await ask(client(address))).toMatchObject({ error: 'ECONNREFUSED' })
  })
})

describe('an exchange', () => {
  test('that is paused reads nothing, has no idle timeout, and resumes', async () => {
    const piece = 'x'.repeat(65_536)
    let sent = 0
    const address = await serve(async (socket) => {
      socket.write(head)
      for (; sent < 400; sent++) if (!socket.write(chunk(piece))) await once(socket, 'drain')
      socket.write(last)
    })
    const from = client(address, { idleTimeout: 700 })
    let length = 0
    let reads = 0
    await new Promise<void>((resolve, reject) => {
      const exchange = from.post(
        { path: '/', headers: {}, body: Buffer.from('{}') },
        {
          onHead() {},
          onData(bytes) {
            length += bytes.length
            if (++reads !== 3) return
            exchange.pause()
            const before = reads
            setTimeout(() => {
              expect(reads).toBe(before)
              expect(sent).toBeLessThan(400)
              exchange.resume()
            }, 1000)
          },
          onEnd: resolve,
          onFailure: reject,
        },
      )
    })
    expect(length).toBe(400 * piece.length)
  })

  test.each([
    ['is chunked', (text: string) => head + chunk(text) + last],
    ['has a length', (text: string) => `HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${text}`],
  ])('that is paused at its end leaves a usable connection if it %s', async (_, spell) => {
    const used: number[] = []
    const answer = (text: string) => (socket: Socket, connection: number) => {
      used.push(connection)
      socket.write(spell(text))
    }
    const from = client(await serve(answer('first'), answer('second')))
    await new Promise<void>((resolve, reject) => {
      const exchange = from.post(
        { path: '/', headers: {}, body: Buffer.from('{}') },
        { onHead() {}, onData: () => exchange.pause(), onEnd: resolve, onFailure: ({ message }) => reject(new Error(message)) },
      )
    })
    await pause()
    await pause()
    expect(await ask(from)).toEqual({ status: 200, data: 'second' })
    expect(used).toEqual([0, 0])
  })

  test('that is aborted closes its connection, and reports nothing more', async () => {
    let closed: Promise<unknown> | undefined
    const from = client(
      await serve((socket) => {
        closed = once(socket, 'close')
        socket.write(head + chunk('a'))
      }),
    )
    const heard: string[] = []
    await new Promise<void>((resolve) => {
      const exchange = from.post(
        { path: '/', headers: {}, body: Buffer.from('{}') },
        {
          onHead: () => void heard.push('head'),
          onData() {
            heard.push('data')
            exchange.abort()
            resolve()
          },
          onEnd: () => void heard.push('end'),
          onFailure: () => void heard.push('error'),
        },
      )
    })
    await closed
    expect(heard).toEqual(['head', 'data'])
  })
})
