import { describe, expect, it } from 'vitest'
import { canRead, distinct, modelName } from '../src/seals.ts'
import { fail, leaseOf, makeRouter, taken } from './make-router.ts'

const anthropic = { provider: 'anthropic', wire: 'anthropic-messages' }
const bedrock = { provider: 'bedrock', wire: 'bedrock-converse' }
const sealOf = (issuer: typeof anthropic) => ({ ...issuer, model: 'claude-sonnet-4-5-20250929' })
const upstreams = [
  { id: 'bedrock', issuer: bedrock },
  { id: 'anthropic', issuer: anthropic, priority: 5, limits: { concurrency: 1 } },
]
const model = 'claude-sonnet-4-5'

describe('whether an upstream reads a seal', () => {
  const upstream = { issuer: anthropic, boundTo: ['provider', 'model', 'upstream'] as ('provider' | 'model' | 'upstream')[] }
  it.each([
    ['of its own', sealOf(anthropic), true],
    ['of its own, of which less is known', { wire: 'anthropic-messages' }, true],
    ['of another provider', { ...sealOf(anthropic), provider: 'minimax' }, false],
    ['of another format', sealOf(bedrock), false],
    ['of another model', { ...anthropic, model: 'claude-opus-4-1' }, false],
    ['of its own model, in other words', { ...anthropic, model: 'anthropic/claude-4.5-sonnet' }, true],
  ])('%s', (_, issuer, readable) => {
    expect(canRead(upstream, modelName(model), issuer)).toBe(readable)
  })

  it('also of another provider, where seals are not bound to it', () => {
    expect(canRead({ ...upstream, boundTo: [] }, modelName(model), { ...sealOf(anthropic), provider: 'vertex' })).toBe(true)
  })

  it.each([
    ['upstream', 'other', false],
    ['upstream', 'own', true],
    ['upstream', undefined, true],
    ['provider', 'other', true],
  ] as const)('bound to the %s, from the upstream %s: %s', (bound, from, readable) => {
    const own = { issuer: { ...anthropic, upstream: 'own' }, boundTo: [bound] }
    expect(canRead(own, modelName(model), { ...sealOf(anthropic), ...(from !== undefined && { upstream: from }) })).toBe(readable)
  })

  it('also of another model, where seals are not bound to it', () => {
    expect(canRead({ ...upstream, boundTo: ['provider'] }, modelName(model), { ...anthropic, model: 'claude-opus-4-1' })).toBe(true)
  })
})

