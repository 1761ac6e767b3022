import { collect, runPipeline, type Part } from '@reason/core'
import { createAttempts } from '@reason/core/attempts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createBudgets, memoryStore, type BudgetEvent, type BudgetsOptions } from '../../src/index.ts'
import { answer, end, reported, settled, thinking } from '../generation.ts'

const start = Date.UTC(2026, 0, 1)

function open(options: BudgetsOptions = {}) {
  const events: BudgetEvent[] = []
  const clock = { now: start }
  const budgets = createBudgets({ now: () => clock.now, onEvent: (event) => events.push(event), ...options })
  return { budgets, events, clock, types: () => events.map(({ type }) => type) }
}

type Opened = ReturnType<typeof open>

/** A generation from beginning to end. */
async function generate({ budgets }: Opened, parts: readonly Part[], request = { id: 'r', session: 's' }) {
  const governor = budgets.governor(request)
  const result = await collect(runPipeline([...parts, ...answer, end], { governors: [governor], request }))
  return { governor, result, warnings: result.warnings.map(({ code }) => code) }
}

const used = async ({ budgets }: Opened, session = 's') => (await budgets.show({ session }))[0]!.used

afterEach(() => void vi.useRealTimers())

describe('by default', () => {
  it('gives a session 500 000 tokens, warns at 80 %, and refuses the next generation once they are used', async () => {
    const one = open()
    await one.budgets.set('session', { session: 's' }, 399_990)
    const { warnings, governor } = await generate(one, thinking(20))
    expect(warnings).toEqual(['budget-warning'])
    expect(governor.balances()).toMatchObject([{ scope: 'session', of: 's', limit: 500_000, used: 400_010, reserved: 0, level: 'warning' }])
    expect(one.events).toMatchObject([
      {
        type: 'reasoning_budget_warning',
        run: 'r',
        session: 's',
        used: 400_000,
        balance: { limit: 500_000, used: 399_990, running: 10, level: 'warning' },
      },
    ])
    await one.budgets.set('session', { session: 's' }, 499_999)
    const last = await generate(one, thinking(3))
    expect(last.warnings).toEqual(['budget-exceeded'])
    expect(last.result.reasoning).toHaveLength(12)
    await expect(generate(one, thinking(1))).rejects.toMatchObject({
      code: 'REASON_NOT_ADMITTED',
      cause: { code: 'reasoning_budget_exceeded' },
    })
  })

  it('limits neither keys nor teams, nor a request without a session', async () => {
    const one = open()
    const governor = one.budgets.governor({ key: 'k', team: 't' })
    expect(await governor.admit()).toEqual({ admitted: true })
    expect(governor.remaining()).toBeUndefined()
    expect(await one.budgets.show({ key: 'k', team: 't' })).toEqual([])
  })
})

