import { describe, expect, it } from 'vitest'
import { fail, leaseOf, makeRouter, taken } from './make-router.ts'

describe('a request that not everybody can take', () => {
  const upstreams = [
    { id: 'local', models: ['m'] },
    { id: 'cloud', aliases: { m: 'gpt-5' }, priority: 1 },
  ]
  const canTake = (upstream: string, model: string): boolean => upstream === 'cloud' && model === 'gpt-5'

  it('goes to those that can, and to no other', () => {
    const { router } = makeRouter({ upstreams })
    expect(router.route({ model: 'm', canTake }).candidates).toMatchObject([
      { upstream: 'cloud', verdict: 'taken' },
      { upstream: 'local', verdict: 'refused', reason: 'cannot take such a request' },
    ])
    expect(router.route({ model: 'm', canTake: () => false }).refusal?.code).toBe('model-unknown')
  })

  it('waits for no other who asked to be left alone', () => {
    const { router } = makeRouter({ upstreams })
    leaseOf(router.acquire(router.route({ model: 'm' }))).end({ kind: 'rate-limited' })
    for (let count = 0; count < 5; count += 1) leaseOf(router.acquire(router.route({ model: 'm', canTake }))).end({ kind: 'server-error' })
    const failed = { model: 'm', tried: ['cloud'], outcome: { kind: 'server-error' }, elapsedMs: 0 } as const
    expect(router.retry(failed).retry).toBe(true)
    expect(router.retry({ ...failed, canTake }).retry).toBe(false)
  })
})

describe('an alias for any name', () => {
  const { router } = makeRouter({
    upstreams: [{ id: 'local' }, { id: 'claude', models: ['claude-*'] }, { id: 'fallback', aliases: { '*': 'gpt-5-mini' }, priority: 1 }],
  })

  it('takes nothing away from an upstream whose models no rule names', () =>
    expect(taken(router.route({ model: 'm' }))).toEqual(['local', 'fallback']))
  it('comes after who names it', () => expect(taken(router.route({ model: 'claude-x' }))).toEqual(['claude', 'fallback']))
})

