import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'
import { startRedis } from './redis.ts'
import type { Service } from './tied-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Undefined where no PostgreSQL can be had: skip, with `databaseMissing` in the name. */
    databaseUrl: string | undefined
    /** Undefined where no Redis can be had: skip, with `redisMissing` in the name. */
    redisUrl: string | undefined
  }
}

interface Running {
  database: Promise<Service | undefined>
  redis: Promise<Service | undefined>
  users: number
}

// Several projects name this file as their setup, and each loads its own copy: the servers are one for all of them.
const key = Symbol.for('reason.testkit.services')
const holder = globalThis as { [key]?: Running }

/** A real PostgreSQL and a real Redis for a project's tests: those of `DATABASE_URL` and `REDIS_URL`, else our own. */
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
