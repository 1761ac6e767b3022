import './text.css'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { TextBuffer } from './text-buffer.ts'
import { createTextView } from './text-view.ts'

/** Plain text of a growing buffer. */
export function StreamedText({ buffer, onGrow }: { buffer: TextBuffer; onGrow?: () => void }) {
  const container = useRef<HTMLDivElement>(null)
  const grown = useRef(onGrow)
  grown.current = onGrow
  useLayoutEffect(() => {
    const element = container.current!
    const view = createTextView(element)
    let place = 0
    show()
    const end = buffer.watch(show)
    return () => {
      end()
      view.clear()
    }

    function show(): void {
      if (buffer.isForgotten) return view.clear()
      const { text, place: next } = buffer.since(place)
      place = next
      if (text === '') return
      view.append(text)
      grown.current?.()
    }
  }, [buffer])
  return <div class="streamed" dir="auto" ref={container} />
}