describe('reject', () => {
  it('says in the refusal whose budget it was, how much of it is used, and when it is free again', async () => {
    const one = open({ limits: { session: { tokens: 0 }, key: { tokens: 100, window: { kind: 'fixed', ms: 3_600_000 } } } })
    one.clock.now = start + 600_500
    const first = one.budgets.governor({ id: 'a', key: 'k' })
    expect(await first.admit()).toEqual({ admitted: true })
    for (const part of thinking(130)) first.onPart(part)
    await first.close()
    const refusal = await one.budgets.governor({ id: 'b', key: 'k', session: 'another' }).admit()
    expect(refusal).toEqual({
      admitted: false,
      code: 'reasoning_budget_exceeded',
      reason: 'The reasoning budget of key "k" is used up: 130 of 100 tokens. It resets on 2026-01-01T01:00:00.000Z.',
      scope: 'key',
      of: 'k',
      limit: 100,
      used: 130,
      reserved: 0,
      retryAfterSeconds: 3000,
      resetsAt: '2026-01-01T01:00:00.000Z',
    })
    expect(one.events.at(-1)).toEqual({ type: 'reasoning_budget_refused', refusal, run: 'b', key: 'k', session: 'another' })
    one.clock.now = start + 3_600_000
    expect(await one.budgets.governor({ key: 'k' }).admit()).toEqual({ admitted: true })
  })

  it('names a budget that rejects, and none that only warns', async () => {
    const one = open({
      limits: {
        session: { tokens: 10, action: 'warn', window: { kind: 'fixed', ms: 86_400_000 } },
        key: { tokens: 100, window: { kind: 'fixed', ms: 3_600_000 } },
      },
    })
    const first = one.budgets.governor({ session: 's', key: 'k' })
    await first.admit()
    for (const part of thinking(130)) first.onPart(part)
    await first.close()
    expect(await one.budgets.governor({ session: 's', key: 'k' }).admit()).toMatchObject({
      admitted: false,
      scope: 'key',
      of: 'k',
      limit: 100,
      retryAfterSeconds: 3600,
    })
  })

  it('does not promise that a budget for a lifetime is free again, as only an idle one is', async () => {
    const one = open({ limits: { session: { tokens: 10 }, key: { tokens: 10 } } })
    await one.budgets.set('session', { session: 's' }, 12)
    await one.budgets.set('key', { key: 'k' }, 12)
    expect(await one.budgets.governor({ session: 's' }).admit()).toMatchObject({
      reason:
        'The reasoning budget of session "s" is used up: 12 of 10 tokens. Start a new session, or ask the operator to reset this one. It resets on 2026-01-08T00:00:00.000Z if nothing uses it until then.',
    })
    expect(await one.budgets.governor({ key: 'k' }).admit()).toMatchObject({
      reason: 'The reasoning budget of key "k" is used up: 12 of 10 tokens. Ask the operator to raise or reset it.',
    })
  })

  it('tells when enough of a rolling window is over', async () => {
    const one = open({ limits: { session: { tokens: 100, window: { kind: 'rolling', ms: 60_000 } } } })
    await generate(one, thinking(60))
    one.clock.now += 10_000
    await generate(one, thinking(60))
    const refusal = await one.budgets.governor({ session: 's' }).admit()
    expect(refusal).toMatchObject({ used: 120, retryAfterSeconds: 51, resetsAt: '2026-01-01T00:01:01.000Z' })
    one.clock.now = start + 61_000
    expect(await one.budgets.governor({ session: 's' }).admit()).toEqual({ admitted: true })
  })

  it('tells of the bucket that makes room, and not of one that leaves the window full', async () => {
    const one = open({ limits: { session: { tokens: 60, window: { kind: 'rolling', ms: 60_000 } } } })
    await generate(one, thinking(30))
    one.clock.now += 10_000
    await generate(one, thinking(60))
    // Without the first 30 it is used up still.
    const refusal = await one.budgets.governor({ session: 's' }).admit()
    expect(refusal).toMatchObject({ used: 90, retryAfterSeconds: 61, resetsAt: '2026-01-01T00:01:11.000Z' })
  })

  it('refuses while the rest is reserved, and asks to come back soon', async () => {
    const one = open({ limits: { session: { tokens: 100 } } })
    const first = one.budgets.governor({ session: 's' })
    await first.admit()
    expect(first.remaining()).toBe(100)
    const second = one.budgets.governor({ session: 's' })
    expect(await second.admit()).toMatchObject({ admitted: false, used: 0, reserved: 100, retryAfterSeconds: 5 })
    await first.close()
    const third = one.budgets.governor({ session: 's', maxTokens: 30 })
    expect(await third.admit()).toEqual({ admitted: true })
    const fourth = one.budgets.governor({ session: 's' })
    expect(await fourth.admit()).toEqual({ admitted: true })
    expect(fourth.remaining()).toBe(70)
    await Promise.all([third.close(), fourth.close()])
  })

  it('lets a generation end that goes beyond it', async () => {
    const one = open({ limits: { session: { tokens: 10 } } })
    const { result, warnings } = await generate(one, thinking(30))
    expect([result.reasoning!.length / 4, result.answer, warnings]).toEqual([30, 'It is 4.', ['budget-warning', 'budget-exceeded']])
    expect(one.events).toMatchObject([
      { type: 'reasoning_budget_warning', used: 8, balance: { used: 0 } },
      { type: 'reasoning_budget_exceeded', used: 10, balance: { used: 0 } },
    ])
  })
})