describe('a plan', () => {
  it('takes those that serve the model, by priority, and says of the others why not', () => {
    const { router } = makeRouter({
      upstreams: [
        { id: 'cloud', models: ['gpt-*'], aliases: { fast: 'gpt-5-mini' }, priority: 1 },
        { id: 'local', models: ['qwen*'], aliases: { fast: 'qwen3-8b' } },
        { id: 'any' },
        { id: 'claude', models: ['claude-*'] },
      ],
    })
    expect(router.route({ model: 'fast' })).toEqual({
      model: 'fast',
      warnings: [],
      candidates: [
        {
          upstream: 'local',
          verdict: 'taken',
          model: 'qwen3-8b',
          seals: 'none',
          group: 0,
          reason: 'calls it qwen3-8b; priority 0, weight 1',
        },
        {
          upstream: 'cloud',
          verdict: 'taken',
          model: 'gpt-5-mini',
          seals: 'none',
          group: 1,
          reason: 'calls it gpt-5-mini; priority 1, weight 1',
        },
        {
          upstream: 'any',
          verdict: 'refused',
          model: 'fast',
          seals: 'none',
          group: -1,
          reason: 'is only for models that no other upstream names, and cloud, local names this one',
        },
        { upstream: 'claude', verdict: 'refused', model: 'fast', seals: 'none', group: -1, reason: 'does not serve it (serves: claude-*)' },
      ],
    })
    expect(taken(router.route({ model: 'mistral' }))).toEqual(['any'])
    expect(taken(router.route({}))).toEqual(['any'])
  })

  it('is a 404 when no upstream serves the model', () => {
    const { router } = makeRouter({ upstreams: [{ id: 'a', models: ['gpt-*'] }] })
    expect(router.route({ model: 'x' }).refusal).toEqual({
      code: 'model-unknown',
      status: 404,
      message: 'No upstream serves the model "x". GET /v1/models lists the models.',
    })
  })

  it.each([1, 2, 3])('spreads requests by weight within a priority (seed %i)', (seed) => {
    const upstreams = [
      { id: 'a', weight: 3 },
      { id: 'b', weight: 1 },
      { id: 'spare', weight: 0 },
      { id: 'later', priority: 1, weight: 1000 },
    ]
    const { router } = makeRouter({ upstreams }, seed)
    const first = new Map<string, number>()
    const times = 8000
    for (let round = 0; round < times; round += 1) {
      const order = taken(router.route({ model: 'm' }))
      expect(order.slice(2)).toEqual(['spare', 'later'])
      first.set(order[0]!, (first.get(order[0]!) ?? 0) + 1)
    }
    // Five standard deviations of 8000 draws at three quarters are 194.
    expect(Math.abs(first.get('a')! - 6000)).toBeLessThan(194)
    expect(first.get('a')! + first.get('b')!).toBe(times)
  })

  it('sends conversations where they were, spread by weight, and moves only those whose upstream is gone', () => {
    const upstreams = [{ id: 'a', weight: 3 }, { id: 'b' }, { id: 'c' }]
    const { router } = makeRouter({ upstreams }, 1)
    const { router: replica } = makeRouter({ upstreams }, 2)
    const affinities = Array.from({ length: 5000 }, (_, number) => `session-${number}`)
    const first = affinities.map((affinity) => taken(router.route({ model: 'm', affinity })))
    expect(affinities.map((affinity) => taken(replica.route({ model: 'm', affinity })))).toEqual(first)
    const share = first.filter(([one]) => one === 'a').length / first.length
    // Five standard deviations of 5000 draws at three fifths. The names are fixed: it holds always or never.
    expect(Math.abs(share - 0.6)).toBeLessThan(0.035)
    router.update({ upstreams: upstreams.slice(0, 2) })
    for (const [index, affinity] of affinities.entries()) {
      expect(taken(router.route({ model: 'm', affinity }))).toEqual(first[index]!.filter((id) => id !== 'c'))
    }
  })

  it('puts those that are busy behind the others of their priority', () => {
    const { router } = makeRouter({
      upstreams: [
        { id: 'a', weight: 1e6, limits: { concurrency: 1 } },
        { id: 'b', weight: 0 },
      ],
    })
    const lease = leaseOf(router.acquire(router.route({ model: 'm' })))
    expect(lease.upstream).toBe('a')
    const plan = router.route({ model: 'm' })
    expect(taken(plan)).toEqual(['b', 'a'])
    expect(plan.candidates[1]!.reason).toBe('priority 0, weight 1000000; busy: 1 at once, 0 wait')
    lease.release()
    expect(taken(router.route({ model: 'm' }))).toEqual(['a', 'b'])
  })

  it('leaves out who fails, tries it with one request after a while, and takes it back', () => {
    const { router, clock } = makeRouter({ upstreams: [{ id: 'a' }, { id: 'b', priority: 1 }] })
    fail(router, 'a')
    const plan = router.route({ model: 'm' })
    expect(taken(plan)).toEqual(['b'])
    expect(plan.candidates[1]!.reason).toMatch(/^is down \(server error\), next try in \d(\.\d)? s$/)
    clock.pass(6000)
    const trial = leaseOf(router.acquire(router.route({ model: 'm' })))
    expect(trial).toMatchObject({ upstream: 'a', trial: true })
    expect(router.route({ model: 'm' }).candidates[1]!.reason).toBe('is being tried by another request')
    trial.began()
    expect(taken(router.route({ model: 'm' }))).toEqual(['a', 'b'])
    trial.end({ kind: 'success' })
    expect(router.state()[0]).toMatchObject({ health: 'up', circuit: 'closed', failuresInARow: 0 })
  })

  it('is a 503 when all fail, and a 429 when all asked to be left alone, with the time after which to ask again', () => {
    const { router, clock } = makeRouter({ upstreams: [{ id: 'a' }, { id: 'b' }] })
    for (const id of ['a', 'b']) {
      const plan = router.route({ model: 'm' })
      const only = { ...plan, candidates: plan.candidates.filter(({ upstream }) => upstream === id) }
      leaseOf(router.acquire(only)).end({ kind: 'rate-limited', retryAfterMs: id === 'a' ? 7000 : 12_000 })
    }
    expect(router.route({ model: 'm' }).refusal).toEqual({
      code: 'rate-limited',
      status: 429,
      retryAfterSeconds: 7,
      message: 'Every upstream for the model "m" is rate limited. Try again in 7 s.',
    })
    clock.pass(12_000)
    fail(router, 'a')
    fail(router, 'b')
    const { refusal } = router.route({ model: 'm' })
    expect(refusal).toMatchObject({
      code: 'unavailable',
      status: 503,
      message: expect.stringMatching(
        /^No upstream for the model "m" is available: a is down \(server error\), next try in [56](\.\d)? s; b is down \(server error\), next try in [56](\.\d)? s\.$/,
      ) as string,
    })
    expect(refusal!.retryAfterSeconds).toBeGreaterThanOrEqual(5)
    expect(refusal!.retryAfterSeconds).toBeLessThanOrEqual(6)
  })

  it('counts the upstreams of a refusal where there are more than three', () => {
    const upstreams = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
    const { router } = makeRouter({ upstreams })
    for (const { id } of upstreams) fail(router, id)
    expect(router.route({ model: 'm' }).refusal?.message).toBe('No upstream for the model "m" is available: 4 failing.')
  })

  it('puts those that were tried behind the others, whatever their priority', () => {
    const { router } = makeRouter({ upstreams: [{ id: 'a' }, { id: 'b', priority: 1 }] })
    const plan = router.route({ model: 'm', tried: ['a'] })
    expect(taken(plan)).toEqual(['b', 'a'])
    expect(plan.candidates[1]!.reason).toContain('tried once already')
  })

  it('remembers only so many models', () => {
    const { router } = makeRouter({ upstreams: [{ id: 'a', models: ['m-*'] }] })
    for (let number = 0; number < 1000; number += 1) expect(router.route({ model: `m-${number}` }).candidates[0]!.model).toBe(`m-${number}`)
  })
})
