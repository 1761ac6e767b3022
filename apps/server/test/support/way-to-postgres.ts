import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Bytes from a PostgreSQL client. `pass` forwards them; `cut` closes all connections. */
export interface Query {
  bytes: Buffer
  pass(): void
  cut(): void
}

/** Starts a proxy for PostgreSQL that hands each query to the test. Returns the proxy's URL. */
export async function wayToPostgres(url: string, onQuery: (query: Query) => void): Promise<string> {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const behind = connect(Number(port), hostname)
    for (const [from, to] of [
      [client, behind],
      [behind, client],
    ] as const) {
      open.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
    behind.on('data', (bytes) => client.write(bytes))
    client.on('data', (bytes) => onQuery({ bytes, pass: () => void behind.write(bytes), cut }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(cut)
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as AddressInfo).port)
  return through.href

  function cut(): void {
    server.close()
    for (const socket of open) socket.destroy()
  }
}
