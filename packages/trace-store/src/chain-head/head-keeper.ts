import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../database.ts'
import { failureMessage } from '../failure-message.ts'
import { lockSlot, type Slot } from '../journal/slot.ts'
import { nextHead, type ChainHead } from './head.ts'
import { headProblem, readHeadFile, writeHeadFile } from './head-file.ts'

interface HeadOptions {
  path: string
  /** The first one signs. */
  keys: readonly string[]
}

/** Moves the head behind the chain. */
export interface HeadKeeper {
  /** The chain may have grown. Returns at once. */
  moved(): void
  /** The head is where the chain was when this was called, or `problem` says why not. */
  settled(): Promise<void>
  /** Why the head does not vouch for the chain as it is. */
  problem(): string | undefined
}

/** How often, and for how long, a lock that another process holds is asked for, in milliseconds. */
const lockEvery = 20
const lockFor = 60_000

/**
 * Writes the head after the database has committed: a crash in between leaves a head that is older than the chain, which is no sign of
 * tampering. The other order would leave one that is newer. Processes of one file take turns, so that none writes an older head over
 * a newer one.
 */
export function createHeadKeeper(database: Pick<Database, 'chainEnd'>, { path, keys }: HeadOptions, now: () => number): HeadKeeper {
  let running: Promise<void> | undefined
  let isDue = false
  let failure: string | undefined

  return {
    moved,
    async settled() {
      while (running !== undefined) await running
    },
    problem: () => failure,
  }

  function moved(): void {
    isDue = true
    running ??= run()
  }

  async function run(): Promise<void> {
    while (isDue) {
      isDue = false
      try {
        failure = await move()
      } catch (error) {
        failure = `The head of the chain, ${path}, could not be written: ${failureMessage(error)}. Make room, or let the gateway write there.`
      }
    }
    // At once: what is due from now on begins another run.
    running = undefined
  }

  /** @returns what is wrong with the chain, or with the head that is there */
  async function move(): Promise<string | undefined> {
    const slot = await locked()
    try {
      const read = await readHeadFile(path, keys)
      // It may be all that shows what was done: nothing is written over it.
      if (read.state === 'damaged' || read.state === 'foreign') return headProblem(path, read.state)
      const before: ChainHead | undefined = read.state === 'missing' ? undefined : read.head
      const head = nextHead(before, await database.chainEnd(before?.links ?? 0), now())
      if (head !== before) await writeHeadFile(path, head, keys[0]!)
      return breakOf(head)
    } finally {
      slot.release()
    }
  }

  async function locked(): Promise<Slot> {
    for (const until = performance.now() + lockFor; ; await delay(lockEvery)) {
      const slot = lockSlot(path)
      if (slot !== undefined) return slot
      if (performance.now() > until) throw new Error('another process holds its lock')
    }
  }
}

/** The newest of what was found to be gone, as a sentence. */
export function breakOf({ breaks }: ChainHead): string | undefined {
  const last = breaks.at(-1)
  if (last === undefined) return undefined
  const { links, head, found, at } = last
  return `On ${new Date(at).toISOString()} the chain had ${found} links, and link ${links} was not ${head}: its newest links were removed or replaced.`
}
