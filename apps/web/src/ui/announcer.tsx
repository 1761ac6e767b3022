import { signal } from '@preact/signals'

const said = signal('')
let waiting: string | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Pause between two announcements, in milliseconds. A screen reader that is interrupted all the time reads nothing. */
const pauseMs = 1500

/** Announces a text to screen readers. If several texts come within a pause, only the last is announced. */
export function announce(text: string): void {
  if (timer !== undefined) {
    waiting = text
    return
  }
  said.value = text
  timer = setTimeout(() => {
    timer = undefined
    const next = waiting
    waiting = undefined
    if (next !== undefined) announce(next)
  }, pauseMs)
}

export function Announcer() {
  return (
    <div class="unseen" role="status" aria-live="polite">
      {said.value}
    </div>
  )
}
