import { createServer, type IncomingMessage, request as ask } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export interface Exchange {
  path: string
  request: string
  response: string
}

export interface Wiretap {
  url: string
  /** Returns the exchanges since the last call. */
  taken(): Exchange[]
  close(): void
}

/** Starts a proxy between a client and the gateway that forwards every request and response, and records them. */
export async function startWiretap(gateway: string): Promise<Wiretap> {
  let exchanges: Exchange[] = []
  const server = createServer((incoming, outgoing) => {
    const exchange = recorded(incoming)
    const passed = ask(gateway + exchange.path, { method: incoming.method ?? 'GET', headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('data', (bytes: Buffer) => (exchange.response += bytes.toString('latin1')))
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.on('data', (bytes: Buffer) => (exchange.request += bytes.toString('latin1')))
    incoming.pipe(passed)
  })
  // A WebSocket is one exchange. The gateway does not compress its messages.
  server.on('upgrade', (incoming, client: Socket) => {
    const exchange = recorded(incoming)
    const passed = ask(gateway + exchange.path, { headers: incoming.headers })
    passed.on('upgrade', ({ rawHeaders }, server: Socket) => {
      const lines = rawHeaders.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`))
      client.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`)
      server.on('data', (bytes: Buffer) => (exchange.response += bytes.toString('latin1')))
      client.pipe(server).pipe(client)
      server.on('error', () => client.destroy())
      client.on('error', () => server.destroy())
    })
    passed.on('response', ({ statusCode }) => client.end(`HTTP/1.1 ${statusCode} Refused\r\ncontent-length: 0\r\n\r\n`))
    passed.on('error', () => client.destroy())
    passed.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken() {
      const all = exchanges
      exchanges = []
      return all
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }

  function recorded({ url = '' }: IncomingMessage): Exchange {
    const exchange: Exchange = { path: url, request: '', response: '' }
    exchanges.push(exchange)
    return exchange
  }
}
