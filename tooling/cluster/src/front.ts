import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findNginx, freePort, startTied, type Nginx } from '@reason/testkit/servers'
import { startBalancer } from './balancer.ts'

/** A load balancer: one address for several gateways. */
export interface Front {
  port: number
  /** Program and version: `nginx 1.22.1`, for example. */
  name: string
  stop(): Promise<void>
}

const deployed = new URL('../../../deploy/docker/nginx.conf', import.meta.url)

/** Starts this machine's nginx with the configuration of `deploy/docker/compose.yaml`. Without nginx, starts our balancer. */
export async function startFront(gateways: readonly number[], port?: number, nginx: Nginx | null = findNginx() ?? null): Promise<Front> {
  if (port !== undefined) await mustBeFree(port)
  const own = port ?? (await freePort())
  if (nginx === null) {
    return { port: own, name: 'a balancer of connections, as there is no nginx', stop: await startBalancer(gateways, own) }
  }
  const folder = mkdtempSync(join(tmpdir(), 'reason-nginx-'))
  const argv = nginx.command(folder, placed(readFileSync(deployed, 'utf8'), gateways, own))
  const stop = await startTied({ argv, folder, signal: 'TERM', ready: /start worker process / })
  return { port: own, name: `nginx ${nginx.version}`, stop }
}

/** Replaces the addresses of the configuration by those of this machine. */
export function placed(config: string, gateways: readonly number[], port: number): string {
  const servers = gateways.map((gateway) => `  server 127.0.0.1:${gateway};\n`).join('')
  return config.replaceAll(/(?:^ *server [\w-]+:\d+;\n)+/gm, servers).replace(/listen \d+;/, `listen 127.0.0.1:${port};`)
}

async function mustBeFree(port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new Error(`Port ${port} of 127.0.0.1 is taken. Give another one: pnpm cluster --port ${port + 1}`, { cause: error })
  })
  server.close()
  await once(server, 'close')
}
