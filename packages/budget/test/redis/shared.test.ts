import { redisMissing } from '@reason/testkit/services'
import { Redis } from 'ioredis'
import { afterAll, describe, inject, it } from 'vitest'
import { redisStore } from '../../src/index.ts'
import { neverOverspends } from '../overspending.ts'
import { sharedByProcesses } from '../shared.ts'

const url = inject('redisUrl')
const client = url === undefined ? undefined : new Redis(url)
afterAll(() => client?.quit())

let prefixes = 0
const prefix = () => `test:${process.pid}:${Date.now()}:shared${(prefixes += 1)}:`

describe.skipIf(client === undefined)(
  client === undefined ? `one budget for several processes: ${redisMissing}` : 'one budget for several processes',
  () => {
    it('is never exceeded by more than a reservation for each generation', () =>
      neverOverspends(() => redisStore({ client: client!, prefix: prefix() }), 25))

    it('is shared by two gateways, and its lines are crossed once', async () => {
      const own = prefix()
      await sharedByProcesses(url!, own, () => redisStore({ client: client!, prefix: own }))
    })
  },
)
