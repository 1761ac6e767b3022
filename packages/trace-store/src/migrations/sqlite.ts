import type { Migration } from 'kysely/migration'
import { traces } from './sqlite-0001-traces.ts'
import { keys } from './sqlite-0002-keys.ts'

/** Migrations in order. Each is frozen when released. Changes are new migrations. */
export const sqliteMigrations: Record<string, Migration> = {
  '0001-traces': traces,
  '0002-keys': keys,
}
