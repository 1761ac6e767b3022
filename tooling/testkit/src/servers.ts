export { findNginx, type Nginx } from './services/nginx.ts'
export { startPostgres } from './services/postgres.ts'
export { startRedis } from './services/redis.ts'
export { freePort, startTied, type Service, type TiedProcess } from './services/tied-process.ts'
