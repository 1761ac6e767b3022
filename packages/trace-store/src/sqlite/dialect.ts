import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely'
import type { Connection } from './connection.ts'

/** Kysely dialect over a connection in another thread. */
export function sqliteDialect(connection: Pick<Connection, 'query'>): Dialect {
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => createDriver(connection),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** Migrations run in a write transaction. A second process waits, and then finds them done. */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

function createDriver(connection: Pick<Connection, 'query'>): Driver {
  const only: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, changes } = await connection.query({ sql, parameters })
      return { rows: rows as R[], numAffectedRows: BigInt(changes) }
    },
    // oxlint-disable-next-line require-yield
    async *streamQuery() {
      throw new Error('Results are read page by page, not as a stream.')
    },
  }
  const run = async (sql: string): Promise<void> => void (await connection.query({ sql, parameters: [] }))
  return {
    init: async () => {},
    acquireConnection: async () => only,
    beginTransaction: () => run('begin immediate'),
    commitTransaction: () => run('commit'),
    rollbackTransaction: () => run('rollback'),
    releaseConnection: async () => {},
    destroy: async () => {},
  }
}
