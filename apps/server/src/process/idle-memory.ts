import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Share of a core below which the process counts as idle. */
const idleShare = 0.02
/** Minimum CPU time between two collections, in microseconds. */
const workUs = 500_000

/**
 * Returns memory to the system while the process is idle. V8 collects garbage only when it needs room, and would keep the memory of a busy hour. A
 * collection also drops compiled code, which costs the next thousand requests. Short pauses therefore do not count as idle.
 *
 * @param everyMs - Milliseconds between two checks.
 * @returns Stops the checks. The timer does not keep the process alive.
 */
export function giveBackWhenIdle(everyMs = 30_000): () => void {
  let last = used()
  let collectedAt = 0
  const timer = setInterval(() => {
    const now = used()
    const since = now - last
    last = now
    if (since > everyMs * 1000 * idleShare || now - collectedAt < workUs) return
    collect()
    last = collectedAt = used()
  }, everyMs).unref()
  return () => clearInterval(timer)
}

function used(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

let gc: ((how: { type: 'major'; flavor: 'last-resort' }) => void) | undefined

/** Runs a full garbage collection, and frees empty pages. Takes tens of milliseconds. */
function collect(): void {
  if (gc === undefined) {
    setFlagsFromString('--expose-gc')
    gc = runInNewContext('gc') as typeof gc
    setFlagsFromString('--no-expose-gc')
  }
  gc!({ type: 'major', flavor: 'last-resort' })
}