describe('a conversation with seals', () => {
  it('stays with its issuer, whatever the priorities', () => {
    const { router } = makeRouter({ upstreams })
    expect(taken(router.route({ model }))).toEqual(['bedrock', 'anthropic'])
    const plan = router.route({ model, sealsOf: [sealOf(anthropic)] })
    expect(taken(plan)).toEqual(['anthropic', 'bedrock'])
    expect(plan.candidates[0]).toMatchObject({ seals: 'own', reason: "reads the conversation's seals; priority 5, weight 1" })
    expect(plan.candidates[1]).toMatchObject({ seals: 'foreign', warning: { code: 'seals-left-behind' } })
    expect(plan.warnings).toEqual([])
  })

  it('moves with a warning when its issuer cannot be asked', () => {
    const { router } = makeRouter({ upstreams })
    fail(router, 'anthropic')
    const plan = router.route({ model, sealsOf: [sealOf(anthropic)] })
    expect(taken(plan)).toEqual(['bedrock'])
    expect(plan.warnings).toEqual([
      {
        code: 'seals-left-behind',
        issuers: [sealOf(anthropic)],
        message:
          'The conversation goes to bedrock, which cannot read seals of anthropic claude-sonnet-4-5-20250929. Plan its replay again, for bedrock.',
      },
    ])
  })

  it('goes nowhere when it must not move', () => {
    const { router } = makeRouter({ upstreams })
    fail(router, 'anthropic')
    const plan = router.route({ model, sealsOf: [sealOf(anthropic)], whenForeign: 'refuse' })
    expect(taken(plan)).toEqual([])
    expect(plan.refusal).toMatchObject({ code: 'seals-elsewhere', status: 503 })
    expect(plan.refusal!.retryAfterSeconds).toBeGreaterThan(0)
  })

  it('goes wherever some of its seals are read, or where it has none, also when it must not move', () => {
    const { router } = makeRouter({ upstreams })
    expect(taken(router.route({ model, whenForeign: 'refuse' }))).toEqual(['bedrock', 'anthropic'])
    const plan = router.route({ model, sealsOf: [sealOf(anthropic), sealOf(bedrock)], whenForeign: 'refuse' })
    expect(taken(plan)).toEqual(['bedrock', 'anthropic'])
  })

  it('goes to the issuer of its newest seals when it has been with several', () => {
    const { router } = makeRouter({ upstreams })
    const plan = router.route({ model, sealsOf: [sealOf(anthropic), sealOf(bedrock)] })
    expect(taken(plan)).toEqual(['bedrock', 'anthropic'])
    expect(plan.candidates[1]).toMatchObject({ seals: 'older', warning: { issuers: [sealOf(bedrock)] } })
  })

  it('waits for its issuer, and does not move because that is busy', async () => {
    const { router } = makeRouter({ upstreams })
    const request = { model, sealsOf: [sealOf(anthropic)] }
    const first = leaseOf(router.acquire(router.route(request)))
    const second = router.acquire(router.route(request))
    expect(router.state().find(({ id }) => id === 'anthropic')).toMatchObject({ queued: 1 })
    first.end({ kind: 'success' })
    expect(await second).toMatchObject({ upstream: 'anthropic', candidate: { seals: 'own' } })
  })

  it('is tried twice at its issuer, and then moves', () => {
    const { router } = makeRouter({ upstreams })
    const request = { model, sealsOf: [sealOf(anthropic)] }
    expect(taken(router.route({ ...request, tried: ['anthropic'] }))).toEqual(['anthropic', 'bedrock'])
    expect(taken(router.route({ ...request, tried: ['anthropic', 'anthropic'] }))).toEqual(['bedrock', 'anthropic'])
  })

  it.each([
    ['with attempts for all', 4, ['anthropic', 'anthropic', 'bedrock', 'vertex']],
    ['with one attempt for each', 3, ['anthropic', 'bedrock', 'vertex']],
    ['with one attempt to spare when all were asked', 5, ['anthropic', 'anthropic', 'bedrock', 'vertex', 'bedrock']],
  ])('asks its issuer again only if each other upstream keeps a first attempt: %s', (_, attempts, expected) => {
    const { router } = makeRouter({
      upstreams: [...upstreams, { id: 'vertex', priority: 9, issuer: { provider: 'vertex', wire: 'anthropic-messages' } }],
      retries: { attempts },
    })
    const tried: string[] = []
    for (let attempt = 0; attempt < attempts; attempt += 1)
      tried.push(taken(router.route({ model, sealsOf: [sealOf(anthropic)], tried }))[0]!)
    expect(tried).toEqual(expected)
  })

  it('goes to another before any of two that read it is asked again', () => {
    const { router } = makeRouter({ upstreams: [...upstreams, { id: 'second account', issuer: anthropic }] })
    const asked = taken(router.route({ model, sealsOf: [sealOf(anthropic)], tried: ['anthropic', 'second account'] }))
    expect(asked[0]).toBe('bedrock')
  })

  it('is asked at its issuer again where no other upstream can take it', () => {
    const { router } = makeRouter({ upstreams, retries: { attempts: 2 } })
    const canTake = (id: string): boolean => id === 'anthropic'
    expect(taken(router.route({ model, sealsOf: [sealOf(anthropic)], tried: ['anthropic'], canTake }))).toEqual(['anthropic'])
  })

  it('whose issuer is not among the upstreams begins with a warning', () => {
    const { router } = makeRouter({ upstreams })
    expect(router.route({ model, sealsOf: [{ provider: 'openai', wire: 'openai-responses' }] }).warnings).toHaveLength(1)
  })
})

it('names each issuer once, in the order of its newest seal', () => {
  const [one, two, three] = [sealOf(anthropic), sealOf(bedrock), { ...sealOf(anthropic), model: 'claude-opus-4-1' }]
  expect(distinct([one, two, { ...one }, three, three])).toEqual([two, one, three])
  expect(distinct([])).toEqual([])
})
