import { setImmediate } from 'node:timers/promises'
import { parseOptions, ReasonError } from '@reason/core'
import { checkHead } from './chain-head/check-head.ts'
import { createHeadKeeper } from './chain-head/head-keeper.ts'
import { withHead } from './chain-head/with-head.ts'
import { verifyChain } from './verify.ts'
import type { Database, RowPage, SummaryRow } from './database.ts'
import { exportTraces } from './export/export.ts'
import { openJournal } from './journal/journal.ts'
import { normalize } from './record/normalize.ts'
import { traceStoreConfig, type TraceStoreConfig, type TraceStoreOptions } from './options.ts'
import { postgresDatabase } from './postgres/database.ts'
import { traceSorts, type TraceSort } from './tables/sort-orders.ts'
import { createRecorder } from './recording/recorder.ts'
import type { TraceInput, TraceMode, TraceRecord, TraceSummary } from './record/record.ts'
import { forMode } from './record/redact-record.ts'
import { createRetention } from './retention.ts'
import { type TraceRow, toRecord } from './tables/row.ts'
import { parseQuery } from './search/query.ts'
import { snippetOf } from './search/snippet.ts'
import { shortened } from './record/shortened-record.ts'
import { sqliteDatabase } from './sqlite/database.ts'
import type { ListOptions, Page, PageOptions, TraceStore } from './store.ts'
import { createUnreadable, readRows } from './unreadable.ts'
import { groupingOf } from './usage/groups.ts'
import { reportOf } from './usage/report.ts'
import { without } from './record/omit-field.ts'
import type { Kept } from './writing/write-queue.ts'
import { createWriter } from './writing/writer.ts'
import { failureMessage } from './writing/failure-message.ts'

/** Modes in increasing order of stored data. */
const modes: readonly TraceMode[] = ['none', 'metadata', 'redacted', 'full']
const importedAtOnce = 500
/** Length of a text that takes a millisecond to search, in characters. */
const longText = 20_000

/**
 * Opens a store, creates or migrates its tables, and stores records that a previous process left in the journal. With a journal, it also opens while the
 * database is unavailable, as `state()` shows.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`; `REASON_STORE_DOWN` if neither the database nor a journal is available
 */
