import { EventEmitter, once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect as connectTo, type AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createFloodlessServer, isFlood } from '../../src/listen/pipelining.ts'

/** A connection on which requests come; each response but the first waits for a socket. */
function connect() {
  const socket = { destroyed: false, destroy: () => void (socket.destroyed = true) }
  return {
    socket,
    send(isFirst = false) {
      const response = Object.assign(new EventEmitter(), { socket: isFirst ? socket : null })
      const request = { socket } as unknown as IncomingMessage
      return { isDropped: isFlood(request, response as unknown as ServerResponse), end: () => response.emit('close') }
    },
  }
}

describe('requests that wait on one connection', () => {
  it('are answered, up to a limit that closes it and drops the rest', () => {
    const { socket, send } = connect()
    send(true)
    const dropped = Array.from({ length: 100 }, () => send().isDropped)
    expect(dropped.filter((one) => !one)).toHaveLength(32)
    expect(dropped.indexOf(true)).toBe(32)
    expect(socket.destroyed).toBe(true)
  })

  it('count only until they are answered', () => {
    const { socket, send } = connect()
    for (let index = 0; index < 100; index++) send().end()
    expect(socket.destroyed).toBe(false)
  })

  it('are none where each has its answer before the next', () => {
    const { socket, send } = connect()
    for (let index = 0; index < 100; index++) expect(send(true).isDropped).toBe(false)
    expect(socket.destroyed).toBe(false)
  })
})

it('of a flood do not reach the routes', async () => {
  let routed = 0
  const server = createFloodlessServer({}, () => void routed++).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const socket = connectTo((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(1000))
  await vi.waitUntil(() => routed >= 33)
  socket.destroy()
  expect(routed).toBe(33)
})
