import type { Metrics } from '@reason/metrics'
import { createRedactor } from '@reason/redaction'
import { openTraceStore, type TraceStore } from '@reason/trace-store'
import { join } from 'node:path'
import type { Config } from '../config/load.ts'
import { inDataDir, redactionKey } from './data-dir.ts'

type TraceConfig = Pick<Config, 'traces' | 'traceMode' | 'traceDays' | 'dataDir'>

/** The store that is configured. Undefined: nothing is kept. */
export async function openTraces({ traces, traceMode, traceDays, dataDir }: TraceConfig): Promise<TraceStore | undefined> {
  if (traces === 'off' || traceMode === 'none') return undefined
  const url = traces === 'sqlite' ? `sqlite:${inDataDir(dataDir, 'traces.db')}` : traces
  return openTraceStore({
    url,
    mode: traceMode,
    retention: { days: traceDays },
    ...(traceMode === 'redacted' && { redactor: createRedactor({ key: redactionKey(dataDir) }) }),
    // SQLite has one beside its file.
    ...(url.startsWith('postgres') && { journal: join(inDataDir(dataDir, ''), 'traces.spill') }),
  })
}

/** Passes on to metrics how the store stands, now. What only grows there is a total, and a difference here. */
export function createTraceMeter(store: TraceStore, metrics: Metrics): { update(): void; stored(stored: boolean): void } {
  let refused = 0
  return {
    update() {
      const state = store.state()
      metrics.traceStore({
        up: state.status !== 'down',
        queueLength: state.queued,
        journalBytes: state.journalBytes,
        dropped: state.refused - refused,
      })
      refused = state.refused
    },
    stored: (stored) => metrics.traceStore(stored ? { written: 1 } : { failed: 1 }),
  }
}
