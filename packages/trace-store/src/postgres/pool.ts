import type { Pool } from 'pg'

export interface PoolOptions {
  url: string
  schema: string
  connections: number
}

const int8 = 20
const json = 114
const jsonb = 3802
const timestamptz = 1184

/**
 * Opens a pool whose rows have our own types: integers, times in milliseconds, JSON as text. A connection that breaks while idle is
 * replaced; one that breaks in use fails its query.
 */
export async function createPool({ url, schema, connections }: PoolOptions): Promise<Pool> {
  // Imported here, so that an application with SQLite does not load the driver of PostgreSQL.
  const { default: pg } = await import('pg')
  const parsers = new Map<number, (text: string) => unknown>([
    [int8, Number],
    [json, (text) => text],
    [jsonb, (text) => text],
    [timestamptz, (text) => (pg.types.getTypeParser(timestamptz)(text) as Date).getTime()],
  ])
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // Longer than dropping a large table takes. Also detects a server that does not respond.
    query_timeout: 120_000,
    keepAlive: true,
    allowExitOnIdle: true,
    application_name: 'reason-trace-store',
    types: {
      getTypeParser: ((oid: number, format: 'text' | 'binary') =>
        parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    if (schema !== 'public') client.query(`set search_path to "${schema}"`).catch(() => {})
  })
  return pool
}

/**
 * Checks that the server accepts writes. After a failover, a connection may lead to a replica. It is then closed, and the next connection leads to the new
 * primary.
 */
export async function checkWritable(pool: Pool): Promise<void> {
  const client = await pool.connect()
  let isWritable = false
  try {
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
    isWritable = rows[0]?.transaction_read_only === 'off'
  } finally {
    client.release(!isWritable)
  }
  if (!isWritable) throw new Error('The server accepts no writes: its transactions are read-only, as on a replica.')
}
