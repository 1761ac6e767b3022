import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { setImmediate as immediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { collectBody } from '../../../src/listen/bodies/body-collector.ts'
import { question, startGateway } from '../../support/gateway.ts'
import { openRaw } from '../../support/raw-client.ts'
import { completion, startUpstream } from '../../support/upstream.ts'

const body = JSON.stringify({ model: 'm', messages: question })

/** @param size - Bytes of each chunk. @param count - Number of chunks, the last of which end the body. */
async function sendInChunks(size: number, count: number): Promise<string> {
  const upstream = await startUpstream((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(completion({ content: 'A' })),
  )
  const { port } = await startGateway('--upstream', upstream)
  const { socket, heard } = await openRaw(port)
  const chunks = body.padEnd(size * count).match(new RegExp(`[^]{${size}}`, 'g'))!
  socket.write(
    'POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
  )
  socket.write(`${chunks.map((chunk) => `${size.toString(16)}\r\n${chunk}\r\n`).join('')}0\r\n\r\n`)
  await expect.poll(heard, { timeout: 30_000 }).toMatch(/HTTP\/1\.1 \d+[^]*\}/)
  return heard()
}

it.each([
  ['some', 1, 4096],
  ['more, but larger', 80, 4097],
])('a body may come in %s small chunks', async (_, size, count) => {
  expect(await sendInChunks(size, count)).toContain('HTTP/1.1 200')
})

it('a body in too many small chunks is refused, and its connection closed', async () => {
  const told = await sendInChunks(1, 4097)
  expect(told).toContain('HTTP/1.1 400')
  expect(told).toContain('more than 4096 chunks of fewer than 64 bytes on average')
})

it('takes a part of a large body in each turn of the event loop, and all of it in the end', async () => {
  const piece = Buffer.alloc(65_536, 'x')
  const payload = Object.assign(new Readable({ read() {} }), { headers: {} })
  for (let count = 0; count < 128; count++) payload.push(piece)
  payload.push(null)
  let held = 0
  const place = { hold: (bytes: number) => ((held = bytes), true), isCounted: () => true, leave() {} }
  const collected = new Promise<readonly Buffer[]>((resolve, reject) =>
    collectBody(payload as unknown as IncomingMessage, 16_777_216, place, (error, blocks) =>
      error === null ? resolve(blocks!) : reject(error),
    ),
  )
  await immediate()
  expect(held).toBeLessThan(6_000_000)
  expect(Buffer.concat(await collected)).toEqual(Buffer.alloc(128 * piece.length, 'x'))
})
