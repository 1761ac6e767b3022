import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { pipeline } from 'node:stream'

export interface Proxy {
  /** Ends with a slash. */
  url: string
  stop(): Promise<void>
  /** Takes everything from now on, and passes nothing on: connections stay open, and are silent. */
  fallSilent(): void
}

/** What stands in front of a gateway, which is one of its folders: `/tools/reason/` of it is `/` of the gateway. */
export async function startProxy(gateway: string, folder: string): Promise<Proxy> {
  let isSilent = false
  const server = createServer((incoming, outgoing) => {
    if (incoming.url?.startsWith(folder) !== true) return void outgoing.writeHead(404).end()
    const { method = 'GET', headers } = incoming
    const passed = request(new URL(incoming.url.slice(folder.length), gateway), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('data', (bytes: Buffer) => isSilent || outgoing.write(bytes)).on('end', () => isSilent || outgoing.end())
    })
    outgoing.on('close', () => passed.destroy())
    pipeline(incoming, passed, () => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}${folder}`,
    fallSilent: () => (isSilent = true),
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
