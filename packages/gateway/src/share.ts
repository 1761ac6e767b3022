/** What all processes of a gateway know, each in its own memory. */
export interface Share<Change> {
  /** What there was when this process began. */
  readonly known: readonly Change[]
  /** Something has happened here. Resolves when the others know. */
  changed(change: Change): Promise<unknown>
  /** Told of what happens in another one. */
  listen(listener: (change: Change) => void): void
}

/** The end of it that other processes reach. */
export interface OpenShare<Change> extends Share<Change> {
  /** What there was, as the process that started this one says. */
  begins(known: readonly Change[]): void
  /** Something has happened in another process. */
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

/** Sends several changes in one message. They come with each request, and no caller waits for them. */
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
