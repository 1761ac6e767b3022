import { readFileSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeCertificate } from './support/certificate.ts'
import { question, startGateway } from './support/gateway.ts'
import { eventsOf, textOf } from './support/sse.ts'
import { chunk, completion, done, sendStream, startTcpUpstream, startUpstream } from './support/upstream.ts'

const fixture = (name: string): Buffer => readFileSync(new URL(`fixtures/${name}`, import.meta.url))

interface Answer {
  status: number
  error: { message: string; type: string; code: unknown; param: unknown }
  headers: Headers
}

/** Asks through a gateway in front of `address` and expects an HTTP error. */
async function askForError(address: string, stream: boolean, ...flags: string[]): Promise<Answer> {
  const { chat } = await startGateway('--upstream', address, ...flags)
  const response = await chat({ model: 'qwen3', messages: question, stream })
  const { error } = (await response.json()) as { error: Answer['error'] }
  return { status: response.status, error, headers: response.headers }
}

const answering = (status: number, contentType: string, body: string | Buffer, headers = {}): Promise<string> =>
  startUpstream((_, response) => response.writeHead(status, { 'content-type': contentType, ...headers }).end(body))

async function startTlsUpstream(): Promise<string> {
  const server = createTlsServer(await makeCertificate('IP:127.0.0.1'))
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

const both = [['streamed', true] as const, ['whole', false] as const]

describe.each(both)('an upstream that refuses a %s request', (_, stream) => {
  it.each([
    [
      "OpenAI's shape",
      '{"error":{"message":"No such key.","type":"invalid_request_error","param":"key","code":"invalid_api_key"}}',
      { message: 'No such key.', type: 'invalid_request_error', param: 'key', code: 'invalid_api_key' },
    ],
    [
      "llama-server's",
      '{"error":{"code":400,"message":"Too long.","type":"exceed_context_size_error","n_ctx":512}}',
      { message: 'Too long.', type: 'exceed_context_size_error', code: 400, param: null, n_ctx: 512 },
    ],
    ["Ollama's", '{"error":"model not found"}', { message: 'model not found' }],
    ["a framework's", '{"detail":"Not Found"}', { message: 'Not Found' }],
    [
      "vLLM's older one",
      '{"object":"error","message":"Bad.","type":"BadRequestError","code":400}',
      { message: 'Bad.', type: 'BadRequestError', code: 400 },
    ],
  ])('keeps its status and words: %s', async (_name, body, expected) => {
    const { status, error } = await askForError(await answering(418, 'application/json', body), stream)
    expect(status).toBe(418)
    expect(error).toMatchObject(expected)
  })

  it('says what came when there are no words', async () => {
    const address = await answering(503, 'text/html', '<html>Bad Gateway</html>')
    const { status, error } = await askForError(address, stream)
    expect(status).toBe(503)
    expect(error.message).toBe(`The upstream ${address} answered with HTTP 503.`)
    const silent = await answering(503, 'application/json', '')
    expect((await askForError(silent, stream)).error.message).toBe(`The upstream ${silent} answered with HTTP 503.`)
    expect((await askForError(await answering(404, 'text/plain', 'no route'), stream)).error.message).toMatch(
      /HTTP 404: no route\. Check the path/,
    )
  })

  it('passes on when to try again', async () => {
    const { headers } = await askForError(
      await answering(429, 'application/json', '{"error":{"message":"Slow down."}}', { 'retry-after': '7' }),
      stream,
    )
    expect(headers.get('retry-after')).toBe('7')
  })

  it('does not follow where it is sent', async () => {
    const { status, error } = await askForError(await answering(307, 'text/plain', '', { location: 'http://127.0.0.1:1/v1' }), stream)
    expect(status).toBe(502)
    expect(error.message).toMatch(/redirection.*HTTP 307.*http:\/\/127\.0\.0\.1:1\/v1/)
  })

  it('gives an HTTP error for an error that comes first in a 200', async () => {
    const body = '{"error":{"code":400,"message":"Too long.","type":"exceed_context_size_error"}}'
    const whole = await askForError(await answering(200, 'application/json', body), stream)
    const event = await askForError(await answering(200, 'text/event-stream', `data: ${body}\n\n${done}`), stream)
    for (const { status, error } of [whole, event]) {
      expect(status).toBe(400)
      expect(error).toMatchObject({ message: 'Too long.', type: 'exceed_context_size_error', code: 400 })
    }
    expect((await askForError(await answering(200, 'application/json', '{"error":"broken"}'), stream)).status).toBe(502)
  })

  it("reads the error field of older llama-servers' streams", async () => {
    const { status, error } = await askForError(
      await answering(200, 'text/event-stream', fixture('b6240-qwen3-error-context-stream.sse')),
      stream,
    )
    expect(status).toBe(400)
    expect(error.message).toMatch(/exceeds the available context size/)
  })

  it.each([
    ['a page', 'text/html', '<html>Welcome</html>', /no chat completion.*address of the upstream/],
    ['another document', 'application/json', '{"hello":"world"}', /no chat completion/],
    ['half a document', 'application/json', completion({ content: 'Hi' }).slice(0, 80), /no chat completion/],
    ['nothing', 'application/json', '', /empty or was cut/],
    ['a stream of nothing', 'text/event-stream', '', /empty or was cut/],
    ['a stream of garbage', 'text/event-stream', 'data: {"choices":[{"ind\n\ndata: <html>\n\n', /no chat completion/],
  ])('never takes %s for an empty success', async (_name, contentType, body, message) => {
    const { status, error } = await askForError(await answering(200, contentType, body), stream)
    expect(status).toBe(502)
    expect(error).toMatchObject({ type: 'upstream_error', code: 'upstream_unusable' })
    expect(error.message).toMatch(message)
  })

  it('says that an answer is compressed', async () => {
    const address = await answering(200, 'application/json', gzipSync(completion({ content: 'Hi' })), { 'content-encoding': 'gzip' })
    const { status, error } = await askForError(address, stream)
    expect(status).toBe(502)
    expect(error.message).toContain('compressed (gzip)')
  })
})

describe.each(both)('an upstream that cannot be asked (%s)', (_, stream) => {
  it('is named, with what to check', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    await new Promise((resolve) => server.close(resolve))
    const { status, error } = await askForError(address, stream)
    expect(status).toBe(502)
    expect(error).toMatchObject({ type: 'upstream_error', code: 'upstream_unreachable' })
    expect(error.message).toBe(`No server listens at the upstream ${address}. Check that it runs, and that its address has the right port.`)
  })

  it('or has no such host', async () => {
    const { status, error } = await askForError('http://nowhere.invalid/v1', stream)
    expect(status).toBe(502)
    expect(error.message).toContain('nowhere.invalid')
  })

  it('or does not speak HTTP', async () => {
    const address = await startTcpUpstream((socket) => socket.on('data', () => socket.end('SSH-2.0-OpenSSH\r\n')))
    const { status, error } = await askForError(address, stream)
    expect(status).toBe(502)
    expect(error.message).toContain(address)
  })

  it('or sends interim responses without end', async () => {
    const interim = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'
    const told = (count: number): Promise<string> =>
      startTcpUpstream((socket) => void socket.end(`${interim.repeat(count)}HTTP/1.1 418 T\r\ncontent-length: 0\r\n\r\n`))
    expect((await askForError(await told(1000), stream)).status).toBe(418)
    const { status, error } = await askForError(await told(1001), stream)
    expect(status).toBe(502)
    expect(error.message).toMatch(/more than 1000 interim responses/)
  })

  it('or shows a certificate that no trusted authority has signed', async () => {
    const { status, error } = await askForError(await startTlsUpstream(), stream)
    expect({ status, code: error.code }).toEqual({ status: 502, code: 'upstream_unreachable' })
    expect(error.message).toMatch(
      /certificate of the upstream https:\S+ is signed by an authority that the gateway does not trust.*\(DEPTH_ZERO_SELF_SIGNED_CERT\).*NODE_EXTRA_CA_CERTS/,
    )
  })

  it('or is asked in TLS, and speaks plain HTTP', async () => {
    const address = (await answering(200, 'text/plain', 'hello')).replace('http:', 'https:')
    const { status, error } = await askForError(address, stream)
    expect({ status, code: error.code }).toEqual({ status: 502, code: 'upstream_unreachable' })
    expect(error.message).toMatch(
      /^TLS with the upstream \S+ fails \(\w+\)\. If it speaks plain HTTP, use http:\/\/ in place of https:\/\/\.$/,
    )
  })

  it('or hangs up', async () => {
    const { status, error } = await askForError(await startTcpUpstream((socket) => socket.on('data', () => socket.destroy())), stream)
    expect(status).toBe(502)
    expect(error.code).toBe('upstream_broken')
  })

  it('or never begins', async () => {
    const { status, error } = await askForError(await startUpstream(() => {}), stream, '--response-timeout', '50')
    expect(status).toBe(504)
    expect(error.message).toContain('within 50 ms')
  })

  it('or falls silent before its first word', async () => {
    const address = await startUpstream((_request, response) => {
      response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' }).flushHeaders()
    })
    const { status, error } = await askForError(address, stream, '--idle-timeout', '50')
    expect(status).toBe(504)
    expect(error.message).toContain('sent nothing for 50 ms')
  })

  it('or sends without end', async () => {
    const address = await startUpstream((_request, response) => {
      response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' })
      response.on('error', () => {})
      const more = (): void => {
        while (!response.destroyed && response.write('{'.repeat(10_000)));
      }
      response.on('drain', more)
      more()
    })
    const { status, error } = await askForError(address, stream, '--answer-limit', '50000')
    expect(status).toBe(502)
    expect(error.message).toContain('more than 50000 bytes')
  })
})

