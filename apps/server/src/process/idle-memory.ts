import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Share of a core: with less than that nobody is being answered, or next to nobody. */
const idleShare = 0.02
/** What has to be done before there is much to give back. */
const workUs = 500_000

/**
 * Gives memory back to the system when there is nothing to do. V8 collects garbage when it needs room for more, and so never in a process that is
 * idle: after a busy hour it would hold what that hour needed, until the next one. What V8 has learnt goes too, and has to be learnt anew by the next
 * thousand requests or so: a pause between two of them is no reason.
 *
 * @param everyMs - How often it is looked whether there is anything to do.
 * @returns Ends it. The timer by itself keeps no process alive.
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

/** All of it, and the pages that are free then. Tens of milliseconds. */
function collect(): void {
  if (gc === undefined) {
    setFlagsFromString('--expose-gc')
    gc = runInNewContext('gc') as typeof gc
    setFlagsFromString('--no-expose-gc')
  }
  gc!({ type: 'major', flavor: 'last-resort' })
}
