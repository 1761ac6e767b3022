import { patienceMs } from '@reason/testkit/patience'
import { Redis } from 'ioredis'
import { afterEach, describe, expect, it } from 'vitest'
import { createBudgets, redisStore, type BudgetEvent, type BudgetsOptions } from '../../src/index.ts'
import { settled, thinking } from '../generation.ts'
import { hasServer, ownServer, type OwnServer } from './own-server.ts'

const cleanUp: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const act of cleanUp.splice(0).toReversed()) await act()
})

async function server(settings?: Record<string, string>): Promise<OwnServer> {
  const own = await ownServer(settings)
  cleanUp.push(() => own.remove())
  return own
}

function connect({ port }: OwnServer, options: BudgetsOptions = {}) {
  const client = new Redis(port, '127.0.0.1', { retryStrategy: () => 20, maxRetriesPerRequest: null })
  // Refused connections are what these tests are about.
  client.on('error', () => {})
  cleanUp.push(() => client.disconnect())
  const events: BudgetEvent[] = []
  const limits = { session: { tokens: 1000, action: 'stop' as const } }
  const budgets = createBudgets({
    limits,
    store: redisStore({ client }),
    storeTimeoutMs: 500,
    onEvent: (event) => events.push(event),
    ...options,
  })
  return { budgets, client, events, used: async () => (await budgets.show({ session: 's' }))[0]!.used }
}

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const slowly = { timeout: patienceMs, interval: 50 }

describe.skipIf(!hasServer)(hasServer ? 'a Redis that fails' : 'a Redis that fails: needs redis-server on the PATH', () => {
  it('is down at the start: generations are admitted, counted, and settled when it is there', async () => {
    const own = await server()
    const { budgets, events, used } = connect(own)
    const governor = budgets.governor({ id: 'r', session: 's' })
    expect(await governor.admit()).toEqual({ admitted: true })
    expect([governor.remaining(), governor.balances()]).toEqual([undefined, []])
    for (const part of thinking(3000)) expect(governor.onPart(part)).toBe('continue')
    await governor.close()
    expect(events[0]).toMatchObject({ type: 'reasoning_budget_store_failed', operation: 'reserve', run: 'r', session: 's' })
    expect(budgets.state()).toMatchObject({ unsettled: 1, running: 0, counts: { admitted: 1, admittedUnchecked: 1 } })
    await expect(budgets.show({ session: 's' })).rejects.toMatchObject({ code: 'REASON_STORE_DOWN' })
    await own.start()
    await expect.poll(() => budgets.state().unsettled, slowly).toBe(0)
    expect(await used()).toBe(3000)
    expect(events.filter(({ type }) => type === 'reasoning_budget_exceeded')).toHaveLength(1)
  })

  it('is down, and budgets are to be closed then: generations are refused, and nothing stays reserved', async () => {
    const own = await server()
    const { budgets } = connect(own, { whenStoreDown: 'closed' })
    expect(await budgets.governor({ session: 's' }).admit()).toMatchObject({
      admitted: false,
      code: 'reasoning_budget_unavailable',
      retryAfterSeconds: 5,
      reason: expect.stringContaining('redis'),
    })
    expect(budgets.state().counts).toMatchObject({ admitted: 0, refused: 1, refusedUnchecked: 1 })
    await own.start()
    await expect.poll(() => budgets.state().unsettled, slowly).toBe(0)
    expect(await budgets.show({ session: 's' })).toMatchObject([{ used: 0, reserved: 0 }])
  })

  it('is restarted in mid-run: the generation goes on, and is counted once', async () => {
    const own = await server()
    await own.start()
    const { budgets, used, events } = connect(own, { reservationTokens: 100, reservationTtlMs: 300 })
    const governor = budgets.governor({ session: 's' })
    await governor.admit()
    for (const [index, part] of [...thinking(200)].entries()) {
      governor.onPart(part)
      await later(1)
      // Reasoning during a late answer is bounded, and a busy machine answers late.
      if (index % 25 === 0) await expect.poll(() => governor.balances()[0]!.reserved, slowly).toBeGreaterThan(index + 25)
    }
    await own.stop()
    // Until the store is known to be away, the generation thinks no further than its reservation.
    const failures = events.length
    await expect.poll(() => events.length, slowly).toBeGreaterThan(failures)
    for (const part of thinking(150)) governor.onPart(part)
    await governor.close()
    expect(budgets.state()).toMatchObject({ unsettled: 1, counts: { stopped: 0 } })
    await own.start()
    await expect.poll(() => budgets.state().unsettled, slowly).toBe(0)
    expect(await budgets.show({ session: 's' })).toMatchObject([{ used: 350, reserved: 0 }])
    // Commands that the client queued while Redis was away arrive, too.
    await settled()
    expect(await used()).toBe(350)
  })

  it('comes back without its memory: scripts are sent again, and what runs reserves anew', async () => {
    const own = await server({ appendonly: 'no' })
    await own.start()
    const { budgets } = connect(own, { reservationTokens: 100, reservationTtlMs: 300 })
    const governor = budgets.governor({ session: 's' })
    await governor.admit()
    await own.stop()
    await own.start()
    await expect.poll(async () => (await budgets.show({ session: 's' }).catch(() => [undefined]))[0]?.reserved, slowly).toBe(100)
    for (const part of thinking(50)) governor.onPart(part)
    await governor.close()
    await expect.poll(() => budgets.state().unsettled, slowly).toBe(0)
    expect(await budgets.show({ session: 's' })).toMatchObject([{ used: 50, reserved: 0 }])
  })

  it('goes away, and budgets are to be closed then: what runs stops where its reservation ends', async () => {
    const own = await server()
    await own.start()
    const { budgets } = connect(own, { reservationTokens: 100, whenStoreDown: 'closed' })
    const governor = budgets.governor({ session: 's' })
    await governor.admit()
    await own.stop()
    let allowed = 0
    for (const part of thinking(1000)) {
      const judged = governor.onPart(part)
      if (judged !== 'continue' && judged.verdict === 'stop-reasoning') break
      allowed += 1
      // As slow as a model, so that the store's silence is noticed.
      if (allowed % 40 === 0) await later(120)
    }
    expect(allowed).toBeGreaterThan(90)
    expect(allowed).toBeLessThanOrEqual(151)
    await governor.close()
  })
})

