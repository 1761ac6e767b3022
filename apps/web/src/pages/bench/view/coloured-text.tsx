import { useLayoutEffect, useRef } from 'preact/hooks'
import { appendText } from '../../../text/visible.ts'
import { formatCount } from '../../../words/numbers.ts'
import { words } from '../../../words/en/bench.ts'
import type { BenchSegment } from '../run/segments.ts'

interface Props {
  segments: readonly BenchSegment[]
  /** End of the text already classified, and of the text received. Undefined if all was received. */
  held: { classified: number; received: number } | undefined
}

/** Maximum length of the shown text in UTF-16 units, and number of segments. */
const mostText = 300_000
const mostSegments = 4000

/** The text with its classification, by colour, line style and a label before each block. */
export function ColouredText({ segments, held }: Props) {
  const container = useRef<HTMLDivElement>(null)
  const total = segments.reduce((sum, { text }) => sum + text.length, 0)
  const isClipped = total > mostText || segments.length > mostSegments

  useLayoutEffect(() => {
    const fragment = document.createDocumentFragment()
    let at = 0
    for (const segment of segments.slice(0, mostSegments)) {
      if (at > mostText) break
      draw(fragment, segment, at, held)
      if (!segment.isInserted) at += segment.text.length
    }
    container.current!.replaceChildren(fragment)
  }, [segments, held?.classified, held?.received])

  return (
    <div class="stack coloured-box">
      <div class="coloured" ref={container} tabIndex={0} role="region" aria-label={words.coloured.title} dir="auto" />
      {isClipped && <p class="soft small">{words.coloured.clipped(formatCount(mostText), formatCount(total))}</p>}
      <ul class="legend" aria-label={words.coloured.legend}>
        {(['reasoning', 'commentary', 'answer', 'tool', 'markup'] as const).map((kind) => (
          <li key={kind}>
            <span class="segment" data-kind={kind}>
              {words.kinds[kind]}
            </span>
          </li>
        ))}
        {held !== undefined && (
          <li>
            <span class="segment" data-state="held">
              {words.coloured.held(formatCount(held.received - held.classified))}
            </span>
          </li>
        )}
      </ul>
    </div>
  )
}

function draw(to: Node, segment: BenchSegment, at: number, held: Props['held']): void {
  const { kind, of, isFirst, isInserted } = segment
  const text = segment.text.slice(0, mostText)
  const classified = held === undefined ? text.length : clamp(held.classified - at, text.length)
  const received = held === undefined ? text.length : clamp(held.received - at, text.length)
  if (isFirst && classified > 0) {
    const label = document.createElement('span')
    label.className = 'segment-label'
    label.style.background = `var(--${kind})`
    label.textContent = `${words.kinds[kind]} ${of}`
    to.appendChild(label)
  }
  piece(text.slice(0, classified), 'known')
  piece(text.slice(classified, received), 'held')
  piece(text.slice(received), 'future')

  function piece(value: string, state: 'known' | 'held' | 'future'): void {
    if (value === '') return
    const span = document.createElement('span')
    span.className = 'segment'
    if (state === 'known') span.dataset['kind'] = kind
    span.dataset['state'] = isInserted ? 'inserted' : state
    span.title = isInserted
      ? words.coloured.inserted
      : state === 'known'
        ? words.coloured.hint(kind, of)
        : words.coloured[state === 'held' ? 'heldHint' : 'futureHint']
    appendText(span, kind === 'markup' && state === 'known' ? visibleBreaks(value) : value)
    to.appendChild(span)
  }
}

/** Marks each line break of trimmed markup, and keeps the break. */
const visibleBreaks = (text: string): string => text.replaceAll('\n', '↵\n')

const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value))
