import type { Migration } from 'kysely/migration'
import { traces } from './postgres-0001-traces.ts'
import { keys } from './postgres-0002-keys.ts'

/** Migrations in order. Each is frozen when released. Changes are new migrations. */
export const postgresMigrations: Record<string, Migration> = {
  '0001-traces': traces,
  '0002-keys': keys,
}