describe('warn', () => {
  it('tells every generation, and stops none', async () => {
    const one = open({ limits: { session: { tokens: 10, action: 'warn' } } })
    for (const _ of [1, 2, 3]) {
      const { result, warnings } = await generate(one, thinking(12, 12))
      expect([result.reasoning!.length / 4, warnings]).toEqual([12, ['budget-exceeded']])
    }
    expect(one.types()).toEqual(['reasoning_budget_warning', 'reasoning_budget_exceeded'])
    expect(await used(one)).toBe(36)
  })

  it('tells how many tokens are left, but does not limit the thinking', async () => {
    const one = open({ limits: { session: { tokens: 10, action: 'warn' } } })
    const left = async (): Promise<unknown[]> => {
      const governor = one.budgets.governor({ session: 's' })
      await governor.admit()
      const found = [governor.remaining(), governor.remaining('all')]
      await governor.close()
      return found
    }
    expect(await left()).toEqual([undefined, 10])
    await generate(one, thinking(12, 12))
    expect(await left()).toEqual([undefined, 0])
  })
})

describe('stop', () => {
  const limits = { session: { tokens: 10, action: 'stop' as const } }

  it.each([
    ['a session that stops', { session: { tokens: 10, action: 'stop' } }, true],
    ['a key that stops', { session: { tokens: 10, action: 'reject' }, key: { tokens: 10, action: 'stop' } }, true],
    ['a team that stops', { session: { tokens: 0 }, team: { tokens: 10, action: 'stop' } }, true],
    ['one that rejects', { session: { tokens: 10, action: 'reject' } }, false],
    ['one that warns', { session: { tokens: 10, action: 'warn' } }, false],
    ['one that stops and has no limit', { session: { tokens: 0, action: 'stop' } }, false],
  ] as const)('is known beforehand: %s', (_, own, expected) => {
    const governor = open({ limits: own }).budgets.governor({ session: 's', key: 'k', team: 't' })
    expect(governor.mayStop()).toBe(expected)
  })

  it('ends the reasoning where the budget ends, and lets the answer come', async () => {
    const one = open({ limits })
    const endReasoning = vi.fn()
    const governor = one.budgets.governor({ session: 's' })
    const parts = [...thinking(50), ...answer, end]
    const result = await collect(runPipeline(parts, { governors: [governor], request: { session: 's' }, endReasoning }))
    expect([result.reasoning, result.answer]).toEqual(['word'.repeat(10), 'It is 4.'])
    expect(result.warnings.map(({ code }) => code)).toEqual(['budget-warning', 'budget-exceeded', 'reasoning-stopped'])
    expect(endReasoning).toHaveBeenCalledOnce()
    // The upstream did not stop: its thought is counted, although no client saw it.
    expect([governor.wasStopped(), governor.spent(), governor.remaining()]).toEqual([true, { value: 50, source: 'estimated' }, 0])
    expect(one.budgets.state().counts).toMatchObject({ stopped: 1, warnings: 1, exceeded: 1 })
  })

  it('admits what comes after, without any reasoning', async () => {
    const one = open({ limits })
    await generate(one, thinking(50))
    const governor = one.budgets.governor({ session: 's' })
    expect(await governor.admit()).toEqual({ admitted: true })
    expect(governor.remaining()).toBe(0)
    const { result, warnings } = await generate(one, thinking(50))
    expect([result.reasoning, result.answer, warnings]).toEqual(['', 'It is 4.', ['budget-exceeded', 'reasoning-stopped']])
    await governor.close()
  })

  it('stops each of several choices', async () => {
    const one = open({ limits })
    const both = thinking(50).flatMap((part) => [part, { ...part, choice: 1 } as Part])
    const governor = one.budgets.governor({ session: 's' })
    const out: string[] = []
    for await (const part of runPipeline([...both, end], { governors: [governor], request: { session: 's' } })) {
      if (part.type === 'warning') out.push(`${part.code} ${part.choice ?? 0}`)
    }
    expect(out).toEqual(['budget-warning 1', 'budget-exceeded 1', 'reasoning-stopped 1', 'reasoning-stopped 0'])
    expect(governor.spent().value).toBe(100)
  })

  it('does not stop what comes all at once while there is more than it reserved', async () => {
    const one = open({ limits: { session: { tokens: 1000, action: 'stop' } }, reservationTokens: 10 })
    const governor = one.budgets.governor({ session: 's' })
    await governor.admit()
    const judged = thinking(1500).map((part) => governor.onPart(part))
    const stopped = judged.findIndex((one) => one !== 'continue' && one.verdict === 'stop-reasoning')
    expect(stopped).toBe(1000)
    await governor.close()
  })

  it('goes half a reservation further at most while the store does not answer', async () => {
    const store = { ...memoryStore(), extend: () => new Promise<never>(() => {}) }
    const one = open({ limits: { session: { tokens: 1000, action: 'stop' } }, reservationTokens: 100, storeTimeoutMs: 60_000, store })
    const governor = one.budgets.governor({ session: 's' })
    await governor.admit()
    let allowed = 0
    for (const part of thinking(1000, 5)) {
      const judged = governor.onPart(part)
      if (judged !== 'continue' && judged.verdict === 'stop-reasoning') {
        expect(judged.warning).toMatchObject({ code: 'budget-exceeded', message: expect.stringContaining('does not answer') })
        break
      }
      allowed = governor.spent().value
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    expect(allowed).toBe(145)
    await governor.close()
  })

  it('asks a store what it was given to say, and not the store that it was made of', async () => {
    const away = () => Promise.reject(new Error('Away.'))
    const one = open({ whenStoreDown: 'closed', store: { ...memoryStore(), reserve: away } })
    expect(await one.budgets.governor({ session: 's' }).admit()).toMatchObject({ code: 'reasoning_budget_unavailable' })
    const other = open({ store: { ...memoryStore(), settle: away } })
    const governor = other.budgets.governor({ session: 's' })
    await governor.admit()
    await governor.close()
    expect(other.types()).toEqual(['reasoning_budget_store_failed'])
    expect(other.budgets.state()).toMatchObject({ running: 0, unsettled: 1 })
    await other.budgets.close()
  })

  it('reports a crossed line once where the store answers in time', async () => {
    const { isImmediate: _, ...store } = memoryStore()
    const one = open({ store, storeTimeoutMs: 20, limits: { session: { tokens: 100 } } })
    await generate(one, thinking(100))
    await new Promise((resolve) => setTimeout(resolve, 40))
    expect(one.types()).toEqual(['reasoning_budget_warning', 'reasoning_budget_exceeded'])
  })

  it('asks a store that is still away once, and not for each of those that wait', async () => {
    let asked = 0
    const settle = () => {
      asked++
      return Promise.reject(new Error('Away.'))
    }
    const one = open({ store: { ...memoryStore(), settle } })
    for (const id of ['a', 'b', 'c']) {
      const governor = one.budgets.governor({ id, session: 's' })
      await governor.admit()
      await governor.close()
    }
    expect([asked, one.budgets.state().unsettled]).toEqual([3, 3])
    await one.budgets.close()
    expect([asked, one.budgets.state().unsettled]).toEqual([4, 3])
  })

  it('asks a store that stays away for half an hour no more, and counts what it never took', async () => {
    const one = open({ store: { ...memoryStore(), settle: () => Promise.reject(new Error('Away.')) } })
    const governor = one.budgets.governor({ session: 's' })
    await governor.admit()
    await governor.close()
    expect(one.budgets.state()).toMatchObject({ unsettled: 1, counts: { neverSettled: 0 } })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_800_001 })
    await one.budgets.close()
    expect(one.budgets.state()).toMatchObject({ unsettled: 0, counts: { neverSettled: 1 } })
  })

  it('asks for more while there is more', async () => {
    const one = open({ limits: { session: { tokens: 10_000, action: 'stop' } }, reservationTokens: 10 })
    const governor = one.budgets.governor({ session: 's' })
    await governor.admit()
    let most = 0
    for (const part of thinking(5000)) {
      expect(governor.onPart(part)).toBe('continue')
      await settled()
      most = Math.max(most, (await one.budgets.show({ session: 's' }))[0]!.reserved - governor.spent().value)
    }
    expect(most).toBeLessThanOrEqual(10)
    await governor.close()
    expect(await used(one)).toBe(5000)
  })
})

