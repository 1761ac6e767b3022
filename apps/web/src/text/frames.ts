/** What waits for the next frame, each once. */
const waiting = new Set<() => void>()
let isAsked = false

/** A page that is not shown has no frames: then this often, in milliseconds. */
const hiddenPauseMs = 250

/** Runs it before the next picture is drawn, once, however often it is asked for until then. @returns Takes it back. */
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

// What was asked for while the page was shown would otherwise wait until it is shown again.
document.addEventListener('visibilitychange', () => {
  if (document.hidden && isAsked) setTimeout(runAll, hiddenPauseMs)
})
