import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, startPostgres, startRedis, type Service } from '@reason/testkit/servers'
import { startFront } from './front.ts'

export interface ClusterOptions {
  replicas: number
  /** Port of the common address. Default: a free port. */
  port?: number
  /** Further flags for every gateway. */
  flags?: readonly string[]
  /** URL of a running PostgreSQL. Default: the cluster starts one. */
  databaseUrl?: string
  redisUrl?: string
  /** Runs the sources or the built gateway. Default `dist`. */
  from?: 'src' | 'dist'
}

export interface Replica {
  url: string
  pid: number
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>
}

export interface Cluster {
  /** The common address of all gateways. */
  url: string
  /** Name of the load balancer: `nginx 1.22.1`, for example. */
  front: string
  databaseUrl: string
  redisUrl: string
  replicas: readonly Replica[]
  stop(): Promise<void>
}

const server = (from: 'src' | 'dist'): string[] =>
  from === 'src'
    ? ['--conditions=@reason/source', fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url))]
    : [fileURLToPath(new URL('../../../apps/server/dist/main.js', import.meta.url))]

/**
 * Starts gateways behind one address. They share a PostgreSQL for traces and a Redis for budgets. The cluster listens on loopback only,
 * keeps its files in a temporary folder, and ends with this process.
 *
 * @throws {Error} If the port is taken, or PostgreSQL or Redis is missing.
 */
export async function startCluster({
  replicas: count,
  port,
  flags = [],
  databaseUrl,
  redisUrl,
  from = 'dist',
}: ClusterOptions): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'reason-cluster-'))
  /** Common seal keys: each gateway opens the seals of the others. */
  const sealKeys = join(folder, 'seal.keys')
  writeFileSync(sealKeys, randomBytes(32).toString('base64'))
  /** Common redaction key: equal values get equal placeholders in the traces of all gateways. */
  const redactionKey = join(folder, 'redaction.key')
  writeFileSync(redactionKey, randomBytes(32).toString('hex'))
  /** Stop functions in the order of the starts. `stop` calls them in reverse. */
  const begun: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const stop = async (): Promise<void> => {
    for (const close of begun.splice(0).toReversed()) await close()
  }
  try {
    return await start()
  } catch (error) {
    await stop()
    throw error
  }

  async function start(): Promise<Cluster> {
    const ports = await Promise.all(Array.from({ length: count }, () => freePort()))
    // The front starts first: if its port is taken, nothing else needs to be stopped.
    const front = await startFront(ports, port)
    begun.push(() => front.stop())
    const shared = {
      databaseUrl: databaseUrl ?? (await urlOf(startPostgres(), 'PostgreSQL: set DATABASE_URL')),
      redisUrl: redisUrl ?? (await urlOf(startRedis(), 'Redis: install redis-server, or set REDIS_URL')),
    }
    const children = ports.map((own, index) => startGateway(own, index, shared))
    begun.push(() => Promise.all(children.map((child) => end(child, 'SIGTERM'))))
    await Promise.all(ports.map((own, index) => ready(own, children[index]!)))
    const replicas = children.map((child, index) => ({
      url: `http://127.0.0.1:${ports[index]}`,
      pid: child.pid!,
      kill: () => end(child, 'SIGKILL'),
    }))
    return { url: `http://127.0.0.1:${front.port}`, front: front.name, ...shared, replicas, stop }
  }

  async function urlOf(starting: Promise<Service | undefined>, what: string): Promise<string> {
    const service = await starting
    if (service === undefined) throw new Error(`The cluster needs ${what}.`)
    begun.push(() => service.stop())
    return service.url
  }

  function startGateway(own: number, index: number, shared: { databaseUrl: string; redisUrl: string }): ChildProcess {
    const data = join(folder, `gateway-${index + 1}`)
    mkdirSync(data)
    const settings = [
      '--port',
      String(own),
      '--data-dir',
      data,
      '--seal-keys',
      sealKeys,
      '--redaction-key',
      redactionKey,
      '--traces',
      shared.databaseUrl,
      '--redis',
      shared.redisUrl,
      ...flags,
    ]
    return spawn(process.execPath, [...server(from), ...settings], { stdio: ['ignore', 'ignore', 'inherit'] })
  }
}

/** Waits until the gateway is ready, up to about 30 s. Its log goes to standard error. */
async function ready(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (hasEnded(child)) throw new Error(`The gateway on port ${port} ended before it was ready (exit code ${child.exitCode}).`)
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (answer?.ok === true) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The gateway on port ${port} did not become ready.`)
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return
  child.kill(signal)
  await once(child, 'exit')
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null