export async function openTraceStore(options: TraceStoreOptions): Promise<TraceStore> {
  const config = parseOptions(traceStoreConfig, options, 'trace-store')
  if (config.mode === 'redacted' && config.redactor === undefined)
    throw new ReasonError(
      'REASON_INVALID_OPTIONS',
      'The mode "redacted" (the default) needs a "redactor". Install @reason/redaction and give what its createRedactor() makes, ' +
        'or choose the mode "metadata", which keeps no text, or "full", which keeps it as it is.',
    )
  const { now, monotonic, mode: storeMode, redactor, audit } = config
  const head = typeof audit === 'object' ? audit.head : undefined
  if (head?.write === true && head.keys.length === 0)
    throw new ReasonError(
      'REASON_INVALID_OPTIONS',
      '"audit.head.keys" is empty, but a head that is written must be signed. Give a secret of 32 characters or more, or "write: false".',
    )
  const plain = databaseOf(config)
  const keeper = head?.write === true ? createHeadKeeper(plain, head, now) : undefined
  const database = keeper === undefined ? plain : withHead(plain, keeper)
  const at = journalOf(config)
  const journal = at && openJournal(at)
  const unreadable = createUnreadable()
  const writer = createWriter(database, journal, { ...config.queue, parallel: database.kind === 'postgres' ? 2 : 1 })
  const retention = createRetention(config, database, () => writer.settle())
  try {
    await writer.start(journal === undefined)
  } catch (error) {
    await writer.close()
    throw down(error)
  }
  retention.start()

  const store: TraceStore = {
    append: (input, given = {}) => keep(input, lower(given.mode)),
    record(request, given = {}) {
      const mode = lower(given.mode)
      const recorder = createRecorder(request, given, mode === 'redacted' || mode === 'full', { now, monotonic }, (row) =>
        keep(row, mode, shortened),
      )
      return mode === 'none' ? { ...recorder, observers: [], finish: async () => ({ id: recorder.id, stored: false }) } : recorder
    },
    list: (filter = {}, page) =>
      reading(async () => pageOf(await database.list(filter, { ...checked(page), sort: sortOf(page) }), toSummary)),
    get: (id) =>
      reading(async () => {
        const row = await database.get(id)
        return row && readOne(row)
      }),
    search: (text, filter = {}, page) =>
      reading(async () => {
        const query = parseQuery(text)
        let rows = 0
        const found = await database.search(query, filter, checked(page), async (row) => {
          const text = row.reasoning_text ?? ''
          // Searching a page takes up to a second. The event loop gets turns meanwhile, so that streams continue.
          if (text.length > longText || ++rows % 16 === 0) await setImmediate()
          const trace = readRows([row], toSummary).items[0]
          return { id: row.id, hit: trace && { trace, snippet: snippetOf(text, query) } }
        })
        return pageOf(found, ({ hit }) => hit ?? unread())
      }),
    tail: (filter = {}, page) =>
      reading(async () => {
        const found = await database.tail(filter, checked(page))
        return { ...pageOf(found, toSummary), next: found.next }
      }),
    usage: (by, filter = {}, { limit = 100 } = {}) =>
      reading(async () => {
        checkLimit('usage', limit, 10_000)
        const grouping = groupingOf(by)
        return reportOf(database.usage(grouping, filter), grouping, limit, unreadable.saw)
      }),
    export: ((filter, format, { onUnreadable } = {}) =>
      exportTraces(database, filter, format, reading, (names) => {
        if (unreadable.saw(names) > 0) onUnreadable?.(names.length)
      })) as TraceStore['export'],
    import: importAll,
    prune: () => reading(() => retention.prune()),
    pruneOlderThan: (time, rule = {}) => reading(() => database.prune({ before: Number(time), class: rule.class })),
    delete: async (id) => (await deleteTraces({ id })) > 0,
    deleteSession: (session) => deleteTraces({ session }),
    verify: ({ known = [] } = {}) => {
      if (audit === false) throw new TypeError('There is no chain to verify: open the store with "audit: true".')
      return reading(async () => {
        await writer.settle()
        await keeper?.settled()
        const expected = known.map((link) => ({ ...link, by: 'what was kept elsewhere' }))
        return verifyChain(database, head && (await checkHead(head)), expected)
      })
    },
    state() {
      const chain = keeper?.problem()
      const damage = database.damage()
      return {
        ...writer.state(),
        ...(unreadable.count() > 0 && { unreadable: unreadable.count() }),
        ...(damage !== undefined && { damage }),
        ...(chain !== undefined && { chain }),
      }
    },
    async close() {
      retention.stop()
      await writer.close()
    },
  }
  return store

  /** Waits for queued traces first, because they may match. */
  function deleteTraces(which: { session: string } | { id: string }): Promise<number> {
    return reading(async () => {
      await writer.settle()
      return database.deleteTraces(which)
    })
  }

  function pageOf<R extends { id: string }, T>({ rows, next, damaged = [] }: RowPage<R>, map: (row: R) => T): Page<T> {
    const read = readRows(rows, map)
    const left = unreadable.saw([...damaged, ...read.damaged])
    return { items: read.items, ...(next !== undefined && { next }), ...(left > 0 && { unreadable: left }) }
  }

  function readOne(row: TraceRow): TraceRecord {
    const { items, damaged } = readRows([row], toRecord)
    unreadable.saw(damaged)
    return items[0] ?? damagedTrace(row.id)
  }

  /** @param change - Applied to the record after redaction. */
  async function keep(
    input: TraceInput,
    mode: TraceMode,
    change = (record: TraceRecord): TraceRecord => record,
  ): Promise<Kept | undefined> {
    if (mode === 'none') return undefined
    const record = forMode(normalize(input, mode, now), redactor)
    // Not awaited here. The function would keep the record and its sources in memory while it is written.
    return writer.append(JSON.stringify(change(record instanceof Promise ? await record : record)))
  }

  function lower(asked: TraceMode | undefined): TraceMode {
    return modes[Math.min(modes.indexOf(storeMode), asked === undefined ? modes.length : modes.indexOf(asked))] ?? 'none'
  }

  async function importAll(records: AsyncIterable<TraceInput> | Iterable<TraceInput>): Promise<number> {
    // Half of the queue's limits (a character counts as two bytes), which leaves room for other traces.
    const most = { records: Math.min(importedAtOnce, Math.ceil(config.queue.maxRecords / 2)), chars: config.queue.maxBytes / 4 }
    let given = 0
    let chars = 0
    let waiting: Promise<unknown>[] = []
    try {
      for await (const record of records) {
        const { length } = JSON.stringify(record)
        if (waiting.length >= most.records || (waiting.length > 0 && chars + length > most.chars)) await stored()
        given++
        chars += length
        // An imported trace cannot be stored in more detail than its own mode.
        waiting.push(keep(record, lower(record.mode)))
      }
    } finally {
      // Also stores the records before one that cannot be read.
      await stored()
    }
    return given

    async function stored(): Promise<void> {
      const batch = waiting
      waiting = []
      chars = 0
      await Promise.all(batch)
    }
  }
}

