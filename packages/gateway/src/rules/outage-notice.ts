/** How long an outage is not reported again, in milliseconds. */
const quietMs = 10_000

/** Tells failures apart that are worth a line of the log. In an outage of a store, each request fails, and a line for each would hide all others. */
export function createOutageNotice(): () => boolean {
  let quietUntil = 0
  return () => {
    const now = performance.now()
    if (now < quietUntil) return false
    quietUntil = now + quietMs
    return true
  }
}