describe.skipIf(!hasServer)(hasServer ? 'a Redis cluster' : 'a Redis cluster: needs redis-server on the PATH', () => {
  it('finds all keys of an operation in one slot', async () => {
    const own = await server({ 'cluster-enabled': 'yes', appendonly: 'no' })
    await own.start()
    const client = new Redis(own.port, '127.0.0.1')
    cleanUp.push(() => client.disconnect())
    await client.call('cluster', 'addslotsrange', '0', '16383')
    await expect.poll(async () => String(await client.call('cluster', 'info')), slowly).toContain('cluster_state:ok')
    const limits = { session: { tokens: 100 }, key: { tokens: 100 }, team: { tokens: 100 } }
    const budgets = createBudgets({ limits, store: redisStore({ client }), whenStoreDown: 'closed' })
    const identities = [
      { session: 'a {b} c', key: 'k', team: 'Größe {x}' },
      { session: 'x'.repeat(200), key: 'sk-}{' },
      { session: '}{' },
      { key: 'k', team: 't' },
    ]
    for (const identity of identities) {
      const governor = budgets.governor(identity)
      expect(await governor.admit()).toEqual({ admitted: true })
      for (const part of thinking(10)) governor.onPart(part)
      await governor.close()
      for (const { used, reserved } of await budgets.show(identity)) expect([used, reserved]).toEqual([10, 0])
    }
    expect(budgets.state().counts.storeFailures).toBe(0)
    for (const key of await client.keys('*')) expect(key).toMatch(/^reason:budget:\{[A-Za-z0-9._~:/-]+\}:[A-Za-z0-9._~:/-]+$/)
  })
})
