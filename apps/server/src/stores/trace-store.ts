import type { Metrics } from '@reason/metrics'
import { ReasonError } from '@reason/core'
import type { Redactor } from '@reason/core/pipeline'
import { openTraceStore, type Finished, type StoreState, type TraceStore } from '@reason/trace-store'
import type { FastifyBaseLogger } from 'fastify'
import { join } from 'node:path'
import type { Config } from '../config/load.ts'
import { inDataDir } from './data-dir.ts'
import { openRedactor } from './redactor.ts'
import { sealKeysOf } from './seal-keys.ts'

type TraceConfig = Pick<
  Config,
  'traces' | 'traceMode' | 'traceDays' | 'traceDaysByTag' | 'traceChain' | 'redaction' | 'redactionKey' | 'sealKeys' | 'dataDir'
>

/** Opens the configured trace store. Undefined if traces are off. */
export async function openTraces(config: TraceConfig, metrics: Pick<Metrics, 'redactions'>): Promise<TraceStore | undefined> {
  const { traces, traceMode, traceDays, traceDaysByTag = {}, traceChain, dataDir } = config
  if (traces === 'off' || traceMode === 'none') return undefined
  const url = traces === 'sqlite' ? `sqlite:${inDataDir(dataDir, 'traces.db')}` : traces
  return openTraceStore({
    url,
    mode: traceMode,
    retention: { days: traceDays, classes: traceDaysByTag },
    audit: traceChain && chainOf(url, config),
    // Needed even if all text is stored: a key or a request may ask for less.
    ...(traceMode !== 'metadata' && { redactor: counted(openRedactor(config), metrics) }),
    // SQLite has a journal beside its file.
    ...(url.startsWith('postgres') && { journal: join(inDataDir(dataDir, ''), 'traces.spill') }),
  })
}

/** Options of the audit chain. Its signed head is a file beside that of SQLite, or in the data folder. In memory, there is no head. */
function chainOf(url: string, config: TraceConfig): true | { head: { path: string; keys: string[] } } {
  if (url.endsWith(':memory:')) return true
  const path = url.startsWith('sqlite:') ? `${url.slice('sqlite:'.length)}.head` : join(inDataDir(config.dataDir, ''), 'traces.head')
  return { head: { path, keys: sealKeysOf(config) } }
}

const counted = (redactor: Redactor, metrics: Pick<Metrics, 'redactions'>): Redactor => ({
  id: redactor.id,
  redact(text) {
    const redacted = redactor.redact(text)
    metrics.redactions(redacted.counts)
    return redacted
  },
  stream() {
    const stream = redactor.stream()
    return {
      ...stream,
      end() {
        const rest = stream.end()
        metrics.redactions(stream.counts())
        return rest
      },
    }
  },
})

interface TraceMeter {
  update(): void
  /** Records that a trace was stored, or failed. */
  finished(trace: Finished): void
}

/** Reports the state of the trace store to metrics, and logs when it goes down and recovers. */
export function createTraceMeter(store: TraceStore, metrics: Metrics, log: Pick<FastifyBaseLogger, 'warn'>): TraceMeter {
  let rejected = 0
  let wasUp = true
  let told: StoreState | undefined
  look()
  return {
    update() {
      const state = look()
      metrics.traceStore({
        up: wasUp,
        queueLength: state.queued,
        journalBytes: state.journalBytes,
        unreadable: state.unreadable ?? 0,
        // Journalled traces that were later rejected. The store counts a total, and the metric takes an increment.
        failed: state.rejected - rejected,
      })
      rejected = state.rejected
    },
    finished(trace) {
      look()
      metrics.traceStore({ [outcomeOf(trace)]: 1 })
    },
  }

  function look(): StoreState {
    const state = store.state()
    const isUp = takesWrites(state)
    if (isUp !== wasUp) {
      const { status, journalled, error } = state
      if (isUp) log.warn({ journalled }, 'the trace store accepts writes again')
      else if (status === 'down') log.warn({ reason: error }, 'traces are lost: neither the trace store nor the journal can be written')
      else log.warn({ reason: error }, 'the trace store is down: traces wait in the journal')
    }
    wasUp = isUp
    const { chain, damage, unreadable } = state
    if (chain !== undefined && chain !== told?.chain) log.warn({ reason: chain }, 'the chain of traces cannot be verified')
    if (damage !== undefined && damage !== told?.damage) log.warn({ reason: damage }, 'traces were lost: the write-ahead log is damaged')
    if (unreadable !== undefined && unreadable !== told?.unreadable) log.warn({ unreadable }, unreadableTraces)
    told = state
    return state
  }
}

const unreadableTraces =
  'damaged traces are left out of lists and exports. To read the rest, stop the gateway and run "sqlite3 FILE .recover"'

function outcomeOf({ stored, kept, error }: Finished): 'written' | 'journaled' | 'dropped' | 'failed' {
  if (stored) return kept === 'journal' ? 'journaled' : 'written'
  return ReasonError.is(error) && error.code === 'REASON_STORE_FULL' ? 'dropped' : 'failed'
}

/** Whether the store accepts writes. Traces that wait in the journal after a recovery are no failure. */
const takesWrites = ({ status, error }: StoreState): boolean => status === 'ok' || (status === 'degraded' && error === undefined)
