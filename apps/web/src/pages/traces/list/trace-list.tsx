import './list.css'
import type { RefObject } from 'preact'
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { messageOf } from '../../../api/api-call-error.ts'
import { words } from '../../../words/en/traces.ts'
import { words as shell } from '../../../words/en/shell.ts'
import { Row } from './row.tsx'
import type { Traces } from './use-traces.ts'

/** Methods of the list for its page. */
export interface ListHandle {
  /** Scrolls to a trace and focuses it. @returns False if the trace is not in the list, or the list is hidden. */
  focus(id: string): boolean
}

export interface ListProps {
  handle: RefObject<ListHandle | null>
  traces: Traces
  /** Whether lines have a snippet below them. */
  withSnippets: boolean
  current: readonly string[]
  hrefOf(id: string): string
}

/** Minimum width for columns, in pixels. */
const wideFrom = 960
const spare = 12

/**
 * Virtual list: only visible lines are in the document. All lines have the same height, so that positions can be calculated. When the pager's window moves, the
 * visible lines keep their position.
 */
export function TraceList({ handle, traces, withSnippets, current, hrefOf }: ListProps) {
  const { lines, first } = traces
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 600, width: 1200 })
  const [active, setActive] = useState(0)
  const shown = useRef(traces.list)
  const anchor = useRef<{ id: string; index: number } | undefined>(undefined)
  const isWide = view.width >= wideFrom
  const height = (isWide ? 38 : 58) + (withSnippets ? 26 : 0)
  const from = Math.max(0, Math.floor(view.top / height) - spare)
  const to = Math.min(lines.length, Math.ceil((view.top + view.height) / height) + spare)

  useLayoutEffect(() => {
    const element = box.current!
    const observer = new ResizeObserver(() => measure())
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  // A new list starts at its top. If the window of the same list moved, the line at the top stays there.
  useLayoutEffect(() => {
    if (shown.current !== traces.list) {
      shown.current = traces.list
      anchor.current = undefined
      box.current!.scrollTop = 0
      setActive(0)
    }
    const before = anchor.current
    const index = before === undefined ? -1 : lines.findIndex(({ id }) => id === before.id)
    if (before !== undefined && index !== -1 && index !== before.index) {
      box.current!.scrollTop += (index - before.index) * height
      setActive((one) => Math.max(0, Math.min(lines.length - 1, one + index - before.index)))
    }
    measure()
  }, [lines])

  useEffect(() => {
    if (traces.moreError !== undefined) return
    if (traces.hasOlder && to >= lines.length - spare) traces.older()
    else if (traces.hasNewer && from === 0) traces.newer()
  }, [from, to, lines])

  useImperativeHandle(handle, () => ({
    focus(id) {
      const index = lines.findIndex((line) => line.id === id)
      if (index === -1 || box.current!.clientHeight === 0) return false
      focusLine(index)
      return true
    },
  }))

  const top = Math.min(lines.length - 1, Math.floor(view.top / height))
  anchor.current = lines[top] === undefined ? undefined : { id: lines[top].id, index: top }

  return (
    <div class={`trace-list${isWide ? ' wide' : ''}`}>
      {isWide && (
        <div class="trace-columns" aria-hidden="true">
          {Object.entries(words.list.columns).map(([name, title]) => (
            <span key={name} class={`trace-${name}`}>
              {title}
            </span>
          ))}
        </div>
      )}
      <div class="trace-scroll" ref={box} onScroll={measure} onKeyDown={move} data-first={first}>
        <ul aria-label={words.list.label} style={{ height: `${lines.length * height}px` }}>
          {lines.slice(from, to).map((line, offset) => {
            const index = from + offset
            return (
              <Row
                key={line.id}
                line={line}
                href={hrefOf(line.id)}
                isCurrent={current.includes(line.id)}
                isActive={index === active}
                number={first + index + 1}
                top={index * height}
                height={height}
                onFocus={() => setActive(index)}
              />
            )
          })}
        </ul>
        <p class="trace-end soft small" role="status">
          {end()}
        </p>
      </div>
    </div>
  )

  function end() {
    if (traces.moreError !== undefined) {
      return (
        <>
          {words.list.moreFailed} {messageOf(traces.moreError)}{' '}
          <button type="button" class="button small" onClick={() => traces.older()}>
            {shell.retry}
          </button>
        </>
      )
    }
    return traces.hasOlder ? words.list.loadingMore : words.list.end(first + lines.length)
  }

  function measure(): void {
    const { scrollTop, clientHeight, clientWidth } = box.current!
    setView((before) =>
      before.top === scrollTop && before.height === clientHeight && before.width === clientWidth
        ? before
        : { top: scrollTop, height: clientHeight, width: clientWidth },
    )
  }

  /** Handles the arrow keys, Page Up, Page Down, Home and End. */
  function move(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(view.height / height) - 1)
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -lines.length,
      End: lines.length,
    }
    const step = event.altKey || event.ctrlKey || event.metaKey ? undefined : steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    focusLine(Math.max(0, Math.min(lines.length - 1, active + step)))
  }

  function focusLine(index: number): void {
    const element = box.current!
    const y = index * height
    if (y < element.scrollTop) element.scrollTop = y
    else if (y + height > element.scrollTop + element.clientHeight) element.scrollTop = y + height - element.clientHeight
    measure()
    setActive(index)
    const id = lines[index]?.id
    requestAnimationFrame(() =>
      element.querySelector<HTMLElement>(`[data-trace="${CSS.escape(id ?? '')}"]`)?.focus({ preventScroll: true }),
    )
  }
}
