/** Milliseconds of work before yielding to the browser: half a frame. */
const budgetMs = 8

/**
 * Yields to the browser in long loops.
 *
 *     const breathe = createBreather()
 *     for (…) { …; if (breathe.isDue()) await breathe.now() }
 */
export function createBreather(): { isDue(): boolean; now(): Promise<void> } {
  let since = performance.now()
  return {
    isDue: () => performance.now() - since > budgetMs,
    async now() {
      await nextTask()
      since = performance.now()
    },
  }
}

function nextTask(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } }
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve))
}
