import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

/** Message of Kysely 0.29 for a migration in the database that this version does not have. Kysely reports it as corruption. */
const unknownStep = /previously executed migration (\S+) is missing/

/**
 * Migrates the tables to this version. Each migration runs only once.
 *
 * @throws {Error} if the tables are from a newer version: during an upgrade, or after a downgrade
 */
export async function migrate<T>(db: Kysely<T>, migrations: Record<string, Migration>, schema?: string): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: 'trace_migrations',
    migrationLockTableName: 'trace_migrations_lock',
    ...(schema !== undefined && { migrationTableSchema: schema }),
  })
  const { error } = await migrator.migrateToLatest()
  if (error === undefined) return
  const step = error instanceof Error ? unknownStep.exec(error.message)?.[1] : undefined
  if (step === undefined) throw error
  throw new Error(`its tables are of a newer version of this package (${step}): run that version here, too, or restore an earlier backup`, {
    cause: error,
  })
}
