import { faultOf } from '../errors/fault.ts'
import type { Log } from '../log.ts'
import type { ManagementCall } from './management-call.ts'
import { filterOf, fromStore, once } from './trace-query.ts'

/** `?format=jsonl` (the default), `csv` or `parquet`, with the filters of a list. */
export const traceExportCall: ManagementCall = {
  method: 'GET',
  path: '/api/traces/export',
  answer: (request, managed) =>
    fromStore(request, managed, async (store) => {
      const { format = 'jsonl', ...rest } = once(request.query)
      if (!isFormat(format)) throw new TypeError(`"format" is ${JSON.stringify(format)}, but must be jsonl, csv or parquet.`)
      const filter = filterOf(rest, ['format'])
      let unreadable = 0
      const options = { onUnreadable: (count: number) => void (unreadable += count) }
      const pieces: AsyncIterable<string | Uint8Array> =
        format === 'parquet' ? store.export(filter, format, options) : store.export(filter, format, options)
      return {
        file: {
          type: fileTypes[format],
          name: `traces-${new Date().toISOString().slice(0, 10)}.${format}`,
          pieces: await begun(pieces, request.log, () => unreadable),
          // A file has no place for it, and what is sent before it cannot know it yet.
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

/** The same, when its first piece is there: a database that is away says so before anything is sent. Later it breaks off, and no half of a file looks like a whole one. */
async function begun<T>(pieces: AsyncIterable<T>, log: Log, unreadable: () => number): Promise<AsyncIterable<T>> {
  const iterator = pieces[Symbol.asyncIterator]()
  const first = await iterator.next()
  return (async function* () {
    if (first.done === true) return
    yield first.value
    try {
      yield* { [Symbol.asyncIterator]: () => iterator }
    } catch (error) {
      log.error({ err: faultOf(error) }, 'an export of traces broke off')
      throw error
    }
    if (unreadable() > 0) log.warn({ unreadable: unreadable() }, 'an export leaves out traces that cannot be read')
  })()
}
