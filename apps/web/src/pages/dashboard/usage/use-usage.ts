import type { UsageReport } from '@reason/gateway-api'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { requestJson } from '../../../api/request.ts'
import { apiQuery } from '../../traces/list/filters.ts'

/** The groupings of usage that the page offers. The gateway has more. */
export type UsageGrouping = 'model' | 'team' | 'key' | 'session' | 'upstream' | 'day'

export interface UsageQuery {
  by: UsageGrouping
  /** Age like `7d`. Empty: all traces. */
  since: string
}

export interface UsageView {
  /** Latest report, possibly of the previous query. */
  told: (UsageReport & UsageQuery) | undefined
  problem: unknown
  isAsking: boolean
  retry(): void
}

/** Milliseconds between two queries. A query takes a second for half a million traces. */
const everyMs = 60_000
const mostGroups = 12

/** Loads the usage when the query changes, and again every minute. */
export function useUsage({ by, since }: UsageQuery): UsageView {
  const [told, setTold] = useState<UsageReport & UsageQuery>()
  const [problem, setProblem] = useState<unknown>()
  const [isAsking, setAsking] = useState(true)
  const [attempt, setAttempt] = useState(0)
  const retry = useCallback(() => setAttempt((count) => count + 1), [])

  useEffect(() => {
    const leaving = new AbortController()
    const query = apiQuery(since === '' ? {} : { since }, Date.now())
    query.set('by', by)
    query.set('limit', String(mostGroups))
    setAsking(true)
    requestJson<UsageReport>(`api/usage?${query}`, { signal: leaving.signal })
      .then(
        (report) => {
          setTold({ ...report, by, since })
          setProblem(undefined)
        },
        (error: unknown) => leaving.signal.aborted || setProblem(error),
      )
      .finally(() => leaving.signal.aborted || setAsking(false))
    const again = setTimeout(retry, everyMs)
    return () => {
      leaving.abort()
      clearTimeout(again)
    }
  }, [by, since, attempt])

  return { told, problem, isAsking, retry }
}
