import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'
import { startRedis } from './redis.ts'
import type { Service } from './tied-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Undefined if there is no PostgreSQL. Tests then skip, with `databaseMissing` in their name. */
    databaseUrl: string | undefined
    /** Undefined if there is no Redis. Tests then skip, with `redisMissing` in their name. */
    redisUrl: string | undefined
  }
}

interface Running {
  database: Promise<Service | undefined>
  redis: Promise<Service | undefined>
  users: number
}

// Several projects have this file as their setup, and each loads its own copy. They share the servers through this symbol.
const key = Symbol.for('reason.testkit.services')
const holder = globalThis as { [key]?: Running }

/** Provides a PostgreSQL and a Redis for a project's tests: those of `DATABASE_URL` and `REDIS_URL`, or servers that it starts. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = (holder[key] ??= {
    database: given('DATABASE_URL') ?? startPostgres(),
    redis: given('REDIS_URL') ?? startRedis(),
    users: 0,
  })
  running.users++
  const [database, redis] = await Promise.all([running.database, running.redis])
  if (process.env['REASON_SERVICES_REQUIRED'] === '1') {
    if (database === undefined) throw new Error('REASON_SERVICES_REQUIRED is 1, but there is no PostgreSQL: set DATABASE_URL.')
    if (redis === undefined)
      throw new Error('REASON_SERVICES_REQUIRED is 1, but there is no Redis: set REDIS_URL, or install redis-server.')
  }
  project.provide('databaseUrl', database?.url)
  project.provide('redisUrl', redis?.url)
  return async () => {
    if (--running.users > 0) return
    delete holder[key]
    await Promise.all([database?.stop(), redis?.stop()])
  }
}

function given(name: string): Promise<Service> | undefined {
  const url = process.env[name]
  return url === undefined || url === '' ? undefined : Promise.resolve({ url, stop: () => Promise.resolve() })
}
