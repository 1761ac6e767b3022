import type { TracePage } from '@reason/gateway-api'
import { useEffect, useState } from 'preact/hooks'
import { requestJson } from '../../../api/request.ts'
import { apiQuery, type Filters } from './filters.ts'
import { createPager, pageSize, type PagerLine, type Pager } from './pager.ts'

export interface Traces extends Pick<Pager, 'lines' | 'first' | 'hasOlder' | 'hasNewer'> {
  status: 'loading' | 'ready' | 'failed'
  error?: unknown
  /** Identity of the list. Changes with each new list. */
  list: unknown
  /** Number of damaged traces that were left out so far. */
  unreadable: number
  /** Error of the last page. `older` tries again. */
  moreError?: unknown
  /** True if newer traces were stored since. */
  isOld: boolean
  older(): void
  newer(): void
  reload(): void
}

const lookEveryMs = 5000

/** Loads the list for some filters. The previous list stays until the next one is loaded. */
export function useTraces(filters: Filters): Traces {
  const key = JSON.stringify(filters)
  const [count, setCount] = useState(0)
  const [unreadable, setUnreadable] = useState(0)
  const [state, setState] = useState<{ pager?: Pager; error?: unknown; moreError?: unknown; lines: readonly PagerLine[]; isOld: boolean }>({
    lines: [],
    isOld: false,
  })

  useEffect(() => {
    const control = new AbortController()
    const base = apiQuery(filters, Date.now())
    // A search has its own order.
    if (filters.sort !== undefined && filters.q === undefined) base.set('sort', filters.sort)
    /** Damaged traces by the key of their page. Pages that left the window are loaded again. */
    const damaged = new Map<string | undefined, number>()
    setUnreadable(0)
    const fetchPage = async (after?: string, limit = pageSize): Promise<TracePage> => {
      const query = new URLSearchParams(base)
      query.set('limit', String(limit))
      if (after !== undefined) query.set('after', after)
      const page = await requestJson<TracePage>(`api/traces?${query.toString()}`, { signal: control.signal })
      if (limit === pageSize && page.unreadable !== undefined) {
        damaged.set(after, page.unreadable)
        setUnreadable([...damaged.values()].reduce((sum, one) => sum + one, 0))
      }
      return page
    }
    const pager = createPager(fetchPage)
    pager.older().then(
      () => control.signal.aborted || setState({ pager, lines: pager.lines, isOld: false }),
      (error: unknown) => control.signal.aborted || setState({ error, lines: [], isOld: false }),
    )
    // The list checks for new traces only in order of time. A text search is expensive, and in another order a new trace may be anywhere.
    const timer =
      filters.q === undefined && filters.until === undefined && filters.sort === undefined
        ? setInterval(() => void look(), lookEveryMs)
        : undefined
    return () => {
      clearInterval(timer)
      control.abort()
    }

    async function look(): Promise<void> {
      if (document.hidden || pager.hasNewer) return
      const { items } = await fetchPage(undefined, 1).catch((): TracePage => ({ items: [] }))
      const [newest] = items
      const id = newest === undefined ? undefined : 'trace' in newest ? newest.trace.id : newest.id
      if (id !== undefined && id !== pager.lines[0]?.id)
        setState((before) => (before.pager === pager ? { ...before, isOld: true } : before))
    }
  }, [key, count])

  const { pager } = state
  const move = (how: 'older' | 'newer') => (): void => {
    if (pager === undefined) return
    pager[how]().then(
      () => setState((before) => (before.pager === pager ? { pager, lines: pager.lines, isOld: before.isOld } : before)),
      (moreError: unknown) => setState((before) => (before.pager === pager ? { ...before, moreError } : before)),
    )
  }
  return {
    status: state.error !== undefined ? 'failed' : pager === undefined ? 'loading' : 'ready',
    error: state.error,
    moreError: state.moreError,
    lines: state.lines,
    list: pager,
    first: pager?.first ?? 0,
    unreadable,
    hasOlder: pager?.hasOlder ?? false,
    hasNewer: pager?.hasNewer ?? false,
    isOld: state.isOld,
    older: move('older'),
    newer: move('newer'),
    reload: () => setCount(count + 1),
  }
}
