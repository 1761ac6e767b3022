import { useLayoutEffect, useRef } from 'preact/hooks'
import type { ReasoningBlock } from '../generation/generation.ts'
import { visibleText } from '../text/visible.ts'

/** Maximum length of the preview line, in UTF-16 units. */
const length = 160

/** Preview in a closed panel: the line that the model is writing. */
export function PanelPeek({ blocks }: { blocks: readonly ReasoningBlock[] }) {
  const line = useRef<HTMLParagraphElement>(null)
  const last = blocks.at(-1)
  useLayoutEffect(() => {
    if (last === undefined) return
    let place = 0
    let end = ''
    show()
    return last.buffer.watch(show)

    function show(): void {
      const next = last!.buffer.since(place)
      place = next.place
      end = (end + next.text).slice(-length)
      if (line.current !== null) line.current.textContent = visibleText(end.trimEnd().split('\n').at(-1) ?? '')
    }
  }, [last])
  return <p class="panel-peek" aria-hidden="true" ref={line} />
}