describe('what is settled', () => {
  const cases: [string, Part[], number, string][] = [
    ['what the provider reports', [...thinking(10), reported(250)], 250, 'reported'],
    ['the last report, as reports are cumulative', [...thinking(10), reported(100), reported(250)], 250, 'reported'],
    ['what was streamed, where the upstream reports no count', thinking(10), 10, 'estimated'],
    ['what was streamed, where the report cannot be true', [...thinking(10), reported(0, 'implausible')], 10, 'estimated'],
    ['the larger, where reasoning came after the report', [reported(3), ...thinking(10)], 10, 'estimated'],
    ['the reports of all choices', [...thinking(10), reported(20), reported(30, 'reported', 1)], 50, 'reported'],
    ['nothing, where nothing was thought', [], 0, 'estimated'],
  ]
  it.each(cases)('is %s', async (_, parts, value, source) => {
    const one = open()
    const { governor } = await generate(one, parts)
    expect(governor.spent()).toEqual({ value, source })
    expect(await used(one)).toBe(value)
  })

  const attempts: [string, Part[], Part[], number, string][] = [
    ['both are reported', [...thinking(10), reported(40)], [...thinking(5), reported(7)], 47, 'reported'],
    ['the first is cut before its report', thinking(10), [...thinking(5), reported(7)], 17, 'estimated'],
    ['the second never reports', [...thinking(10), reported(40)], thinking(5), 45, 'estimated'],
    ['neither reports', thinking(10), thinking(5), 15, 'estimated'],
    ['the second does not think', [...thinking(10), reported(40)], [], 40, 'reported'],
    ['the second says so', [...thinking(10), reported(40)], [reported(0)], 40, 'reported'],
    ['the second cannot be right', [...thinking(10), reported(40)], [...thinking(5), reported(0, 'implausible')], 45, 'estimated'],
  ]
  it.each(attempts)('is the sum of all attempts: %s', async (_, first, second, value, source) => {
    const one = open()
    const governor = one.budgets.governor({ session: 's' })
    await governor.admit()
    const joined = createAttempts()
    const see = (parts: readonly Part[]) => parts.forEach((part) => governor.onPart(part))
    const attempt = (parts: readonly Part[]) => [...parts, ...answer, end].forEach((part) => see(joined.push(part)))
    attempt(first)
    see(joined.next())
    governor.nextAttempt()
    attempt(second)
    see(joined.conclude())
    await governor.close()
    expect(governor.spent()).toEqual({ value, source })
    expect(await used(one)).toBe(value)
  })

  /** Before a report, as the client left. */
  const block = (kind?: 'hidden' | 'summary'): Part => ({ type: 'block-start', block: 0, channel: 'reasoning', ...(kind && { kind }) })
  const text = (words: number): Part => ({ type: 'delta', block: 0, channel: 'reasoning', text: 'word'.repeat(words) })

  it.each<[name: string, parts: Part[], isHidden: boolean, maxTokens: number | undefined, expected: number]>([
    ['what was shown of it', [block(), text(7), ...answer], false, undefined, 7],
    ['what was shown of it, whatever the app thinks', [block(), text(7), ...answer], true, undefined, 7],
    ['nothing where nothing was said of any', answer.slice(1), false, undefined, 0],
    ['the reservation, where the app knows of some', answer.slice(1), true, undefined, 50],
    ['the reservation, where nothing came at all', [], true, undefined, 50],
    ['the reservation of a request with a limit of its own', answer.slice(1), true, 12, 12],
    ['the reservation, where a block is hidden', [block('hidden'), ...answer], false, undefined, 50],
    ['the reservation, where there are summaries', [block('summary'), text(3), ...answer], false, undefined, 50],
    ['what was shown beyond the reservation', [block('summary'), text(80), ...answer], false, undefined, 80],
    ['what was reported', [block('hidden'), reported(20), ...answer], true, undefined, 20],
  ])('is %s, where its client left before the end', async (_, parts, isHidden, maxTokens, expected) => {
    const one = open({ reservationTokens: 50 })
    const governor = one.budgets.governor({ session: 's', ...(maxTokens !== undefined && { maxTokens }) })
    await governor.admit()
    for (const part of parts) governor.onPart(part)
    governor.leave(isHidden)
    await governor.close()
    expect(await used(one)).toBe(expected)
    expect(governor.spent().value).toBe(expected)
  })

  it('is what is left where less than a reservation was', async () => {
    const one = open({ reservationTokens: 50, limits: { session: { tokens: 30 } } })
    const governor = one.budgets.governor({ session: 's' })
    await governor.admit()
    governor.leave(true)
    await governor.close()
    expect(await used(one)).toBe(30)
  })

  const output = (tokens: number): Part => ({ type: 'usage', usage: { output: { value: tokens, source: 'reported' }, raw: {} } })
  const said = (words: string): Part => ({ type: 'delta', block: 1, channel: 'answer', text: words })
  const call: Part[] = [
    { type: 'tool-call-start', call: 0, id: 'a', name: 'time' },
    { type: 'tool-call-delta', call: 0, text: '{"city": "Rome"}' },
  ]

  it.each<[name: string, parts: Part[], expected: number]>([
    ['the output without the answer, where reasoning is hidden', [block('hidden'), output(102)], 100],
    ['the same of summaries', [block('summary'), text(3), output(102)], 100],
    ['a token for each character of scripts that are not Latin', [block('hidden'), said('答案是四'), output(106)], 100],
    ['without calls', [block('hidden'), ...call, output(106)], 100],
    ['the last report, as those of streams grow', [block('hidden'), output(1), output(102)], 100],
    ['the report of reasoning, if there is one', [block('hidden'), output(102), reported(20)], 20],
    ['what was shown, if some was', [block('hidden'), block(), text(7), output(102)], 7],
    ['nothing of an output that is shorter than its answer', [block('hidden'), output(1)], 0],
    ['nothing where no reasoning came', [output(102)], 0],
  ])('is, without a count of reasoning, %s', async (_, parts, expected) => {
    const one = open()
    const { governor } = await generate(one, parts)
    await governor.close()
    expect(await used(one)).toBe(expected)
    expect(governor.spent().value).toBe(expected)
  })

  it('counts the output of each attempt once, where reasoning is hidden', async () => {
    const one = open()
    const governor = one.budgets.governor({ session: 's' })
    await governor.admit()
    for (const part of [block('hidden'), ...answer, output(102)]) governor.onPart(part)
    governor.nextAttempt()
    for (const part of [block('hidden'), ...answer, output(154)]) governor.onPart(part)
    await governor.close()
    expect(await used(one)).toBe(150)
  })

  it('is nothing unseen of an answer that came to its end', async () => {
    const one = open({ reservationTokens: 50 })
    const { governor } = await generate(one, [block('hidden')])
    await governor.close()
    expect(await used(one)).toBe(0)
  })

  it('is settled once, and each generation for itself, whatever ids requests have', async () => {
    const one = open()
    const request = { id: 'the same', session: 's' }
    const [first, second] = [one.budgets.governor(request), one.budgets.governor(request)]
    await Promise.all([first.admit(), first.admit(), second.admit()])
    expect(one.budgets.state().running).toBe(2)
    for (const governor of [first, second]) for (const part of thinking(10)) governor.onPart(part)
    await Promise.all([first.close(), first.close(), second.close()])
    expect([await used(one), one.budgets.state().running]).toEqual([20, 0])
  })
})

