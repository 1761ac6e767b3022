import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

/** Brings the tables to this version. What ran once is not run again. */
export async function migrate<T>(db: Kysely<T>, migrations: Record<string, Migration>, schema?: string): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: 'trace_migrations',
    migrationLockTableName: 'trace_migrations_lock',
    ...(schema !== undefined && { migrationTableSchema: schema }),
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}
