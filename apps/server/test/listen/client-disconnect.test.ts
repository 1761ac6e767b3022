import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { onGone } from '../../src/listen/client-disconnect.ts'

it('reports a client that left before a listener was set', async () => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n')
  const [, response] = await once(server, 'request')
  client.destroy()
  await once(response, 'close')
  let calls = 0
  onGone(response, () => calls++)
  expect(calls).toBe(1)
})
