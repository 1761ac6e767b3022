/** Callbacks for the next frame, without duplicates. */
const waiting = new Set<() => void>()
let isAsked = false

/** Pause in milliseconds that replaces frames while the page is hidden. */
const hiddenPauseMs = 250

/** Runs a callback before the next frame, once, even if it is registered again meanwhile. @returns Cancels it. */
export function onNextFrame(act: () => void): () => void {
  waiting.add(act)
  if (!isAsked) {
    isAsked = true
    if (document.hidden) setTimeout(runAll, hiddenPauseMs)
    else requestAnimationFrame(runAll)
  }
  return () => waiting.delete(act)
}

function runAll(): void {
  isAsked = false
  const all = [...waiting]
  waiting.clear()
  for (const act of all) act()
}

// Callbacks registered before the page was hidden would otherwise wait until it is shown again.
document.addEventListener('visibilitychange', () => {
  if (document.hidden && isAsked) setTimeout(runAll, hiddenPauseMs)
})
