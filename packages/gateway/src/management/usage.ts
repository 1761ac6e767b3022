import type { UsageBy } from '@reason/trace-store'
import type { ManagementCall } from './management-call.ts'
import { filterOf, filters, fromStore, limitOf } from './trace-query.ts'

/** Token usage, grouped `?by=model` (the default), `team`, `key`, `day` and others. Keys are listed with their names. */
export const usageCall: ManagementCall = {
  method: 'GET',
  path: '/api/usage',
  query: ['by', 'limit', ...filters],
  answer: (request, managed) =>
    fromStore(request, managed, async (store) => {
      const { by = 'model', limit, ...rest } = request.query
      const filter = filterOf(rest)
      const report = await store.usage(by as UsageBy, filter, limitOf(limit))
      if (by !== 'key') return { json: report }
      const names = new Map(managed.access.file.list().map(({ id, name }) => [id, name]))
      return {
        json: { ...report, items: report.items.map((group) => ({ ...group, ...(group.of !== null && { name: names.get(group.of) }) })) },
      }
    }),
}