describe('whose budget it is', () => {
  it('is also that of the key, whatever session it names', async () => {
    const one = open({ limits: { key: { tokens: 25 } } })
    for (const session of ['a', 'b', 'c']) await generate(one, thinking(10), { id: 'r', session, key: 'k' } as never)
    expect(await one.budgets.governor({ session: 'd', key: 'k' }).admit()).toMatchObject({ scope: 'key', used: 30 })
  })

  it('is not that of another key that calls a session the same', async () => {
    const one = open({ limits: { session: { tokens: 10 } } })
    await generate(one, thinking(10), { id: 'r', session: 's', key: 'k' } as never)
    expect(await one.budgets.governor({ session: 's', key: 'other' }).admit()).toEqual({ admitted: true })
    expect(await one.budgets.governor({ session: 's', key: 'k' }).admit()).toMatchObject({ admitted: false, scope: 'session' })
  })

  it('is all of a team', async () => {
    const one = open({ limits: { team: { tokens: 15 } } })
    for (const key of ['a', 'b']) await generate(one, thinking(10), { id: 'r', key, team: 't' } as never)
    expect(await one.budgets.governor({ key: 'c', team: 't' }).admit()).toMatchObject({ scope: 'team', of: 't', used: 20 })
  })

  it('is as its key has it configured', async () => {
    const one = open({ limits: { session: { tokens: 10, action: 'stop' } } })
    const overrides = { limits: { session: { tokens: 20 }, key: { tokens: 5 } } }
    expect(await one.budgets.show({ session: 's', key: 'k' }, overrides)).toMatchObject([
      { scope: 'session', limit: 20, action: 'stop' },
      { scope: 'key', limit: 5, action: 'reject' },
    ])
    expect(() => one.budgets.governor({ key: 'k' }, { limits: { kye: { tokens: 5 } } as never })).toThrow(/kye/)
  })
})

