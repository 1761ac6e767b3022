import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startTied, type Service } from './tied-process.ts'

/** Starts a Redis on a free port, without persistence. Undefined if `redis-server` is not on the PATH. */
export async function startRedis(): Promise<Service | undefined> {
  if (spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status !== 0) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'reason-redis-'))
  const port = await freePort()
  const settings = { port: String(port), bind: '127.0.0.1', save: '', appendonly: 'no', dir: folder }
  const argv = ['redis-server', ...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])]
  const stop = await startTied({ argv, folder, signal: 'TERM', ready: /Ready to accept connections/ })
  return { url: `redis://127.0.0.1:${port}`, stop }
}
