/** One value at a time, used by work that goes on while it is replaced. */
export interface Current<T> {
  readonly value: T
  /** Work begins that uses the value as it is now. @returns To be called once, when it is over. */
  hold(): () => void
  /** Work that begins from now on uses another value. The one before is closed when the last work that uses it is over. */
  replace(value: T): void
  /** Closes them all. Work that still goes on is waited for, except with the last value. */
  close(): Promise<void>
}

interface Entry<T> {
  value: T
  users: number
  /** Set when it is replaced. */
  onUnused: (() => void) | undefined
  release(): void
}

/** @param onFault - A value that was replaced could not be closed. */
export function createCurrent<T extends { close(): Promise<void> }>(first: T, onFault: (error: unknown) => void): Current<T> {
  let entry = entryOf(first)
  /** Of the values before it, while they are closed. */
  const closing = new Set<Promise<void>>()

  return {
    get value() {
      return entry.value
    },
    hold() {
      entry.users++
      return entry.release
    },
    replace(value) {
      const closed = closeWhenUnused(entry).catch(onFault)
      entry = entryOf(value)
      closing.add(closed)
      void closed.then(() => closing.delete(closed))
    },
    async close() {
      await Promise.all([...closing, entry.value.close()])
    },
  }

  // One function for all users: holding allocates nothing.
  function entryOf(value: T): Entry<T> {
    const made: Entry<T> = {
      value,
      users: 0,
      onUnused: undefined,
      release() {
        made.users--
        if (made.users === 0) made.onUnused?.()
      },
    }
    return made
  }

  async function closeWhenUnused(old: Entry<T>): Promise<void> {
    if (old.users > 0) await new Promise<void>((resolve) => (old.onUnused = resolve))
    await old.value.close()
  }
}
