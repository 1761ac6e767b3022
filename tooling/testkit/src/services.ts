import type {} from './services/setup.ts'

/** Reasons for skipping tests on a service, for the names of the tests. */
export const databaseMissing = 'needs PostgreSQL: set DATABASE_URL (no server comes with npm for this platform)'
export const redisMissing = 'needs Redis: install redis-server, or set REDIS_URL'
