import type { TraceSort } from '@reason/trace-store'
import { notFound, type ManagementCall } from './management-call.ts'
import { filterOf, filters, fromStore, limitOf, tracesOff } from './trace-query.ts'

/** `/api/traces`: the stored traces of generations. */
export const traceCalls: readonly ManagementCall[] = [
  {
    method: 'GET',
    path: '/api/traces',
    query: ['q', 'limit', 'after', 'sort', ...filters],
    answer: (request, managed) =>
      fromStore(request, managed, async (store) => {
        const { q = '', limit, after, sort, ...rest } = request.query
        const filter = filterOf(rest)
        const page = { ...limitOf(limit), ...(after !== undefined && { after }) }
        if (q.trim() === '') return { json: await store.list(filter, { ...page, ...(sort !== undefined && { sort: sort as TraceSort }) }) }
        if (sort !== undefined) throw new TypeError('A search always lists the newest traces first. Leave out "sort", or "q".')
        return { json: await store.search(q, filter, page) }
      }),
  },
  {
    method: 'GET',
    path: '/api/traces/:id',
    answer: (request, managed) =>
      fromStore(request, managed, async (store) => {
        const { id = '' } = request.params
        const json = await store.get(id)
        return json === undefined ? noTrace(id) : { json }
      }),
  },
  {
    method: 'DELETE',
    path: '/api/traces/:id',
    async answer({ params: { id = '' } }, { governance: { traces: store } }) {
      if (store === undefined) return tracesOff
      return (await store.delete(id)) ? { json: { deleted: 1 } } : noTrace(id)
    },
  },
  {
    method: 'DELETE',
    path: '/api/sessions/:session/traces',
    answer: async ({ params: { session = '' } }, { governance: { traces: store } }) =>
      store === undefined ? tracesOff : { json: { deleted: await store.deleteSession(session) } },
  },
]

const noTrace = (id: string): ReturnType<typeof notFound> =>
  notFound('trace_not_found', `There is no trace ${JSON.stringify(id)}. It may have been deleted, by hand or because of its age.`)
