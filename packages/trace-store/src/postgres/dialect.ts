import { type DatabaseIntrospector, type Kysely, PostgresDialect, sql, type TableMetadata } from 'kysely'

/**
 * PostgreSQL dialect for migrations that only need names. Kysely's own introspection reads all columns of all tables. It fails if a table is dropped meanwhile,
 * as retention in another process does.
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
