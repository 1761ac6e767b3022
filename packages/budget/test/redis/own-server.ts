import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A Redis for one test, which can stop and restart while clients use it. */
export interface OwnServer {
  port: number
  start(): Promise<void>
  /** Kills the server. `appendonly` preserves its data. */
  stop(): Promise<void>
  /** Stops the server, and removes its data. */
  remove(): Promise<void>
}

export const hasServer = spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0

export async function ownServer(settings: Readonly<Record<string, string>> = {}): Promise<OwnServer> {
  const folder = mkdtempSync(join(tmpdir(), 'reason-budget-'))
  const port = await freePort()
  const all = { port: String(port), bind: '127.0.0.1', save: '', appendonly: 'yes', appendfsync: 'always', dir: folder, ...settings }
  const args = Object.entries(all).flatMap(([name, value]) => [`--${name}`, value])
  let child: ChildProcess | undefined
  const kill = (): void => void child?.kill('SIGKILL')
  process.on('exit', kill)

  return { port, start, stop, remove }

  async function start(): Promise<void> {
    child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] })
    let log = ''
    for await (const bytes of child.stdout!) {
      log += String(bytes)
      if (/Ready to accept connections/.test(log)) break
    }
    child.stdout!.resume()
    if (child.exitCode !== null) throw new Error(`redis-server ended at once. It said:\n${log}`)
  }

  async function stop(): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  async function remove(): Promise<void> {
    await stop()
    process.off('exit', kill)
    rmSync(folder, { recursive: true, force: true })
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
