import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { from } from '@reason/testkit/programs'
import { startPostgres, startRedis } from '@reason/testkit/servers'
import { databaseMissing, redisMissing } from '@reason/testkit/services'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCluster, type Cluster } from '../src/cluster.ts'

// Own servers, because these tests kill them.
const [database, redis] = await Promise.all([startPostgres(), startRedis()])
const missing = database === undefined ? databaseMissing : redis === undefined ? redisMissing : undefined

describe.skipIf(missing !== undefined)(
  `two gateways that share PostgreSQL and Redis${missing === undefined ? '' : ` (${missing})`}`,
  () => {
    let cluster: Cluster

    beforeAll(async () => {
      cluster = await startCluster({
        replicas: 2,
        databaseUrl: database!.url,
        redisUrl: redis!.url,
        from,
        flags: ['--pace', '5', '--session-budget', '30'],
      })
    })
    afterAll(async () => {
      await cluster.stop()
      await Promise.all([database?.stop(), redis?.stop()])
    })

    const ask = (url: string, session: string, stream = false): Promise<Response> =>
      fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-reason-session': session },
        body: JSON.stringify({ model: 'embedded/qwen3-tags', stream, messages: [{ role: 'user', content: 'What is 17 * 3?' }] }),
      })
    const tracesOf = async (url: string, session: string): Promise<unknown[]> =>
      ((await (await fetch(`${url}/api/traces?session=${session}`)).json()) as { items: unknown[] }).items
    const usedBy = async (url: string, session: string): Promise<number> =>
      ((await (await fetch(`${url}/api/sessions/${session}/budget`)).json()) as { budgets: [{ used: number }] }).budgets[0].used
    const until = async (holds: () => Promise<boolean>): Promise<void> => {
      while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20))
    }

    it('both answer at one address', async () => {
      for (let turn = 0; turn < 4; turn++) expect((await ask(cluster.url, `turn-${turn}`)).status).toBe(200)
      for (const { url } of cluster.replicas) {
        const metrics = await (await fetch(`${url}/metrics`)).text()
        expect(metrics).toMatch(/^gateway_requests_total\{route="\/v1\/chat\/completions",status="2xx"\} [1-9]/m)
      }
    })

    it('share the budget of a session, and its traces', async () => {
      const [one, other] = cluster.replicas
      for (const [turn, { url }] of [one!, other!, one!].entries()) {
        expect((await ask(url, 'alice')).status).toBe(200)
        await until(async () => (await usedBy(other!.url, 'alice')) === (turn + 1) * 14)
      }
      expect((await ask(other!.url, 'alice')).status).toBe(429)
      await until(async () => (await tracesOf(one!.url, 'alice')).length === 3)
    })

    it('lose no more than the streams of the one that dies', async () => {
      const [one, other] = cluster.replicas
      expect((await ask(one!.url, 'before')).status).toBe(200)
      await until(async () => (await tracesOf(one!.url, 'before')).length === 1)
      const [dying, living] = await Promise.all([ask(one!.url, 'dying', true), ask(other!.url, 'living', true)])
      await one!.kill()
      await expect(dying.text()).rejects.toThrow()
      expect(await living.text()).toMatch(/data: \[DONE\]\n\n$/)
      expect(await tracesOf(other!.url, 'before')).toHaveLength(1)
      for (let turn = 0; turn < 4; turn++) expect((await ask(cluster.url, `after-${turn}`)).status).toBe(200)
    })
  },
)

describe.skipIf(missing !== undefined)(`a cluster that cannot start${missing === undefined ? '' : ` (${missing})`}`, () => {
  it('says which port is taken, before anything has begun', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    await expect(startCluster({ replicas: 2, port, from })).rejects.toThrow(`Port ${port} of 127.0.0.1 is taken. Give another one`)
    taken.close()
  })

  it('ends with its gateways, where they do not take what they are told', async () => {
    const starting = startCluster({ replicas: 2, from, flags: ['--session-budget', 'lots'] })
    await expect(starting).rejects.toThrow(/ended before it was ready \(exit code 1\)/)
  })
})
