import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

const pinned = ((): boolean => {
  try {
    execFileSync('taskset', ['-c', '0,1', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

/** Pins a command to a core, if `taskset` works. The mock and the client share core 0; the target has core 1 for itself. */
export const onCore = (core: 0 | 1, [command, ...args]: readonly string[]): [string, string[]] =>
  pinned ? ['taskset', ['-c', `${core}`, command!, ...args]] : [command!, args]

/** Starts a command on a core. `taskset` replaces itself with the program, so the pid is the program's own. */
export const start = (core: 0 | 1, command: readonly string[]): ChildProcess =>
  spawn(...onCore(core, command), { stdio: 'ignore', env: { ...process.env, NODE_ENV: 'production' } })

export async function stop(...children: readonly ChildProcess[]): Promise<void> {
  const running = children.filter((child) => child.exitCode === null && child.signalCode === null)
  const over = running.map((child) => once(child, 'exit'))
  for (const child of running) child.kill()
  await Promise.all(over)
}

/** @throws {Error} If the process does not listen. The command is in the cause only, because it has paths of this machine. */
export async function listening(port: number, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 200 && child.exitCode === null; attempt++) {
    const socket = connect(port, '127.0.0.1')
    const open = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'error').then(() => false)]).catch(() => false)
    socket.destroy()
    if (open) return
    await delay(50)
  }
  throw new Error('it does not answer on its port', { cause: new Error(child.spawnargs.join(' ')) })
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Process ids of a process and all its descendants, its own first. */
export function family(pid: number): number[] {
  const parents = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [{ pid: Number(name), parent: parentOf(name) }] : []))
  const all = [pid]
  for (const one of all) all.push(...parents.filter(({ parent }) => parent === one).map((child) => child.pid))
  return all
}

/** The parent's process id. Undefined if the process has ended meanwhile. */
function parentOf(pid: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1])
  } catch {
    return undefined
  }
}

export const residentMB = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
