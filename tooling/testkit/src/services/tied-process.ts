import { spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** A running server for tests. */
export interface Service {
  url: string
  stop(): Promise<void>
}

export interface TiedProcess {
  argv: readonly string[]
  /** Folder of the process, removed after its end. */
  folder: string
  /** Signal that ends the process. */
  signal: 'INT' | 'TERM' | 'KILL'
  /** Output of the process when it is ready. If undefined, `startTied` does not wait. */
  ready?: RegExp
  as?: SpawnOptions
}

const readyWithinMs = 60_000

/**
 * Starts a server that ends, and removes its folder, when this process ends in any way: a guard reads our pipe, which the
 * system closes. Vitest runs no teardown when it is interrupted.
 */
export async function startTied({ argv, folder, signal, ready, as = {} }: TiedProcess): Promise<() => Promise<void>> {
  const guard = 'd=$1 s=$2; shift 2; "$@" 2>&1 & p=$!; cat >/dev/null; kill -$s $p; wait $p; rm -rf "$d"'
  const child = spawn('sh', ['-c', guard, 'sh', folder, signal, ...argv], { ...as, detached: true, stdio: ['pipe', 'pipe', 'ignore'] })
  if (ready !== undefined) await untilReady(ready)
  else child.stdout!.resume()
  return async () => {
    child.stdin!.end()
    if (child.exitCode === null) await once(child, 'exit')
  }

  function untilReady(expected: RegExp): Promise<void> {
    return new Promise((resolve, reject) => {
      let log = ''
      const late = setTimeout(
        () => reject(new Error(`${argv[0]} was not ready after ${readyWithinMs} ms. It said:\n${log}`)),
        readyWithinMs,
      )
      child.stdout!.on('data', (bytes: Buffer) => {
        if (log.length < 100_000) log += bytes.toString()
        if (!expected.test(log)) return
        clearTimeout(late)
        resolve()
      })
    })
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('The system gave no port on 127.0.0.1.')
  return address.port
}
