import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { redisMissing } from '@reason/testkit/services'
import { Redis } from 'ioredis'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { createBudgets, redisStore } from '../../src/index.ts'
import { neverOverspends } from '../overspending.ts'

const url = inject('redisUrl')
const client = url === undefined ? undefined : new Redis(url)
afterAll(() => client?.quit())

const script = fileURLToPath(new URL('process.ts', import.meta.url))
const run = promisify(execFile)
let prefixes = 0
const prefix = () => `test:${process.pid}:${Date.now()}:shared${(prefixes += 1)}:`

describe.skipIf(client === undefined)(
  client === undefined ? `one budget for several processes: ${redisMissing}` : 'one budget for several processes',
  () => {
    it('is never exceeded by more than a reservation for each generation', () =>
      neverOverspends(() => redisStore({ client: client!, prefix: prefix() }), 25))

    it('is shared by two gateways, and its lines are crossed once', async () => {
      const own = prefix()
      const settings = { reservationTokens: 50, limits: { session: { tokens: 2000, action: 'stop' }, team: { tokens: 10_000 } } } as const
      const generations = 4
      const args = ['--conditions=@reason/source', script, url!, own, String(generations), JSON.stringify(settings)]
      const gateways = await Promise.all([run(process.execPath, args), run(process.execPath, args)])
      const outcomes = gateways.map(({ stdout }) => JSON.parse(stdout) as { spent: number[]; events: string[] })
      const spent = outcomes.flatMap((outcome) => outcome.spent).reduce((one, other) => one + other, 0)
      expect(spent).toBeGreaterThanOrEqual(2000)
      expect(spent).toBeLessThanOrEqual(2000 + 2 * generations * settings.reservationTokens)
      for (const { spent: each } of outcomes) expect(Math.min(...each)).toBeGreaterThan(0)
      expect(outcomes.flatMap(({ events }) => events).toSorted()).toEqual(['reasoning_budget_exceeded', 'reasoning_budget_warning'])

      const budgets = createBudgets({ ...settings, store: redisStore({ client: client!, prefix: own }) })
      const [session, team] = await budgets.show({ session: 's', key: 'k', team: 't' })
      expect([session, team]).toMatchObject([
        { used: spent, reserved: 0, running: 0, level: 'exceeded' },
        { used: spent, reserved: 0, running: 0, level: 'ok' },
      ])
    })
  },
)
