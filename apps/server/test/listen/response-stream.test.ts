import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { patienceMs } from '@reason/testkit/patience'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { StreamBody } from '@reason/gateway/host'
import { openResponseStream } from '../../src/listen/response-stream.ts'

let connection: Socket | undefined
let answer: (body: StreamBody) => Promise<void> | void
const server = createServer((_, response: ServerResponse) => {
  connection = response.socket ?? undefined
  void answer(openResponseStream(response, {}, { pause() {}, resume() {} }, 10_000))
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => void server.close())

const port = (): number => (server.address() as AddressInfo).port

const text = fc.oneof(
  fc.constantFrom('é', 'ascii', '二', '🎉 ', 'Ã©', '🎉é'.repeat(200_000)),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('write' as const), text }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constantFrom('pass' as const, 'pass with more' as const), text }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constantFrom('flush' as const, 'flush soon' as const, 'wait' as const), text: fc.constant('') }),
  },
)

it('writes text, and bytes that pass, in their order and as what they are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
      answer = async (body) => {
        for (const { does, text: said } of steps) {
          if (does === 'write') body.write(said)
          else if (does === 'flush') body.flush()
          else if (does === 'flush soon') body.flushSoon()
          else if (does === 'wait') await setImmediate()
          else body.pass(Buffer.from(said).toString('latin1'), does === 'pass with more')
        }
        body.end()
      }
      const response = await fetch(`http://127.0.0.1:${port()}`)
      expect(await response.text()).toBe(steps.map(({ text: said }) => said).join(''))
    }),
    { numRuns: 100 },
  )
})

it('and to clients that know no chunks', async () => {
  answer = (body) => {
    body.write('é ')
    body.pass(Buffer.from('二 ').toString('latin1'), true)
    body.write('🎉')
    body.end()
  }
  const socket = connect(port(), '127.0.0.1').setEncoding('utf8')
  socket.write('GET / HTTP/1.0\r\n\r\n')
  let read = ''
  socket.on('data', (piece: string) => void (read += piece))
  await once(socket, 'end')
  expect(read.slice(read.indexOf('\r\n\r\n') + 4)).toBe('é 二 🎉')
})

it('writes a long text in pieces, as fast as its client reads', async () => {
  const long = '🎉'.repeat(4_000_000)
  const waiting: number[] = []
  answer = async (body) => {
    body.write(long)
    body.end()
    for (let turn = 0; turn < 20; turn++) {
      await setImmediate()
      waiting.push(connection!.writableLength)
    }
  }
  const response = await fetch(`http://127.0.0.1:${port()}`)
  await vi.waitUntil(() => waiting.length === 20, { timeout: patienceMs })
  expect(Math.max(...waiting)).toBeLessThan(2_000_000)
  expect((await response.text()) === long).toBe(true)
})