/** Converts database errors. Reading has no journal as a fallback. */
async function reading<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw error instanceof TypeError || ReasonError.is(error) ? error : down(error)
  }
}

function checked({ limit = 50, after }: PageOptions = {}): { limit: number; after?: string | undefined } {
  checkLimit('a page', limit, 1000)
  if (after !== undefined && typeof after !== 'string')
    throw new TypeError('The "after" of a page is the "next" of the one before, a string.')
  return { limit, after }
}

function checkLimit(of: string, limit: number, most: number): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > most)
    throw new TypeError(`The "limit" of ${of} is a whole number from 1 to ${most}, not ${String(limit)}.`)
}

function sortOf({ sort }: ListOptions = {}): TraceSort | undefined {
  if (sort !== undefined && !traceSorts.includes(sort))
    throw new TypeError(`The "sort" of a list is "${String(sort)}", but must be one of: ${traceSorts.join(', ')}.`)
  return sort
}

function toSummary(row: SummaryRow): TraceSummary {
  return without(toRecord({ ...row, reasoning_text: null } satisfies TraceRow), 'reasoningText')
}

function databaseOf({ url, sqlite, postgres, audit: given, now }: TraceStoreConfig): Database {
  const audit = given !== false
  if (/^(?:sqlite:|:memory:$)/.test(url)) return sqliteDatabase({ path: url.replace('sqlite:', ''), ...sqlite, audit, now })
  return postgresDatabase({ url, ...postgres, audit, now })
}

function journalOf({ url, journal }: TraceStoreConfig): { path: string; maxBytes: number } | undefined {
  const maxBytes = 268_435_456
  if (journal === false) return undefined
  if (typeof journal === 'string') return { path: journal, maxBytes }
  if (journal !== undefined) return journal
  return url.startsWith('sqlite:') && url !== 'sqlite::memory:' ? { path: `${url.slice('sqlite:'.length)}.spill`, maxBytes } : undefined
}

function damagedTrace(id: string): never {
  throw new ReasonError(
    'REASON_STORE_DOWN',
    `The trace "${id}" is stored, and cannot be read: its row is damaged. Put back a copy of the database that has it; others can be read.`,
  )
}

/** For a row that was already reported as damaged. */
function unread(): never {
  throw new SyntaxError('The row is damaged.')
}

function down(error: unknown): ReasonError {
  return new ReasonError('REASON_STORE_DOWN', `The trace database is not available: ${failureMessage(error)}`, { cause: error })
}
