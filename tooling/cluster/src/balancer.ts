import { createServer, connect, type Socket } from 'node:net'
import { once } from 'node:events'

/**
 * Forwards connections on a port to several other ports in turn, and skips a port that refuses the connection.
 * @returns A function that stops the balancer.
 */
export async function startBalancer(ports: readonly number[], port: number): Promise<() => Promise<void>> {
  const open = new Set<Socket>()
  let next = 0
  const server = createServer((client) => {
    open.add(client)
    client.on('close', () => open.delete(client)).on('error', () => client.destroy())
    client.pause()
    forward(client, next++, ports.length)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return async () => {
    for (const socket of open) socket.destroy()
    server.close()
    await once(server, 'close')
  }

  function forward(client: Socket, turn: number, tries: number): void {
    if (tries === 0) return void client.destroy()
    const upstream = connect(ports[turn % ports.length]!, '127.0.0.1')
    let connected = false
    upstream.on('connect', () => {
      connected = true
      client.pipe(upstream).pipe(client)
    })
    upstream.on('error', () => {
      if (connected) client.destroy()
      else forward(client, turn + 1, tries - 1)
    })
    upstream.on('close', () => connected && client.destroy())
    client.on('close', () => upstream.destroy())
  }
}
