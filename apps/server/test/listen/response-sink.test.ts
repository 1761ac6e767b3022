import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { mostAtOnce } from '@reason/gateway/host'
import { expect, it } from 'vitest'
import { createResponseSink } from '../../src/listen/response-sink.ts'

it.each([
  { name: 'a short answer', long: 'short' },
  { name: 'an answer that is still being written in pieces', long: 'piece '.repeat(mostAtOnce) },
])('a gateway that shuts down closes the connection after $name', async ({ long }) => {
  const server = createServer((_, response) => {
    const sink = createResponseSink(response, 10_000)
    const body = sink.stream({}, { pause() {}, resume() {} })
    body.write(long)
    body.end()
    sink.written(true)
  })
  // An idle connection would be closed, too.
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  const answer = await text(socket)
  expect(answer.replaceAll(/\r\n[\da-f]+\r\n/g, '')).toContain(long)
  expect(answer.endsWith('0\r\n\r\n')).toBe(true)
  server.close()
})
