import './answer.css'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { TextBuffer } from '../text/text-buffer.ts'
import { createMarkdownView } from './markdown-view.ts'

/** Text of an answer, rendered as Markdown while it grows. */
export function AnswerText({ buffer, isOver }: { buffer: TextBuffer; isOver: boolean }) {
  const container = useRef<HTMLDivElement>(null)
  const finish = useRef<() => void>(undefined)

  useLayoutEffect(() => {
    const view = createMarkdownView(container.current!)
    let place = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    /** Duration of the last update, and its end, in milliseconds. Updates take at most a fifth of the time. */
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
