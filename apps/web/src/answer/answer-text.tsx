import './answer.css'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { TextBuffer } from '../text/text-buffer.ts'
import { createMarkdownView } from './markdown-view.ts'

/** An answer as it comes: text of a model, as Markdown. */
export function AnswerText({ buffer, isOver }: { buffer: TextBuffer; isOver: boolean }) {
  const container = useRef<HTMLDivElement>(null)
  const finish = useRef<() => void>(undefined)

  useLayoutEffect(() => {
    const view = createMarkdownView(container.current!)
    let place = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    /** What the last look at the text cost, and when it was. Four times as long is left to everything else. */
    let cost = 0
    let shownAt = 0

    const unwatch = buffer.watch(() => {
      if (timer !== undefined) return
      const wait = shownAt + 4 * cost - performance.now()
      if (wait <= 0) show()
      else timer = setTimeout(show, wait)
    })
    finish.current = () => {
      show()
      view.end()
    }
    show()
    return () => {
      unwatch()
      clearTimeout(timer)
    }

    function show(): void {
      clearTimeout(timer)
      timer = undefined
      const from = performance.now()
      const { text, place: next } = buffer.since(place)
      place = next
      if (text !== '') view.append(text)
      shownAt = performance.now()
      cost = shownAt - from
    }
  }, [buffer])

  useLayoutEffect(() => {
    if (isOver) finish.current?.()
  }, [isOver, buffer])

  return <div class="answer-text" dir="auto" ref={container} />
}
