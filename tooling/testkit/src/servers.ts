export { startPostgres } from './services/postgres.ts'
export { startRedis } from './services/redis.ts'
export { freePort, type Service } from './services/tied-process.ts'
