/** Holds one value that can be replaced while work still uses it. */
export interface Current<T> {
  readonly value: T
  /** Begins work with the current value. @returns Call it once when the work is over. */
  hold(): () => void
  /** Replaces the value for work that begins from now on. The old value is closed when its last work is over. */
  replace(value: T): void
  /** Closes all values. Waits for work that still uses replaced values, but not for work that uses the current one. */
  close(): Promise<void>
}

interface Entry<T> {
  value: T
  users: number
  /** Set when the value is replaced. */
  onUnused: (() => void) | undefined
  release(): void
}

/** @param onFault - Called when closing a replaced value fails. */
export function createCurrent<T extends { close(): Promise<void> }>(first: T, onFault: (error: unknown) => void): Current<T> {
  let entry = entryOf(first)
  /** Replaced values that are being closed. */
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

  // Shared by all users, so that holding allocates nothing.
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

/** An object with these fields of the current value. They change when the value is replaced. */
export function fieldsOf<T, K extends keyof T>(current: { readonly value: T }, names: readonly K[]): Readonly<Pick<T, K>> {
  const getters = names.map((name) => [name, { get: () => current.value[name], enumerable: true }] as const)
  return Object.defineProperties({}, Object.fromEntries(getters)) as Pick<T, K>
}
