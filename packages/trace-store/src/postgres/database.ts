import type { Database } from '../database.ts'

export function postgresDatabase(_options: {
  url: string
  schema: string
  partition: string
  connections: number
  audit: boolean
  now: () => number
}): Database {
  throw new TypeError('PostgreSQL: not yet.')
}
