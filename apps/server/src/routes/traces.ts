import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { traceNumbers, traceTexts } from '@reason/gateway-api'
import type { TraceFilter, TraceSort, TraceStore, UsageBy } from '@reason/trace-store'
import { permitFor, type Permit } from '@reason/gateway/client-apis'
import { type ApiError, faultOf } from '@reason/gateway/errors'
import { answerApi } from './answer-api.ts'
import { refuseApi } from './refuse.ts'
import { onGone } from '../listen/client-disconnect.ts'
import type { Routes } from './routes.ts'

type Query = Readonly<Record<string, string | string[] | undefined>>

/** `/api/traces` and `/api/usage`: what was stored of generations, for operators and pages. */
export const traces: Routes = (app, services) => {
  app.get('/api/traces', (request, reply) =>
    fromStore(reply, async (store) => {
      const { q = '', limit, after, sort, ...rest } = once(request.query as Query)
      const filter = filterOf(rest, ['q', 'limit', 'after', 'sort'])
      const page = { ...limitOf(limit), ...(after !== undefined && { after }) }
      if (q.trim() === '') return store.list(filter, { ...page, ...(sort !== undefined && { sort: sort as TraceSort }) })
      if (sort !== undefined) throw new TypeError('A search has the newest traces first. Leave out "sort", or "q".')
      return store.search(q, filter, page)
    }),
  )

  /** `?format=jsonl` (the default), `csv` or `parquet`, with the filters of a list: a file, written while it is read. */
  app.get('/api/traces/export', (request, reply) =>
    fromStore(reply, async (store, permit) => {
      const { format = 'jsonl', ...rest } = once(request.query as Query)
      if (!isFormat(format)) throw new TypeError(`"format" is ${JSON.stringify(format)}, but must be jsonl, csv or parquet.`)
      const filter = filterOf(rest, ['format'])
      let unreadable = 0
      const options = { onUnreadable: (count: number) => void (unreadable += count) }
      const pieces: AsyncIterable<string | Uint8Array> =
        format === 'parquet' ? store.export(filter, format, options) : store.export(filter, format, options)
      const name = `traces-${new Date().toISOString().slice(0, 10)}.${format}`
      // A database that is away says so before anything is sent; later it ends the connection, and no half of a file looks like a whole one.
      const first = await begun(pieces, (error) => request.log.error({ err: faultOf(error) }, 'an export of traces broke off'))
      if (permit.signal.aborted) return undefined
      const file = Readable.from(first, { objectMode: false })
      permit.signal.addEventListener('abort', () => file.destroy(new Error(permit.takenBack()?.message)))
      // A file has no place for it, and what is sent before it cannot know it yet.
      void reply.trailer('x-reason-unreadable', async () => String(unreadable))
      file.on('end', () => unreadable > 0 && request.log.warn({ unreadable }, 'an export leaves out traces that cannot be read'))
      void reply.type(fileTypes[format]).header('content-disposition', `attachment; filename="${name}"`)
      return file
    }),
  )

  app.get('/api/traces/:id', (request, reply) => {
    const { id } = request.params as { id: string }
    return fromStore(reply, (store) => store.get(id), notFound(id))
  })

  app.delete('/api/traces/:id', (request, reply) => {
    const { traces: store } = services.governance
    if (store === undefined) return refuseApi(reply, off)
    const { id } = request.params as { id: string }
    return answerApi(reply, async () => ((await store.delete(id)) ? { deleted: 1 } : undefined), notFound(id))
  })

  /** `?by=model` (the default), `team`, `key`, `day` …: how many tokens went where. Keys have their names beside them. */
  app.get('/api/usage', (request, reply) =>
    fromStore(reply, async (store) => {
      const { by = 'model', limit, ...rest } = once(request.query as Query)
      const filter = filterOf(rest, ['by', 'limit'])
      const report = await store.usage(by as UsageBy, filter, limitOf(limit))
      if (by !== 'key') return report
      const names = new Map(services.access.file.list().map(({ id, name }) => [id, name]))
      return { ...report, items: report.items.map((group) => ({ ...group, ...(group.of !== null && { name: names.get(group.of) }) })) }
    }),
  )

  app.delete('/api/sessions/:session/traces', (request, reply) => {
    const { traces: store } = services.governance
    if (store === undefined) return refuseApi(reply, off)
    const { session } = request.params as { session: string }
    return answerApi(reply, async () => ({ deleted: await store.deleteSession(session) }))
  })

  /** Nothing is shown to a client whose key is taken back while the store is read, which may take a while. */
  async function fromStore(
    reply: FastifyReply,
    work: (store: TraceStore, permit: Permit) => Promise<unknown>,
    missing?: ApiError,
  ): Promise<FastifyReply> {
    const { traces: store } = services.governance
    if (store === undefined) return refuseApi(reply, off)
    const permit = permitFor(services.access, reply.request.headers, (run) => onGone(reply.raw, run))
    const reading = work(store, permit)
    await reading.catch(() => undefined)
    const why = permit.takenBack()
    return why === undefined ? answerApi(reply, () => reading, missing) : refuseApi(reply, why)
  }
}

const fileTypes = {
  jsonl: 'application/jsonl; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
} as const

const isFormat = (text: string): text is keyof typeof fileTypes => Object.hasOwn(fileTypes, text)

/** The same, when its first piece is there. @param onCut - Told why it broke off later. */
async function begun<T>(pieces: AsyncIterable<T>, onCut: (error: unknown) => void): Promise<AsyncIterable<T>> {
  const iterator = pieces[Symbol.asyncIterator]()
  const first = await iterator.next()
  return (async function* () {
    if (first.done === true) return
    yield first.value
    try {
      yield* { [Symbol.asyncIterator]: () => iterator }
    } catch (error) {
      onCut(error)
      throw error
    }
  })()
}

/** @throws {TypeError} on what is given twice */
function once(query: Query): Readonly<Record<string, string | undefined>> {
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) throw new TypeError(`"${name}" is given more than once. Give it once.`)
  }
  return query as Readonly<Record<string, string | undefined>>
}

/**
 * @param beside - What else the route takes, for who misspells it.
 * @throws {TypeError} on a field that no filter has, and on a number that is none
 */
function filterOf(query: Readonly<Record<string, string | undefined>>, beside: readonly string[]): TraceFilter {
  const filter: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    if ((traceTexts as readonly string[]).includes(name)) filter[name] = value
    else if (!(traceNumbers as readonly string[]).includes(name)) {
      throw new TypeError(`There is no filter "${name}". There are: ${[...beside, ...traceTexts, ...traceNumbers].join(', ')}.`)
    } else filter[name] = numberOf(name, value)
  }
  return filter
}

const notFound = (id: string): ApiError => ({
  status: 404,
  type: 'invalid_request_error',
  code: 'trace_not_found',
  message: `There is no trace ${JSON.stringify(id)}. It may have been deleted, or be older than --trace-days.`,
})

const off: ApiError = {
  status: 404,
  type: 'invalid_request_error',
  code: 'traces_off',
  message: 'No traces are kept. Start the gateway without --traces off and --trace-mode none.',
}

const limitOf = (limit: string | undefined): { limit?: number } => (limit === undefined ? {} : { limit: numberOf('limit', limit) })

/** @throws {TypeError} with what was written, where that is none */
function numberOf(name: string, value: string): number {
  if (value.trim() === '' || !Number.isFinite(Number(value)))
    throw new TypeError(`"${name}" is ${JSON.stringify(value)}, but must be a number.`)
  return Number(value)
}
