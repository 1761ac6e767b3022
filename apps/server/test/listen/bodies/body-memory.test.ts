import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { createBodyRoom } from '../../../src/listen/bodies/body-memory.ts'
import { question, startGateway } from '../../support/gateway.ts'
import { completion, startUpstream } from '../../support/upstream.ts'

const limit = 1_100_000
const ofLength = (length: number): string => 'x'.repeat(length - 200)
const large = JSON.stringify({ model: 'm', messages: [...question, { role: 'user', content: ofLength(limit) }] })

it('large requests share a room, which is free again when their answers end', async () => {
  const waiting: ServerResponse[] = []
  let holds = true
  const upstream = await startUpstream((request, response) => {
    request.resume().on('end', () => (holds ? void waiting.push(response) : answer(response)))
  })
  const { chat } = await startGateway('--upstream', upstream, '--body-limit', String(limit))
  const held = Array.from({ length: 8 }, () => chat(large))
  await expect.poll(() => waiting.length, { timeout: 30_000 }).toBe(8)
  const refused = await chat(large)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await refused.json()).toMatchObject({ error: { code: 'no_room', type: 'server_error' } })

  holds = false
  // Ordinary requests find room in any case.
  expect((await chat({ model: 'm', messages: question })).status).toBe(200)
  waiting.forEach(answer)
  for (const one of held) expect((await one).status).toBe(200)
  await expect.poll(async () => (await chat(large)).status, { timeout: 30_000 }).toBe(200)
})

it('messages of WebSockets that have not ended share the room', async () => {
  const upstream = await startUpstream((_, response) => answer(response))
  const { url, chat } = await startGateway('--upstream', upstream, '--body-limit', String(limit))
  const open = async (): Promise<WebSocket> => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/generate`)
    await once(socket, 'open')
    socket.send(large.slice(0, limit - 1000), { fin: false })
    return socket
  }
  const sockets = await Promise.all(Array.from({ length: 8 }, open))
  const asked = async (): Promise<number> => {
    // A large request may have taken the room of a connection whose bytes were still on their way. The gateway closes that connection.
    for (const [index, { readyState }] of sockets.entries()) if (readyState !== WebSocket.OPEN) sockets[index] = await open()
    return (await chat(large)).status
  }
  await expect.poll(asked, { timeout: 30_000 }).toBe(503)
  await once(await open(), 'close')
  expect(sockets.map(({ readyState }) => readyState)).toEqual(sockets.map(() => WebSocket.OPEN))
  for (const socket of sockets) socket.terminate()
  await expect.poll(async () => (await chat(large)).status, { timeout: 30_000 }).toBe(200)
})

it('messages of WebSockets that have ended leave the room', async () => {
  const upstream = await startUpstream((_, response) => answer(response))
  const { url, chat } = await startGateway('--upstream', upstream, '--body-limit', String(limit))
  for (let open = 0; open < 12; open++) {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/generate`)
    onTestFinished(() => socket.terminate())
    await once(socket, 'open')
    socket.send(JSON.stringify({ unknown: ofLength(limit - 1000) }))
    await once(socket, 'message')
  }
  expect((await chat(large)).status).toBe(200)
})

it('ordinary requests have a room of their own', () => {
  const megabyte = 1_048_576
  const room = createBodyRoom(0)
  const places = Array.from({ length: 512 }, () => room.open())
  expect(places.map((place) => place.hold(megabyte))).toEqual(places.map(() => true))
  const another = room.open()
  expect(another.hold(65_536)).toBe(true)
  expect(another.hold(65_537)).toBe(false)
  // A request that grows leaves this room for that of large ones, if there is room.
  expect(places[0]!.hold(megabyte + 1)).toBe(false)
  expect(another.hold(65_537)).toBe(false)
  places[0]!.leave()
  expect(another.hold(65_537)).toBe(true)
})

it('a request that grows into the room of large ones brings nothing along', () => {
  const megabyte = 1_048_576
  const room = createBodyRoom(2 * megabyte)
  const [large, growing] = [room.open(), room.open()]
  expect([large.hold(1.5 * megabyte), growing.hold(megabyte), growing.hold(1.2 * megabyte)]).toEqual([true, true, false])
  large.leave()
  expect(growing.hold(1.2 * megabyte)).toBe(true)
})

it('a request that shrinks finds room in any case', () => {
  const megabyte = 1_048_576
  const room = createBodyRoom(2 * megabyte)
  const shrinking = room.open()
  expect(shrinking.hold(2 * megabyte)).toBe(true)
  for (let place = 0; place < 512; place++) room.open().hold(megabyte)
  expect([room.open().hold(megabyte), shrinking.hold(megabyte)]).toEqual([false, true])
})

function answer(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(completion({ content: 'A' }))
}
