/** Kinds of work, in the order in which they run. */
const kinds = ['answer', 'bookkeeping', 'request'] as const

type Kind = (typeof kinds)[number]

const waiting: Record<Kind, (() => void)[]> = { answer: [], bookkeeping: [], request: [] }
let isPlanned = false

/**
 * Defers work until all bytes that have arrived were read. It then runs with other work of its kind: `docs/adr/0023-work-in-turns.md`. The
 * work of a lone request is not delayed.
 *
 * @param work - May not throw: an exception would end the process.
 */
export function inTurn(kind: Kind, work: () => void): void {
  waiting[kind].push(work)
  plan()
}

/** Requests that begin before the network is read again. All work that they do up to their first wait is one step of the event loop. */
const mostRequests = 32

function plan(): void {
  if (isPlanned) return
  isPlanned = true
  setImmediate(workThrough)
}

function workThrough(): void {
  for (const kind of kinds) {
    const all = waiting[kind]
    waiting[kind] = kind === 'request' ? all.splice(mostRequests) : []
    for (const work of all) work()
  }
  isPlanned = false
  // Work may add more for a kind that has already run.
  if (kinds.some((kind) => waiting[kind].length > 0)) plan()
}
