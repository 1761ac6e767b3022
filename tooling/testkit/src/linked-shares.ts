/** Has the methods of the gateway's `Share`. */
interface LinkedShare<Change> {
  known: Change[]
  changed(change: Change): Promise<void>
  listen(listener: (change: Change) => void): void
}

/** Creates the shares of several processes of one gateway. Each share passes its changes to all others at once. */
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
