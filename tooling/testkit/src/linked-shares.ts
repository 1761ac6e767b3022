/** As `Share` of the gateway. */
interface LinkedShare<Change> {
  known: Change[]
  changed(change: Change): Promise<void>
  listen(listener: (change: Change) => void): void
}

/** What several processes of one gateway share: each learns at once of what happens in the others. */
export function linkedShares<Change>(count: number): LinkedShare<Change>[] {
  const listeners: ((change: Change) => void)[] = []
  return Array.from({ length: count }, (_, index) => ({
    known: [],
    async changed(change) {
      listeners.forEach((listener, other) => {
        if (other !== index) listener(structuredClone(change))
      })
    },
    listen: (listener) => void (listeners[index] = listener),
  }))
}
