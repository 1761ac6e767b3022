import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'

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
    const exchange: Exchange = { path: incoming.url ?? '', request: '', response: '' }
    exchanges.push(exchange)
    const passed = ask(gateway + exchange.path, { method: incoming.method ?? 'GET', headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('data', (bytes: Buffer) => (exchange.response += bytes.toString('latin1')))
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.on('data', (bytes: Buffer) => (exchange.request += bytes.toString('latin1')))
    incoming.pipe(passed)
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
}
