import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../database.ts'
import { failureMessage } from '../writing/failure-message.ts'
import { lockSlot, type Slot } from '../journal/slot.ts'
import { nextHead, type ChainHead } from './head.ts'
import { headProblem, readHeadFile, writeHeadFile } from './head-file.ts'

interface HeadOptions {
  path: string
  /** The first key signs. */
  keys: readonly string[]
}

/** Updates the head after the chain. */
export interface HeadKeeper {
  /** Reports that the chain may have grown. Returns at once. */
  moved(): void
  /** Resolves when the head covers the chain as it was at the call, or `problem` is set. */
  settled(): Promise<void>
  /** Reason why the head does not cover the chain. */
  problem(): string | undefined
}

/** Interval and timeout of retries for a lock of another process, in milliseconds. */
const lockEvery = 20
const lockFor = 60_000

/**
 * Creates a keeper that writes the head after the database has committed. A crash in between leaves a head older than the chain, which is no sign of tampering.
 * The other order would leave a newer head. Processes that share a file take turns, so that none replaces a newer head by an older one.
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
    // Synchronously: the next call of `moved` starts another run.
    running = undefined
  }

  /** @returns Problem of the chain or of the existing head, if any. */
  async function move(): Promise<string | undefined> {
    const slot = await locked()
    try {
      const read = await readHeadFile(path, keys)
      // A damaged or foreign head may be the only evidence, so it is never overwritten.
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

/** Describes the latest break of the chain in a sentence. */
export function breakOf({ breaks }: ChainHead): string | undefined {
  const last = breaks.at(-1)
  if (last === undefined) return undefined
  const { links, head, found, at } = last
  return `On ${new Date(at).toISOString()} the chain had ${found} links, and link ${links} was not ${head}: its newest links were removed or replaced.`
}
