import type { Trace } from '@reason/gateway-api'
import { useEffect, useState } from 'preact/hooks'
import { requestJson } from '../../../api/request.ts'

export type LoadedTrace = { status: 'loading' } | { status: 'ready'; trace: Trace } | { status: 'failed'; error: unknown; retry(): void }

/** Loads a trace. The previous one stays until the next one is loaded. */
export function useTrace(id: string): LoadedTrace {
  const [loaded, setLoaded] = useState<LoadedTrace>({ status: 'loading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const control = new AbortController()
    requestJson<Trace>(`api/traces/${encodeURIComponent(id)}`, { signal: control.signal }).then(
      (trace) => setLoaded({ status: 'ready', trace }),
      (error: unknown) => control.signal.aborted || setLoaded({ status: 'failed', error, retry: () => setAttempt((one) => one + 1) }),
    )
    return () => control.abort()
  }, [id, attempt])
  return loaded
}
