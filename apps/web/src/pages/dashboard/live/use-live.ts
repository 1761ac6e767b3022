import type { BudgetLine, GatewayState, GenerationLine, Hello } from '@reason/gateway-api'
import { useEffect, useState } from 'preact/hooks'
import { ApiCallError } from '../../../api/api-call-error.ts'
import { streamEvents, type StreamedEvent } from '../../../api/event-stream.ts'
import { loadSession } from '../../../api/session.ts'
import { words } from '../../../words/en/dashboard.ts'
import { liveOf, withBudgetEvent, withGeneration, withState, type Live } from './state.ts'

export interface LiveData {
  /** Latest data, kept while the connection is lost. Undefined before the first data. */
  live: Live | undefined
  /** Error of the connection. Undefined while it works. */
  problem: unknown
  /** Reconnects at once instead of after the pause. */
  retry(): void
}

/** Pauses between reconnects, in milliseconds. */
const pauses = [1000, 2000, 5000, 10_000]
/** Silence after which a connection counts as lost, in milliseconds. The gateway sends an event every two seconds. */
const silentMs = 12_000

/** Watches the gateway while the page is shown, and reconnects when the stream ends or falls silent. */
export function useLive(): LiveData {
  const [live, setLive] = useState<Live>()
  const [problem, setProblem] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    const leaving = new AbortController()
    let failures = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    void watch()
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }

    async function watch(): Promise<void> {
      let why: unknown = new ApiCallError(words.ended, 0)
      const silent = new AbortController()
      const listen = (): void => {
        clearTimeout(timer)
        timer = setTimeout(() => silent.abort(), silentMs)
      }
      listen()
      try {
        for await (const events of streamEvents('api/live', { signal: AbortSignal.any([leaving.signal, silent.signal]) })) {
          failures = 0
          listen()
          for (const event of events) {
            if (event.event === 'bye') why = new ApiCallError((JSON.parse(event.data) as { message: string }).message, 0)
            else take(event)
          }
        }
      } catch (error) {
        why = silent.signal.aborted ? new ApiCallError(words.fellSilent, 0) : error
      }
      clearTimeout(timer)
      if (leaving.signal.aborted) return
      setProblem(why)
      // If the session has ended, the page asks the user to sign in.
      await loadSession().catch(() => undefined)
      if (!leaving.signal.aborted) timer = setTimeout(() => void watch(), pauses[Math.min(failures++, pauses.length - 1)])
    }

    function take({ event, data }: StreamedEvent): void {
      const value: unknown = JSON.parse(data)
      setProblem(undefined)
      if (event === 'hello') setLive(liveOf(value as Hello))
      else if (event === 'state') setLive((before) => before && withState(before, value as GatewayState))
      else if (event === 'generation') setLive((before) => before && withGeneration(before, value as GenerationLine))
      else if (event === 'budget') setLive((before) => before && withBudgetEvent(before, value as BudgetLine))
    }
  }, [attempt])

  return { live, problem, retry: () => setAttempt((count) => count + 1) }
}
