import './traces.css'
import type { RefObject } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { announce } from '../../ui/announcer.tsx'
import type { PageProps } from '../../navigation/page-names.ts'
import { go, hrefOf } from '../../navigation/route.ts'
import { useShortcuts } from '../../navigation/shortcuts.ts'
import { Empty } from '../../ui/empty.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Problem } from '../../ui/problem.tsx'
import { words } from '../../words/en/traces.ts'
import { words as shell } from '../../words/en/shell.ts'
import { CompareView } from './compare/compare-view.tsx'
import { ExportMenu } from './list/export-menu.tsx'
import { FilterBar, FilterChips, SortChoice } from './list/filter-bar.tsx'
import { readFilters, tracesHref, type Filters } from './list/filters.ts'
import { TraceList, type ListHandle, type ListProps } from './list/trace-list.tsx'
import { useTraces, type Traces } from './list/use-traces.ts'
import { TraceView } from './one/trace-view.tsx'

/**
 *   #/traces?model=x         the list
 *   #/traces/ID?model=x      a trace, beside the list
 *   #/traces/ID/OTHER        two traces compared
 */
export default function TracesPage({ path, query }: PageProps) {
  const filters = readFilters(query)
  const [id, other] = path
  const traces = useTraces(filters)
  const [isComparing, setComparing] = useState(false)
  const handle = useKeys(traces, filters, id, { isComparing, stop: () => setComparing(false) })

  if (id !== undefined && other !== undefined) {
    return (
      <div class="page traces">
        <CompareView key={`${id} ${other}`} ids={[id, other]} filters={filters} />
      </div>
    )
  }
  return (
    <div class={`page traces${id === undefined ? '' : ' with-one'}`}>
      <div class="stack traces-top">
        <h1 class="unseen">{words.title}</h1>
        <FilterBar filters={filters} onChange={show} />
        <div class="row traces-tools">
          <FilterChips filters={filters} onChange={show} />
          <span class="grow" />
          {traces.status === 'ready' && (
            <span class="soft small number">{words.list.shown(traces.first + traces.lines.length, traces.hasOlder)}</span>
          )}
          <SortChoice filters={filters} onChange={show} />
          <button type="button" class={`button${traces.isOld ? ' primary' : ''}`} onClick={traces.reload}>
            {traces.isOld ? `${words.list.newer} ↑` : words.filters.refresh}
          </button>
          <ExportMenu filters={filters} />
        </div>
        {traces.unreadable > 0 && (
          <p class="notice warn small" role="status">
            {words.list.unreadable(traces.unreadable)}
          </p>
        )}
      </div>
      <div class="traces-body">
        <div class="stack traces-list card">
          <List handle={handle} traces={traces} filters={filters} current={path} hrefOf={lineHref} />
        </div>
        {id !== undefined && (
          <div class="traces-one">
            <TraceView
              key={id}
              id={id}
              filters={filters}
              isComparing={isComparing}
              onCompare={() => setComparing(!isComparing)}
              onDeleted={() => {
                go(tracesHref(filters))
                traces.reload()
              }}
            />
          </div>
        )}
      </div>
    </div>
  )

  function show(next: Filters): void {
    go(tracesHref(next, path), { replace: true })
  }

  function lineHref(line: string): string {
    return isComparing && id !== undefined && line !== id ? tracesHref(filters, [id, line]) : tracesHref(filters, [line])
  }
}

function List({ filters, ...list }: Omit<ListProps, 'withSnippets'> & { filters: Filters }) {
  const { traces } = list
  if (traces.status === 'failed')
    return <Problem title={words.list.failed} error={traces.error} action={{ label: shell.retry, act: traces.reload }} />
  if (traces.status === 'loading') return <Loading />
  if (traces.lines.length > 0) return <TraceList {...list} withSnippets={traces.lines.some(({ snippet }) => snippet !== undefined)} />
  if (Object.keys(filters).every((name) => name === 'sort')) {
    return (
      <Empty title={words.list.none}>
        <p>{words.list.noneWhy}</p>
        <a class="button primary" href={hrefOf('playground')}>
          {words.list.toPlayground}
        </a>
      </Empty>
    )
  }
  return (
    <Empty title={words.list.noneFits}>
      <p>{words.list.noneFitsWhy}</p>
      <a class="button" href={tracesHref({})}>
        {words.list.clear}
      </a>
    </Empty>
  )
}

/**
 * Keyboard shortcuts: `j` and `k` move in the list, `/` focuses the search. The focus follows to the line of the open trace. When the trace closes, its
 * elements lose the focus, so it returns to that line.
 */
function useKeys(
  traces: Traces,
  filters: Filters,
  id: string | undefined,
  { isComparing, stop }: { isComparing: boolean; stop(): void },
): RefObject<ListHandle | null> {
  const { lines } = traces
  const key = JSON.stringify(filters)
  const handle = useRef<ListHandle>(null)
  /** Trace that a shortcut selected, until it is shown. */
  const target = useRef<string>(undefined)
  const before = useRef(id)

  useEffect(() => {
    const line = target.current ?? (isFocusLost() ? (id ?? before.current) : undefined)
    const isFirst = before.current === id
    before.current = id
    target.current = undefined
    if (isFirst || line === undefined) return
    if (handle.current?.focus(line) !== true) document.getElementById('main')!.focus({ preventScroll: true })
  }, [id])

  const list = useMemo(() => {
    const step = (by: number) => (): void => {
      const from = target.current ?? (document.activeElement as HTMLElement | null)?.dataset['trace'] ?? id
      const index = lines.findIndex((line) => line.id === from)
      const next = lines[index === -1 ? 0 : index + by]
      if (next === undefined) return
      announce(words.one.of(next.model))
      // While a second trace is being chosen, the first one stays open. Enter selects the focused line.
      if (next.id === id || isComparing) return void handle.current?.focus(next.id)
      go(tracesHref(filters, [next.id]), { replace: id !== undefined || target.current !== undefined })
      target.current = next.id
    }
    const { group } = words.keys
    return [
      { keys: 'j', what: words.keys.next, group, act: step(1) },
      { keys: 'k', what: words.keys.previous, group, act: step(-1) },
      { keys: '/', what: words.keys.search, group, act: () => document.querySelector<HTMLElement>('.trace-filter-q input')?.focus() },
      { keys: 'r', what: words.keys.refresh, group, act: traces.reload },
      { keys: 'Escape', what: words.keys.close, group, act: close },
    ]

    /** Closes the innermost element: a field, the choice of a second trace, or the open trace. */
    function close(): void {
      const { activeElement } = document
      if (activeElement instanceof HTMLElement && activeElement.matches('.trace-filters :is(input, select)')) activeElement.blur()
      else if (isComparing) stop()
      else if (id !== undefined) go(tracesHref(filters))
    }
  }, [lines, id, key, isComparing])
  useShortcuts(list)
  return handle
}

/** Whether the focused element was removed or hidden. */
function isFocusLost(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || !activeElement.checkVisibility()
}
