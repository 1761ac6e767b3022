import { createServer, request, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, type AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeCertificate } from '../support/certificate.ts'
import { question, startGateway } from '../support/gateway.ts'
import { chunk, done, sendStream, startUpstream } from '../support/upstream.ts'

const both = [['streamed', true] as const, ['whole', false] as const]

/** A proxy as companies have it: tunnels for TLS, and the rest passed on. */
async function startProxy(status = 200): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const proxy = createServer((incoming, response) => {
    asked.push(`${incoming.method} ${incoming.url}`)
    if (status !== 200) return void response.writeHead(status).end()
    const { pathname, host } = new URL(incoming.url!)
    const [hostname, port] = host.split(':')
    const onward = request({ hostname, port, path: pathname, method: incoming.method!, headers: incoming.headers }, (theirs) => {
      response.writeHead(theirs.statusCode!, theirs.headers)
      theirs.pipe(response)
    })
    incoming.pipe(onward)
  })
  proxy.on('connect', (incoming, socket, head) => {
    asked.push(`CONNECT ${incoming.url} ${incoming.headers['proxy-authorization'] ?? ''}`.trim())
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`)
    const [hostname, port] = incoming.url!.split(':')
    const onward = connect(Number(port), hostname!, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      onward.write(head)
      socket.pipe(onward).pipe(socket)
    })
    for (const one of [socket, onward]) one.on('error', () => [socket, onward].forEach((each) => each.destroy()))
  })
  return { url: await listening(proxy), asked }
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const answers = [chunk({ content: '<think>2+2</think>' }), chunk({ content: '4' }), chunk({}, { finish_reason: 'stop' }), done].join('')

const answer = (response: ServerResponse): void => {
  sendStream(response)
  response.end(answers)
}

async function startTlsUpstream(): Promise<string> {
  const certificate = await makeCertificate('IP:127.0.0.1')
  const trusted = getCACertificates('default')
  onTestFinished(() => setDefaultCACertificates(trusted))
  setDefaultCACertificates([...trusted, certificate.cert])
  const server = createTlsServer(certificate, (incoming, response) => void incoming.resume().on('end', () => answer(response)))
  return (await listening(server)).replace('http:', 'https:')
}

describe.each(both)('an upstream behind a proxy (%s)', (_, stream) => {
  const ask = async (...flags: string[]): Promise<Response> =>
    (await startGateway(...flags)).chat({ model: 'qwen3', messages: question, stream })

  it('is asked in TLS through a tunnel, with the name and the password that the proxy wants', async () => {
    const [upstream, proxy] = [await startTlsUpstream(), await startProxy()]
    const response = await ask('--upstream', upstream, '--upstream-proxy', proxy.url.replace('//', '//joe:s%33cret@'))
    expect(await response.text()).toContain('"content":"4"')
    expect(proxy.asked).toEqual([`CONNECT ${new URL(upstream).host} Basic ${btoa('joe:s3cret')}`])
  })

  it('is asked without TLS and without a tunnel', async () => {
    const upstream = await startUpstream((_request, response) => answer(response))
    const proxy = await startProxy()
    const response = await ask('--upstream', upstream, '--upstream-proxy', proxy.url)
    expect(await response.text()).toContain('"content":"4"')
    expect(proxy.asked).toEqual([`POST ${new URL(upstream).origin}/v1/chat/completions`])
  })

  it.each([
    ['https', 407, /^The proxy \S+ requires a user name and a password on the way to https:\S+\. Set them in its address\.$/],
    ['http', 407, /^The proxy \S+ requires a user name and a password/],
    ['https', 403, /^The proxy \S+ answered with HTTP 403/],
  ])('or not, where the proxy says no: %s, %d', async (scheme, status, message) => {
    const proxy = await startProxy(status)
    const response = await ask('--upstream', `${scheme}://127.0.0.1:9/v1`, '--upstream-proxy', proxy.url)
    expect(response.status).toBe(502)
    expect(((await response.json()) as { error: { message: string } }).error.message).toMatch(message)
  })

  it.each(['https', 'http'])('or not, where there is no proxy: %s', async (scheme) => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const response = await ask('--upstream', `${scheme}://127.0.0.1:9/v1`, '--upstream-proxy', `http://joe:secret@127.0.0.1:${port}`)
    expect(response.status).toBe(502)
    const { error } = (await response.json()) as { error: { message: string } }
    expect(error.message).toBe(`No proxy listens at http://127.0.0.1:${port} on the way to ${scheme}://127.0.0.1:9/v1. Check its address.`)
  })
})
