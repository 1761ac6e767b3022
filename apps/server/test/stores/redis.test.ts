import { redisMissing } from '@reason/testkit/services'
import { Redis } from 'ioredis'
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { openRedis } from '../../src/stores/redis.ts'
import { question, startGateway, type Gateway } from '../support/gateway.ts'
import { scriptedRedis } from '../support/scripted-redis.ts'

const url = inject('redisUrl')

const ask = ({ chat }: Gateway, session: string): Promise<Response> =>
  chat(
    { model: 'embedded/qwen3-tags', messages: question },
    { headers: { 'content-type': 'application/json', 'x-reason-session': session } },
  )

const used = async ({ url: address }: Gateway, session: string): Promise<number> => {
  const { budgets } = (await (await fetch(`${address}/api/sessions/${session}/budget`)).json()) as { budgets: { used: number }[] }
  return budgets[0]!.used
}

describe.skipIf(url === undefined)(`two gateways with one Redis${url === undefined ? ` (${redisMissing})` : ''}`, () => {
  it('share the budget of a session', async () => {
    const session = `shared-${process.pid}-${Date.now()}`
    const redis = new Redis(url!)
    onTestFinished(() => redis.disconnect())
    const gateways = [
      await startGateway('--redis', url!, '--session-budget', '20'),
      await startGateway('--redis', url!, '--session-budget', '20'),
    ] as const
    const [one, other] = gateways
    expect((await ask(one, session)).status).toBe(200)
    while ((await used(other, session)) < 14) await new Promise((resolve) => setTimeout(resolve, 5))
    expect((await ask(other, session)).status).toBe(200)
    while ((await used(one, session)) < 28) await new Promise((resolve) => setTimeout(resolve, 5))
    for (const gateway of gateways) expect((await ask(gateway, session)).status).toBe(429)
  })
})

describe('a Redis that only follows another one since a failover', () => {
  it('is left: the address leads to the one that is followed', async () => {
    const redis = (await openRedis(await failedOver()))!
    onTestFinished(() => redis.disconnect())
    await expect(redis.set('budget', '1')).rejects.toThrow('READONLY')
    expect(await redis.set('budget', '1')).toBe('OK')
  })
})

/** Its first connection is one to a server that has become a replica, and stays open, as it does. The next ones lead to the new one. */
const failedOver = (): Promise<string> =>
  scriptedRedis((command, connection) =>
    connection === 1 && /\r\nset\r\n/i.test(command) ? "-READONLY You can't write against a read only replica.\r\n" : '+OK\r\n',
  )

describe('a Redis that is frozen', () => {
  it('is not waited for by every request, and is asked again once it answers', async () => {
    let frozen = false
    const address = await scriptedRedis(
      () => '+OK\r\n',
      () => frozen,
    )
    const redis = (await openRedis(address))!
    onTestFinished(() => redis.disconnect())
    expect(await redis.set('budget', '1')).toBe('OK')
    frozen = true
    await expect(redis.set('budget', '2')).rejects.toThrow('timed out')
    await vi.waitFor(async () => expect(await saidAtOnce(redis.set('budget', '3'))).toBe('refused'), 10_000)
    frozen = false
    await vi.waitFor(async () => expect(await redis.set('budget', '4')).toBe('OK'), 10_000)
  })
})

/** The command's outcome before any other event. */
const saidAtOnce = (command: Promise<unknown>): Promise<string> =>
  Promise.race([
    command.then(
      () => 'done',
      () => 'refused',
    ),
    new Promise<string>((resolve) => setImmediate(resolve, 'waiting')),
  ])

describe('a Redis that does not answer', () => {
  it.each([
    ['open', 200],
    ['closed', 503],
  ])('leaves requests %s', async (rule, status) => {
    const gateway = await startGateway('--redis', 'redis://127.0.0.1:9', '--redis-down', rule)
    const answer = await ask(gateway, 'alice')
    expect(answer.status).toBe(status)
    if (status === 503) {
      expect(answer.headers.get('retry-after')).toBe('5')
      expect(await answer.json()).toMatchObject({ error: { code: 'reasoning_budget_unavailable' } })
    }
    const ready = (await (await fetch(`${gateway.url}/readyz`)).json()) as { budgets: { store: string; storeFailures: number } }
    expect(ready.budgets.store).toBe('redis')
    expect(ready.budgets.storeFailures).toBeGreaterThan(0)
  })
})
