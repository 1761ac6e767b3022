import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { lingerOnClose } from '../../src/listen/lingering-close.ts'
import { startGateway } from '../support/gateway.ts'

const piece = Buffer.alloc(1_000_000, 'x')

interface Sent {
  heard: string
  error: string | undefined
}

/** Sends a body piece by piece, and reads only then, as some clients do. */
async function sendAndRead(port: number, length: string, pieces: (Buffer | string)[]): Promise<Sent> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  const sent: Sent = { heard: '', error: undefined }
  socket.on('error', (error: NodeJS.ErrnoException) => (sent.error = error.code))
  socket.pause()
  await once(socket, 'connect')
  socket.write(`POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${length}\r\n\r\n`)
  for (const one of pieces) {
    if (socket.destroyed) break
    await write(socket, one)
  }
  socket.on('data', (bytes: Buffer) => (sent.heard += bytes.toString('latin1')))
  socket.on('end', () => socket.end())
  socket.resume()
  if (!socket.closed) await once(socket, 'close')
  return sent
}

/** Resolves when the bytes are sent, or have failed. */
const write = (socket: Socket, bytes: Buffer | string): Promise<unknown> => new Promise((resolve) => void socket.write(bytes, resolve))

const chunk = [`${piece.length.toString(16)}\r\n`, piece, '\r\n']

it.each([
  ['announced', `content-length: ${60 * piece.length}`, Array.from({ length: 60 }, () => piece)],
  ['chunked', 'transfer-encoding: chunked', [...Array.from({ length: 60 }, () => chunk).flat(), '0\r\n\r\n']],
])('a client that reads after it has sent its %s body gets the refusal', async (_, length, pieces) => {
  const { url } = await startGateway()
  const { heard, error } = await sendAndRead(Number(new URL(url).port), length, pieces)
  expect(error).toBeUndefined()
  expect(heard).toMatch(/^HTTP\/1\.1 413 [^]*larger than 33554432 bytes/)
})

it('a client that never stops sending is disconnected', async () => {
  const server = createServer((request, response) => {
    lingerOnClose(request, 200)
    response.writeHead(413, { connection: 'close' }).end('no')
  })
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {})
  let heard = ''
  socket.on('data', (bytes: Buffer) => (heard += bytes.toString('latin1')))
  socket.write('POST / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n')
  // Single small chunks would be written without a turn of the event loop until the system holds no more.
  const chunks = '1\r\nx\r\n'.repeat(10_000)
  while (!socket.destroyed) await write(socket, chunks)
  expect(heard).toMatch(/^HTTP\/1\.1 413 /)
})
