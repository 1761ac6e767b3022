import type { Share } from '../../src/gateway/share.ts'

/** What several processes of one gateway share, each told at once of what happens in the others. */
export function linkedShares<Change>(count: number): Share<Change>[] {
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
