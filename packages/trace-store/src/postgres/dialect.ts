import { type DatabaseIntrospector, type Kysely, PostgresDialect, sql, type TableMetadata } from 'kysely'

/**
 * PostgreSQL, where migrations learn names alone. Kysely asks for every column of every table, also of those that are none of ours, and fails where one of
 * them is dropped meanwhile: as retention does in another process.
 */
export class NamesDialect extends PostgresDialect {
  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return {
      async getSchemas() {
        return (await sql<{ name: string }>`select nspname as name from pg_catalog.pg_namespace`.execute(db)).rows
      },
      async getTables() {
        const { rows } = await sql<{ schema: string; name: string }>`
          select schemaname as schema, tablename as name from pg_catalog.pg_tables
        `.execute(db)
        return rows.map((row): TableMetadata => ({ ...row, isView: false, isForeign: false, columns: [] }))
      },
    }
  }
}
