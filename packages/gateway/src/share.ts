/** State shared by all processes of a gateway, each with its own copy in memory. */
export interface Share<Change> {
  /** Changes before this process began. */
  readonly known: readonly Change[]
  /** Sends a change to the other processes. Resolves when they have it. */
  changed(change: Change): Promise<unknown>
  /** Calls the listener with changes of other processes. */
  listen(listener: (change: Change) => void): void
}

/** A share with the methods that feed in changes of other processes. */
export interface OpenShare<Change> extends Share<Change> {
  /** Adds earlier changes, from the process that started this one. */
  begins(known: readonly Change[]): void
  /** Receives a change of another process. */
  heard(change: Change): void
}

export function openShare<Change>(changed: Share<Change>['changed']): OpenShare<Change> {
  const known: Change[] = []
  let listener: ((change: Change) => void) | undefined

  return {
    known,
    changed,
    begins: (before) => void known.unshift(...before),
    // Without a listener the process is still starting. Changes by then belong to its initial state.
    heard: (change) => (listener === undefined ? void known.push(change) : listener(change)),
    listen: (next) => void (listener = next),
  }
}

/** Sends several changes in one message. Changes come with each request, and no caller waits for them. */
export function inBatches<Change>(send: (changes: Change[]) => void, afterMs: number): Share<Change>['changed'] {
  let batch: Change[] | undefined
  return (change) => {
    if (batch === undefined) {
      batch = []
      setTimeout(() => {
        send(batch!)
        batch = undefined
      }, afterMs).unref()
    }
    batch.push(change)
    return Promise.resolve()
  }
}
