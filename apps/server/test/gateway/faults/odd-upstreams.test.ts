import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { question, startGateway } from '../../support/gateway.ts'
import { chunk, done, startReadingUpstream } from '../../support/upstream.ts'
import { apis, understand } from './apis.ts'
import { startRig, type Behaviour } from './rig.ts'

const last = chunk({}, { finish_reason: 'stop' })
const said = chunk({ reasoning_content: 'Hm.' }) + chunk({ content: 'Grüße 🤔' })

const odd: [string, Behaviour][] = [
  [
    'sends byte by byte',
    async (response) => {
      response.setHeader('content-type', 'text/event-stream')
      response.socket!.setNoDelay(true)
      for (const byte of Buffer.from(said + last + done)) {
        response.write(Buffer.of(byte))
        await sleep(0)
      }
      response.end()
    },
  ],
  ['speaks HTTP/1.0', (_, socket) => void socket.end(`HTTP/1.0 200 OK\r\ncontent-type: text/event-stream\r\n\r\n${said}${last}${done}`)],
  ['ends twice', (response) => void response.setHeader('content-type', 'text/event-stream').end(said + last + last + done + done)],
]

describe('an upstream that is odd, and right', () => {
  it.each(odd)('%s', async (_, behave) => {
    const { upstream, ask, settled } = await startRig()
    upstream.behave(behave)
    for (const api of apis) {
      const { status, text } = await ask(api, true, 'odd')
      expect(status).toBe(200)
      expect(understand(api, true, text)).toEqual({ answer: 'Grüße 🤔', reasoning: 'Hm.', complete: true, error: undefined })
      expect(text.match(/"finish_reason":"stop"|response\.completed"|"message_stop"/g)).toHaveLength(1)
    }
    await settled({ odd: ['stop', 'stop', 'stop'] })
  })
})

it('an upstream that leads back to the gateway is asked once', async () => {
  // Its address is known only when it listens, so a server before it passes requests on, as a proxy would.
  let back = ''
  let count = 0
  const address = await startReadingUpstream((text, response, { url = '', method = '', headers }) => {
    count++
    const named = { 'content-type': 'application/json', via: `${String(headers.via)}, 1.1 proxy` }
    void fetch(back + url, { method, headers: named, ...(text !== '' && { body: text }) }).then(async (reply) => {
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text())
    })
  })
  const gateway = await startGateway('--upstream', address, '--no-start-probe')
  back = gateway.url
  for (const stream of [true, false]) {
    const response = await gateway.chat({ model: 'm', messages: question, stream })
    expect(response.status).toBe(508)
    expect(await response.json()).toMatchObject({ error: { code: 'request_loop' } })
  }
  expect(count).toBe(2)
})