describe('reservations', () => {
  it('are renewed while a generation is silent', async () => {
    vi.useFakeTimers()
    const budgets = createBudgets({ limits: { session: { tokens: 100 } }, reservationTtlMs: 30_000 })
    const governor = budgets.governor({ session: 's' })
    await governor.admit()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(await budgets.show({ session: 's' })).toMatchObject([{ reserved: 100 }])
    await governor.close()
    expect(await budgets.show({ session: 's' })).toMatchObject([{ reserved: 0 }])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('end with a generation that ends while it is being admitted', async () => {
    const one = open()
    const governor = one.budgets.governor({ session: 's' })
    const admission = governor.admit()
    await governor.close()
    expect(await admission).toEqual({ admitted: true })
    expect(await one.budgets.show({ session: 's' })).toMatchObject([{ used: 0, reserved: 0 }])
    expect(one.budgets.state().running).toBe(0)
  })

  it('end with a generation that ends before a store has answered', async () => {
    const memory = memoryStore()
    const reserve: typeof memory.reserve = async (operation) => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      return memory.reserve(operation)
    }
    const one = open({ store: { ...memory, reserve } })
    const governor = one.budgets.governor({ session: 's' })
    const admission = governor.admit()
    await governor.close()
    expect(await admission).toEqual({ admitted: true })
    expect(await one.budgets.show({ session: 's' })).toMatchObject([{ used: 0, reserved: 0 }])
    expect(one.budgets.state().running).toBe(0)
  })

  it('end with their generation when nothing of it ever came', async () => {
    const one = open()
    const governor = one.budgets.governor({ session: 's' })
    await governor.admit()
    await governor.close()
    expect(await one.budgets.show({ session: 's' })).toMatchObject([{ used: 0, reserved: 0 }])
  })
})

describe('operators', () => {
  it('reset and set what is used, and crossings count anew', async () => {
    const one = open({ limits: { session: { tokens: 10, action: 'warn' } } })
    await generate(one, thinking(10, 10))
    expect(await one.budgets.reset('session', { session: 's' })).toMatchObject({ used: 0, level: 'ok' })
    expect(await one.budgets.set('session', { session: 's' }, 9)).toMatchObject({ used: 9, level: 'warning' })
    await generate(one, thinking(1))
    expect(one.types()).toEqual(['reasoning_budget_warning', 'reasoning_budget_exceeded', 'reasoning_budget_exceeded'])
    expect(await one.budgets.reset('team', { team: 't' })).toBeUndefined()
    expect(() => one.budgets.set('session', { session: 's' }, -1)).toThrow(TypeError)
  })

  it('learn what is wrong with options', () => {
    expect(() => createBudgets({ reservationToken: 5 } as never)).toThrow(/reservationTokens/)
    expect(() => createBudgets({ limits: { session: { tokens: -5 } } })).toThrow(/limits.session.tokens|tokens/)
    expect(() => createBudgets({ limits: { session: { tokens: 5, window: { kind: 'weekly', ms: 1 } as never } } })).toThrow(/window/)
  })

  it('may listen badly', async () => {
    const one = open({
      limits: { session: { tokens: 5 } },
      onEvent() {
        throw new Error('The listener fails.')
      },
    })
    const { result } = await generate(one, thinking(10))
    expect(result.answer).toBe('It is 4.')
  })
})
