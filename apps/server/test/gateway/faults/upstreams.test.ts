import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { chunk, completion, done, sendStream } from '../../support/upstream.ts'
import { apis, understand } from './apis.ts'
import { startRig, well, type Behaviour } from './rig.ts'

/** Says a little, and then something happens. */
const begun: Behaviour = (response, _, stream) => {
  if (stream) {
    sendStream(response)
    response.write(chunk({ reasoning_content: 'Secret plan.' }) + chunk({ content: 'Half an ans' }))
  } else response.setHeader('content-type', 'application/json').write(completion({ content: 'Half an answer.' }).slice(0, 120))
}

interface Fault {
  name: string
  behave: Behaviour
  flags?: string[]
  /** Before anything was said. */
  status?: number
  /** The error of a streaming client: an HTTP error with `status`, or an error event. Default: the same as for a whole answer. */
  streamed?: 'event'
  /** The outcome in the metrics. Two parsers may report it differently. */
  counted: string | { streamed: string; whole: string }
  says: RegExp
}

const raw =
  (head: string, ...pieces: (string | Buffer)[]): Behaviour =>
  (_, socket) => {
    socket.write(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n`)
    for (const piece of pieces) socket.write(piece)
    socket.end()
  }

const endless =
  (piece: string | Buffer): Behaviour =>
  (response) => {
    const more = (): void => {
      while (!response.destroyed && response.write(piece));
    }
    response.on('drain', more)
    more()
  }

const faults: Fault[] = [
  {
    name: 'hangs before the head of its answer',
    behave: () => {},
    flags: ['--response-timeout', '200'],
    status: 504,
    counted: 'timeout',
    says: /within 200 ms/,
  },
  {
    name: 'hangs in the middle',
    behave: begun,
    flags: ['--idle-timeout', '200'],
    status: 504,
    streamed: 'event',
    counted: 'timeout',
    says: /sent nothing for 200 ms/,
  },
  {
    name: 'resets the connection before the head',
    behave: (_, socket) => void socket.resetAndDestroy(),
    status: 502,
    counted: 'network',
    says: /broke the connection/,
  },
  {
    name: 'resets the connection in the middle',
    behave(response, socket, stream) {
      begun(response, socket, stream)
      setTimeout(() => socket.resetAndDestroy(), 30)
    },
    status: 502,
    streamed: 'event',
    counted: 'network',
    says: /broke the connection/,
  },
  {
    name: 'is cut inside a character',
    behave(response, _, stream) {
      const body = Buffer.from(stream ? chunk({ content: 'Half' }) + chunk({ content: 'an ä' }) : completion({ content: 'Half an ä' }))
      response.setHeader('content-type', stream ? 'text/event-stream' : 'application/json')
      response.end(body.subarray(0, body.lastIndexOf('ä') + 1))
    },
    status: 502,
    streamed: 'event',
    counted: 'protocol',
    says: /./,
  },
  {
    name: 'sends garbage as HTTP',
    behave: (_, socket) => void socket.end(Buffer.alloc(4096, 0xff)),
    status: 502,
    counted: 'protocol',
    says: /does not answer in HTTP/,
  },
  {
    name: 'sends garbage in the middle',
    behave(response, socket, stream) {
      begun(response, socket, stream)
      setTimeout(() => socket.end(Buffer.alloc(4096, 0xff)), 30)
    },
    status: 502,
    streamed: 'event',
    counted: 'protocol',
    says: /does not answer in HTTP|broke/,
  },
  {
    name: 'sends garbage as events',
    behave: (response) => void (sendStream(response), response.end('data: \u0000{[}\n\ndata: <html>\n\n: \n\nid\n\n')),
    status: 502,
    counted: 'protocol',
    says: /no chat completion/,
  },
  {
    name: 'sends deep nesting',
    behave(response, _, stream) {
      const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
      if (stream) sendStream(response)
      else response.setHeader('content-type', 'application/json')
      response.end(
        stream
          ? `data: {"choices":[{"index":0,"delta":{"content":${deep}}}]}\n\n`
          : `{"choices":[{"index":0,"message":{"content":${deep}}}]}`,
      )
    },
    status: 502,
    counted: 'protocol',
    says: /./,
  },
  {
    name: 'ends before it begins',
    behave: (response) => void (sendStream(response), response.end(done)),
    status: 502,
    counted: 'protocol',
    says: /empty/,
  },
  {
    name: 'sends a line without end',
    behave(response, socket, stream) {
      sendStream(response)
      endless(`data: ${'x'.repeat(65_536)}`.slice(6))(response, socket, stream)
    },
    flags: ['--answer-limit', '1000000'],
    status: 502,
    counted: 'protocol',
    says: /more than 1000000 bytes/,
  },
  {
    name: 'sends an error without end',
    behave(response, socket, stream) {
      response.writeHead(500, { 'content-type': 'text/plain' })
      endless('x'.repeat(65_536))(response, socket, stream)
    },
    status: 500,
    counted: 'server_error',
    says: /HTTP 500: x{500}/,
  },
  {
    name: 'answers with a page',
    behave: (response) => void response.setHeader('content-type', 'text/html').end('<html>Welcome</html>'),
    status: 502,
    counted: 'protocol',
    says: /no chat completion/,
  },
  {
    name: 'answers 200 with an error',
    behave: (response) =>
      void response.setHeader('content-type', 'application/json').end('{"error":{"message":"Out of memory.","type":"server_error"}}'),
    status: 502,
    counted: 'server_error',
    says: /^Out of memory\.$/,
  },
  {
    name: 'sends elsewhere',
    behave: (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/v1' }).end(),
    status: 502,
    counted: 'other',
    says: /redirection.*HTTP 302/,
  },
  {
    name: 'wants a password for a proxy',
    behave: (response) => void response.writeHead(407, { 'content-type': 'application/json' }).end('{"error":{"message":"No."}}'),
    status: 502,
    counted: 'client_error',
    says: /HTTP 407.*user name and password/,
  },
  {
    name: 'compresses',
    behave: (response) =>
      void response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(gzipSync(completion({ content: 'Hi' }))),
    status: 502,
    counted: 'protocol',
    says: /compressed \(gzip\)/,
  },
  {
    name: 'compresses without a word',
    behave: (response) => void response.setHeader('content-type', 'application/json').end(gzipSync(completion({ content: 'Hi' }))),
    status: 502,
    counted: 'protocol',
    says: /no chat completion/,
  },
  {
    name: 'says a longer length than it sends',
    behave: raw('content-type: application/json\r\ncontent-length: 100000', completion({ content: 'Hi' })),
    status: 502,
    counted: 'network',
    says: /broke the connection/,
  },
  {
    name: 'says two lengths',
    behave: raw('content-type: application/json\r\ncontent-length: 5\r\ncontent-length: 9', '{}'),
    status: 502,
    counted: { streamed: 'protocol', whole: 'network' },
    says: /broke the connection|does not answer in HTTP \(.*Content-Length/,
  },
]

describe('an upstream that', () => {
  it.each(faults)('$name', async ({ behave, flags = [], status, streamed, counted, says }) => {
    const { upstream, ask, settled, asked } = await startRig(...flags)
    upstream.behave(behave)
    const replies = await Promise.all(
      apis.flatMap((api) => [true, false].map(async (stream) => ({ api, stream, ...(await ask(api, stream, `${api}-${stream}`)) }))),
    )
    for (const { api, stream, status: got, text, whole } of replies) {
      const at = `${api}, ${stream ? 'streamed' : 'whole'}: ${text.slice(0, 2000)}`
      const isEvent = stream && streamed === 'event'
      expect(got, at).toBe(isEvent ? 200 : status)
      expect(whole, at).toBe(true)
      const { error, complete } = understand(api, isEvent, text)
      expect(error?.message, at).toMatch(says)
      expect(complete && api !== 'openai-chat', at).toBe(false)
      expect(text).not.toContain('"stop"')
    }
    await settled(Object.fromEntries(apis.flatMap((api) => [true, false].map((stream) => [`${api}-${stream}`, ['error']]))))
    const outcomes = typeof counted === 'string' ? { [counted]: 6 } : { [counted.streamed]: 3, [counted.whole]: 3 }
    expect(await asked()).toEqual(outcomes)

    upstream.behave(well)
    for (const api of apis) {
      const next = await ask(api, true, 'next')
      expect(understand(api, true, next.text)).toEqual({ answer: 'Fine.', reasoning: 'Hm.', complete: true, error: undefined })
    }
    await settled({ next: ['stop', 'stop', 'stop'] })
    expect(await asked()).toEqual({ ...outcomes, ok: 3 + ((outcomes as Record<string, number>).ok ?? 0) })
  })

  it('refuses connections, and takes them again', async () => {
    const { upstream, ask, settled } = await startRig()
    // A connection from before is still in the gateway's hands.
    await ask('openai-chat', true, 'before')
    await upstream.stop()
    for (const api of apis) {
      for (const stream of [true, false]) {
        const { status, text, headers } = await ask(api, stream, `${api}-${stream}`)
        expect([status, headers['content-type']]).toEqual([502, expect.stringContaining('application/json')])
        expect(understand(api, false, text).error?.message).toMatch(/No server listens|broke the connection/)
      }
    }
    await settled(Object.fromEntries(apis.flatMap((api) => [true, false].map((stream) => [`${api}-${stream}`, ['error']]))))
    await upstream.start()
    for (const api of apis)
      expect(understand(api, true, (await ask(api, true, 'next')).text)).toMatchObject({ answer: 'Fine.', complete: true })
    await settled({ before: ['stop'], next: ['stop', 'stop', 'stop'] })
  })
})
