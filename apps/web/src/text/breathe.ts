/** Most that is done without letting the page draw and hear, in milliseconds: half a frame. */
const budgetMs = 8

/**
 * For long loops: now and then lets the page do what it waits for.
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
