import { faultOf } from '../errors/fault.ts'
import type { ManagementCall, ManagementRequest } from './management-call.ts'
import { filterOf, filters, fromStore } from './trace-query.ts'

/** Exports traces as `?format=jsonl` (the default), `csv` or `parquet`, with the filters of the trace list. */
export const traceExportCall: ManagementCall = {
  method: 'GET',
  path: '/api/traces/export',
  query: ['format', ...filters],
  answer: (request, managed) =>
    fromStore(request, managed, async (store) => {
      const { format = 'jsonl', ...rest } = request.query
      if (!isFormat(format)) throw new TypeError(`"format" is ${JSON.stringify(format)}, but must be jsonl, csv or parquet.`)
      const filter = filterOf(rest)
      let unreadable = 0
      const options = { onUnreadable: (count: number) => void (unreadable += count) }
      const pieces: AsyncIterable<string | Uint8Array> =
        format === 'parquet' ? store.export(filter, format, options) : store.export(filter, format, options)
      return {
        file: {
          type: fileTypes[format],
          name: `traces-${new Date().toISOString().slice(0, 10)}.${format}`,
          pieces: await begun(pieces, request, () => unreadable),
          // The count goes into a trailer, because it is unknown until the end, and the file has no field for it.
          trailers: { 'x-reason-unreadable': () => String(unreadable) },
        },
      }
    }),
}

const fileTypes = {
  jsonl: 'application/jsonl; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
} as const

const isFormat = (text: string): text is keyof typeof fileTypes => Object.hasOwn(fileTypes, text)

/**
 * Waits for the first piece, so that a database failure is reported before anything is sent. A later failure breaks the response off, so
 * that half a file never looks complete.
 */
async function begun<T>(pieces: AsyncIterable<T>, { log, permit }: ManagementRequest, unreadable: () => number): Promise<AsyncIterable<T>> {
  const iterator = pieces[Symbol.asyncIterator]()
  const first = await iterator.next()
  return (async function* () {
    if (first.done === true) return
    yield first.value
    try {
      yield* { [Symbol.asyncIterator]: () => iterator }
    } catch (error) {
      // A client that left has stopped the export.
      if (!permit.signal.aborted) log.error({ err: faultOf(error) }, 'an export of traces broke off')
      throw error
    }
    if (unreadable() > 0) log.warn({ unreadable: unreadable() }, 'an export leaves out traces that cannot be read')
  })()
}
