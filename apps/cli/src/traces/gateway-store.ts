import { createTextDecoder } from '@reason/recording'
import type { TraceFilter, TraceStore } from '@reason/trace-store'
import { createGatewayClient, type GatewayFlags } from '../gateway/client.ts'

/** Operations that a store and a gateway have in common. */
export type GatewayTraces = Pick<TraceStore, 'list' | 'get' | 'search' | 'usage' | 'export' | 'deleteSession'>

/** Traces of a running gateway, by its HTTP API. For users without access to its store. */
export function gatewayStore(flags: GatewayFlags): GatewayTraces {
  const { json, send } = createGatewayClient(flags)
  return {
    list: (filter, page) => json(`/api/traces${queryOf({ ...filter, ...page })}`),
    search: (q, filter, page) => json(`/api/traces${queryOf({ q, ...filter, ...page })}`),
    get: (id) => json(`/api/traces/${encodeURIComponent(id)}`),
    usage: (by, filter, options) => json(`/api/usage${queryOf({ by, ...filter, ...options })}`),
    export: exportAll as TraceStore['export'],
    deleteSession: async (session) => {
      const { deleted } = await json<{ deleted: number }>(`/api/sessions/${encodeURIComponent(session)}/traces`, { method: 'DELETE' })
      return deleted
    },
  }

  async function* exportAll(filter: TraceFilter, format: string): AsyncGenerator<string | Uint8Array> {
    const { body } = await send(`/api/traces/export${queryOf({ ...filter, format })}`)
    const decoder = createTextDecoder()
    for await (const piece of body ?? []) yield format === 'parquet' ? piece : decoder.push(piece)
    if (format !== 'parquet') yield decoder.end()
  }
}

function queryOf(fields: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, String(value))
  return `?${query.toString()}`
}
