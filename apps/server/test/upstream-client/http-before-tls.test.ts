import { createServer as createTls } from 'node:tls'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { makeCertificate } from '../support/certificate.ts'
import { question, startGateway } from '../support/gateway.ts'
import { startUpstream } from '../support/upstream.ts'

const said = async (origin: string): Promise<string> => {
  const { chat } = await startGateway('--upstream', origin, '--no-start-probe')
  const response = await chat({ model: 'm', messages: question })
  expect(response.status).toBe(502)
  return response.text()
}

it('an upstream that speaks TLS, asked without it, gets a hint', async () => {
  const server = createTls(await makeCertificate('IP:127.0.0.1')).on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  expect(await said(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`)).toContain(
    'If it speaks TLS, use https:// in place of http://.',
  )
})

it.each([
  ['nginx', 'text/html', '<html><head><title>400 The plain HTTP request was sent to HTTPS port</title></head></html>'],
  ['Go', 'text/plain', 'Client sent an HTTP request to an HTTPS server.\n'],
])('so does one that says it, as %s does', async (_, type, body) => {
  const origin = await startUpstream((request, response) => {
    request.resume().on('end', () => response.writeHead(400, { 'content-type': type }).end(body))
  })
  expect(await said(origin)).toContain('says that it speaks TLS. Use https:// in place of http:// in the address of the upstream.')
})
