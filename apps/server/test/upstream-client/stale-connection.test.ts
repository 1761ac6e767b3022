import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { question, startGateway } from '../support/gateway.ts'
import { chunk, completion, done, startTcpUpstream } from '../support/upstream.ts'

const http = (contentType: string, body: string): string =>
  `HTTP/1.1 200 OK\r\ncontent-type: ${contentType}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
const answers = {
  streamed: http('text/event-stream', chunk({ content: '51.' }) + chunk({}, { finish_reason: 'stop' }) + done),
  whole: http('application/json', completion({ content: '51.' })),
}

/** How a server closes a connection over which a request arrives. */
const closings: Record<string, (socket: Socket) => void> = {
  'ends it': (socket) => socket.end(),
  'resets it': (socket) => socket.resetAndDestroy(),
}

/**
 * A server that answers the first request of a connection, and does `then` at the next one.
 *
 * @returns Its address, and the number of requests that reached it over each connection.
 */
async function startForgetful(answer: string, answered: number, then: (socket: Socket) => unknown): Promise<[string, number[]]> {
  const requests: number[] = []
  const address = await startTcpUpstream((socket) => {
    const connection = requests.push(0) - 1
    let read = ''
    socket.on('data', (bytes) => {
      read += bytes.toString('latin1')
      const [head, body] = read.split('\r\n\r\n')
      // The gateway also asks the server what it is.
      if (head!.startsWith('GET ')) return socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
      if (body === undefined || body.length < Number(/content-length: (\d+)/i.exec(head!)?.[1])) return
      read = ''
      if (requests[connection]!++ < answered) socket.write(answer)
      else then(socket)
    })
  })
  return [address, requests]
}

describe.each(Object.entries(answers))('a %s request', (kind, answer) => {
  const body = { model: 'qwen3', messages: question, stream: kind === 'streamed' }

  it.each(Object.keys(closings))('is sent again if the server %s, a connection that was kept', async (how) => {
    const [address, requests] = await startForgetful(answer, 1, closings[how]!)
    const { chat } = await startGateway('--upstream', address)
    for (const _ of [1, 2]) expect(await (await chat(body)).text()).toContain('51.')
    expect(requests.filter((count) => count > 0)).toEqual([2, 1])
  })

  it('is sent again once', async () => {
    const [address, requests] = await startForgetful(answer, 1, closings['resets it']!)
    const { chat } = await startGateway('--upstream', address)
    // Two connections are kept, and both are stale.
    const first = await Promise.all([chat(body), chat(body)])
    for (const response of first) expect(await response.text()).toContain('51.')
    await chat(body)
    expect(requests.reduce((sum, count) => sum + count, 0)).toBe(4)
  })

  it.each(Object.keys(closings))('is not sent again if the server %s, a new connection', async (how) => {
    const [address, requests] = await startForgetful(answer, 0, closings[how]!)
    const { chat } = await startGateway('--upstream', address)
    const response = await chat(body)
    expect([response.status, await response.json()]).toMatchObject([502, { error: { code: 'upstream_broken' } }])
    expect(requests.filter((count) => count > 0)).toEqual([1])
  })

  it('is not sent again if the server had time to begin its work', async () => {
    const [address, requests] = await startForgetful(answer, 1, async (socket) => {
      await sleep(1200)
      socket.destroy()
    })
    const { chat } = await startGateway('--upstream', address)
    expect(await (await chat(body)).text()).toContain('51.')
    expect((await chat(body)).status).toBe(502)
    expect(requests.filter((count) => count > 0)).toEqual([2])
  })

  it.each(Object.keys(closings))('is not sent again if the server %s, a connection that has brought a part of the answer', async (how) => {
    const [address, requests] = await startForgetful(answer, 1, async (socket) => {
      socket.write(answer.slice(0, answer.indexOf('51.')))
      await sleep(50)
      closings[how]!(socket)
    })
    const { chat } = await startGateway('--upstream', address)
    expect(await (await chat(body)).text()).toContain('51.')
    expect(await (await chat(body)).text()).toContain('upstream_broken')
    expect(requests.filter((count) => count > 0)).toEqual([2])
  })
})
