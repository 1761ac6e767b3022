import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@reason/testkit/servers'

export interface Gateway {
  port: number
  /** Value of a metric's series. The name includes labels. Undefined if there is no such series. */
  metric(name: string): Promise<number | undefined>
  get<T>(path: string): Promise<T>
  /** Memory in bytes after a garbage collection, and the main thread's longest step since the last call, in milliseconds of its CPU time. */
  memory(): Promise<{ used: number; resident: number; longestStep: number }>
  /** Standard error of the gateway, which should be empty. The last 10,000 characters. */
  complaints(): string
  /** @returns The exit code. */
  stop(): Promise<number | null>
}

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Starts the gateway as a process, with everything on: budgets, metrics, redacted traces. */
export async function startGateway(upstream: string, from: 'src' | 'dist'): Promise<Gateway> {
  const folder = mkdtempSync(join(tmpdir(), 'reason-soak-'))
  const steps = join(folder, 'steps.json')
  const port = await freePort()
  const program =
    from === 'dist'
      ? [file('../../../apps/server/dist/main.js')]
      : ['--conditions=@reason/source', file('../../../apps/server/src/main.ts')]
  const flags = ['--session-budget', '1000000000', '--traces', 'sqlite', '--data-dir', folder]
  const patience = ['--idle-timeout', '3000', '--response-timeout', '10000', '--stall-timeout', '2000', '--log-level', 'error']
  const child = spawn(
    process.execPath,
    [
      '--expose-gc',
      '--import',
      fileURLToPath(import.meta.resolve('@reason/testkit/longest-step')),
      ...program,
      '--port',
      String(port),
      '--upstream',
      upstream,
      ...flags,
      ...patience,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, STEPS_FILE: steps } },
  )
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-10_000)))
  const url = `http://127.0.0.1:${port}`
  const get = async (path: string): Promise<Response> => fetch(url + path, { headers: { connection: 'close' } })
  await ready()

  return {
    port,
    async metric(name) {
      const line = (await (await get('/metrics')).text()).split('\n').find((one) => one.startsWith(`${name} `))
      return line === undefined ? undefined : Number(line.slice(name.length))
    },
    get: async <T>(path: string) => (await (await get(path)).json()) as T,
    async memory() {
      const before = stepsOf().count
      child.kill('SIGUSR2')
      // A busy gateway collects later. Memory has to be read after the collection.
      for (let tries = 0; tries < 2000 && stepsOf().count === before; tries++) await sleep(5)
      const text = await (await get('/metrics')).text()
      const read = (name: string): number => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1] ?? 0)
      return {
        used: read('nodejs_heap_size_used_bytes') + read('nodejs_external_memory_bytes'),
        resident: read('process_resident_memory_bytes'),
        longestStep: stepsOf().longest,
      }
    },
    complaints: () => said,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      rmSync(folder, { recursive: true, force: true })
      return child.exitCode
    },
  }

  function stepsOf(): { count: number; longest: number } {
    return existsSync(steps) ? (JSON.parse(readFileSync(steps, 'utf8')) as { count: number; longest: number }) : { count: 0, longest: 0 }
  }

  async function ready(): Promise<void> {
    for (let tries = 0; tries < 2400 && child.exitCode === null; tries++) {
      const answer = await fetch(`${url}/readyz`).catch(() => undefined)
      if (answer?.ok === true) return
      await sleep(50)
    }
    child.kill('SIGKILL')
    throw new Error(`The gateway did not become ready. Is it built (pnpm build)? It said: ${said}`)
  }
}