describe('a stream that fails after it began', () => {
  const ask = async (address: string, ...flags: string[]): Promise<string> => {
    const { chat } = await startGateway('--upstream', address, ...flags)
    const response = await chat({ model: 'qwen3', messages: question, stream: true })
    expect(response.status).toBe(200)
    return response.text()
  }

  /** The client's events after a failure: an error, and after it only the end. */
  const failureOf = (body: string): { message: string } => {
    const events = eventsOf(body)
    expect(events.at(-1)).toBe('[DONE]')
    const { error } = JSON.parse(events.at(-2)!) as { error: { message: string } }
    expect(error).toBeDefined()
    expect(body).not.toContain('"finish_reason":"stop"')
    return error
  }

  it('ends with the error that the upstream sent', async () => {
    const body = await ask(await answering(200, 'text/event-stream', fixture('qwen3-error-midstream-stream.sse')))
    expect(textOf(body.replace(/data: \{"error.*\n\n/, ''), 'reasoning_content')).toMatch(/temperature temperature$/)
    expect(failureOf(body)).toMatchObject({
      message: expect.stringContaining('Unexpected empty grammar stack'),
      type: 'server_error',
      code: 500,
    })
  })

  it('says that it was cut, though the connection ended well', async () => {
    const body = await ask(await answering(200, 'text/event-stream', chunk({ content: '<think>Hm.</think>H' })))
    expect(failureOf(body).message).not.toBe('')
    expect(body).toContain('Hm.')
  })

  it('says that the connection broke', async () => {
    const address = await startTcpUpstream((socket) => {
      socket.on('data', () => {
        const event = chunk({ content: 'Hello there' })
        socket.write(
          `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n${event.length.toString(16)}\r\n${event}\r\n`,
        )
        setTimeout(() => socket.destroy(), 20)
      })
    })
    const body = await ask(address, '--adapter', 'plain')
    expect(textOf(body.replace(/data: \{"error.*\n\n/, ''), 'content')).toBe('Hello there')
    expect(failureOf(body).message).toContain('broke the connection')
  })

  it('says that the upstream fell silent, and lets out what was held', async () => {
    const address = await startUpstream((_, response) => {
      sendStream(response)
      response.write(chunk({ content: '<think>Hm.</think>Hello <thi' }))
    })
    const body = await ask(address, '--idle-timeout', '50')
    expect(failureOf(body).message).toContain('sent nothing for 50 ms')
    expect(textOf(body.replace(/data: \{"error.*\n\n/, ''), 'content')).toBe('Hello <thi')
  })

  it('reaches the official client as an exception', async () => {
    const { client } = await startGateway(
      '--upstream',
      await answering(200, 'text/event-stream', fixture('qwen3-error-midstream-stream.sse')),
    )
    const stream = await client.chat.completions.create({ model: 'qwen3', messages: question, stream: true })
    const read = async (): Promise<void> => {
      for await (const _ of stream);
    }
    await expect(read()).rejects.toThrow(/Unexpected empty grammar stack/)
  })

  it('is an HTTP error for a client that asked for a whole answer', async () => {
    const { status, error } = await askForError(
      await answering(200, 'text/event-stream', fixture('qwen3-error-midstream-stream.sse')),
      false,
    )
    expect(status).toBe(500)
    expect(error.message).toContain('Unexpected empty grammar stack')
  })
})
