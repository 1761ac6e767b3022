import type { ShownGeneration } from '../../generation/generation.ts'
import { announce } from '../../ui/announcer.tsx'
import { visibleText } from '../../text/visible.ts'
import { formatDuration } from '../../words/numbers.ts'
import { words } from '../../words/en/playground.ts'

/** Milliseconds between two announcements. */
const everyMs = 2500
/** Maximum length of an announcement in UTF-16 units. Users read faster answers in the page. */
const most = 400

/** Announces an answer to screen readers: that the model thinks, then whole sentences. Never announces reasoning. */
export function followAnswer({ phase, items, times, over, error }: ShownGeneration): void {
  let told: string = 'waiting'
  let place = 0
  const timer = setInterval(tell, everyMs)
  void over.then(() => {
    clearInterval(timer)
    tell()
    setTimeout(
      () =>
        announce(
          phase.value === 'failed' ? words.said.failed(error.value ?? '') : words.said[phase.value === 'stopped' ? 'stopped' : 'done'],
        ),
      everyMs,
    )
  })

  function tell(): void {
    if (phase.value !== told && (phase.value === 'thinking' || phase.value === 'answering')) {
      told = phase.value
      announce(told === 'thinking' ? words.said.thinking : words.said.answering(formatDuration(performance.now() - times.asked)))
      return
    }
    const text = items.value.map((item) => (item.type === 'answer' || item.type === 'commentary' ? item.buffer.text() : '')).join('')
    const fresh = text.slice(place)
    const end = times.ended === undefined ? fresh.search(/[.!?:]\s[^.!?:]*$/) + 1 : fresh.length
    if (end <= 0) return
    place += end
    announce(visibleText(fresh.slice(0, Math.min(end, most))))
  }
}
