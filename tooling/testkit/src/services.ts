import type {} from './services/setup.ts'

/** Why tests on a service are skipped, for the test's name. */
export const databaseMissing = 'needs PostgreSQL: set DATABASE_URL (no server comes with npm for this platform)'
export const redisMissing = 'needs Redis: install redis-server, or set REDIS_URL'
