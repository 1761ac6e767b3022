import type { Migration } from 'kysely/migration'
import { traces } from './postgres-0001-traces.ts'
import { keys } from './postgres-0002-keys.ts'

/** In order. Each is frozen once released: a change is a new one. */
export const postgresMigrations: Record<string, Migration> = {
  '0001-traces': traces,
  '0002-keys': keys,
}
