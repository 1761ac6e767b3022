import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BudgetStore, memoryStore } from '@reason/budget'
import { openKeyFile } from '@reason/keys'
import { openTraceStore } from '@reason/trace-store'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createGateway, type Gateway } from '../../src/gateway.ts'
import type { GatewayOptions } from '../../src/gateway-options.ts'
import { answerManagement } from '../../src/management/answer-management.ts'
import { findCall } from '../../src/management/find-call.ts'
import type { ManagementCall, Managed } from '../../src/management/management-call.ts'

/** A gateway whose model answers "It is 51." behind a thought of 14 tokens. */
function gatewayOf(options: Partial<GatewayOptions> = {}): Gateway {
  const message = { role: 'assistant', reasoning_content: '17 × 3 is 51.', content: 'It is 51.' }
  const usage = { prompt_tokens: 5, completion_tokens: 20, total_tokens: 25, completion_tokens_details: { reasoning_tokens: 14 } }
  const body = {
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'qwen3-8b',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage,
  }
  const gateway = createGateway({
    upstream: 'http://model.example',
    startProbe: false,
    fetch: () => Promise.resolve(Response.json(body)),
    ...options,
  })
  onTestFinished(() => gateway.close({ timeoutMs: 100 }))
  return gateway
}

async function ask(gateway: Gateway, headers: Record<string, string> = {}): Promise<void> {
  const behind: Promise<unknown>[] = []
  const request = new Request('http://app.example/v1/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ model: 'qwen3-8b', messages: [{ role: 'user', content: '17 × 3?' }] }),
  })
  const response = await gateway.fetch(request, { waitUntil: (work) => behind.push(work) })
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('It is 51.')])
  await Promise.all(behind)
}

/** Status and body of the answer. */
async function manage(gateway: Gateway, address: string, init: RequestInit = {}): Promise<[number, unknown]> {
  const response = await gateway.management(new Request(`http://app.example${address}`, init))
  const text = await response.text()
  return [response.status, response.headers.get('content-type')?.startsWith('application/json;') ? JSON.parse(text) : text]
}

const jsonBody = (body: object): RequestInit => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

describe('what operators ask of a gateway in an application', () => {
  it('balances of thousands of keys, a few at a time', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reason-keys-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const admin = await openKeyFile(join(folder, 'keys.json')).create({ name: 'admin', admin: true })
    const as = { headers: { authorization: `Bearer ${admin.text}` } }
    const keys = Array.from({ length: 1000 }, (_, at) => ({
      name: 'n',
      visibility: 'none' as const,
      budgets: { session: undefined, key: { tokens: 1000 }, team: undefined },
      id: String(at).padStart(10, 'k'),
      hash: `sha256:${'0'.repeat(64)}`,
      createdAt: 1,
    }))
    let asked = 0
    let most = 0
    const plain = memoryStore()
    const store: BudgetStore = {
      ...plain,
      async read(operation) {
        most = Math.max(most, ++asked)
        await new Promise(setImmediate)
        asked--
        return plain.read(operation)
      },
    }
    const gateway = gatewayOf({ keys: [admin.record, ...keys], budgetStore: store, sessionBudget: 5000 })
    const [, list] = (await manage(gateway, '/api/keys', as)) as [number, { keys: { balances?: object[] }[] }]
    expect(list.keys.map(({ balances = [] }) => balances.length)).toEqual([0, ...keys.map(() => 1)])
    expect(await manage(gateway, '/api/sessions/s/budget', as)).toMatchObject([200, { budgets: [{ of: 's', used: 0 }] }])
    expect(most).toBe(64)
  })

  it('traces: lists, one, usage, a file of all, and their end', async () => {
    const traces = await openTraceStore({ url: 'sqlite::memory:', mode: 'full' })
    onTestFinished(() => traces.close())
    const gateway = gatewayOf({ traces, traceMode: 'full' })
    await ask(gateway, { 'x-reason-session': 'a b' })
    await ask(gateway)
    const [, list] = (await manage(gateway, '/admin/api/traces?model=qwen3-8b&limit=1')) as [number, { items: { id: string }[] }]
    expect(list.items).toEqual([expect.objectContaining({ model: 'qwen3-8b', reasoningTokens: 14 })])
    const [{ id }] = list.items as [{ id: string }]
    expect(await manage(gateway, `/api/traces/${id}`)).toEqual([200, expect.objectContaining({ id })])
    expect(await manage(gateway, '/api/usage?by=model')).toEqual([
      200,
      expect.objectContaining({ items: [expect.objectContaining({ of: 'qwen3-8b' })] }),
    ])
    const [, file] = (await manage(gateway, '/api/traces/export')) as [number, string]
    expect(
      file
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { model: string }).model),
    ).toEqual(['qwen3-8b', 'qwen3-8b'])
    expect(await manage(gateway, '/api/sessions/a%20b/traces', { method: 'DELETE' })).toEqual([200, { deleted: 1 }])
    expect(await manage(gateway, `/api/traces/${id}`, { method: 'DELETE' })).toEqual([200, { deleted: 1 }])
    expect(await manage(gateway, `/api/traces/${id}`)).toEqual([404, { error: expect.objectContaining({ code: 'trace_not_found' }) }])
  })

  it('budgets, as they are and as they are set', async () => {
    const gateway = gatewayOf({ sessionBudget: 100 })
    await ask(gateway, { 'x-reason-session': 's' })
    expect(await manage(gateway, '/api/sessions/s/budget')).toMatchObject([200, { budgets: [{ of: 's', used: 14, available: 86 }] }])
    expect(await manage(gateway, '/api/sessions/s/budget', { method: 'PUT', ...jsonBody({ used: 0 }) })).toMatchObject([
      200,
      { budgets: [{ used: 0 }] },
    ])
    expect(await manage(gateway, '/api/sessions/s/budget', { method: 'PUT', ...jsonBody({}) })).toMatchObject([
      400,
      { error: { message: 'Invalid options for "budget": used: Invalid input: expected number, received undefined.' } },
    ])
  })

  it('where a request would go, and what was learned', async () => {
    const gateway = gatewayOf()
    await ask(gateway)
    expect(await manage(gateway, '/api/explain?model=qwen3-8b')).toMatchObject([200, { upstreams: [{ verdict: 'taken' }] }])
    expect(await manage(gateway, '/api/learned')).toMatchObject([
      200,
      { upstreams: [{ models: [{ model: 'qwen3-8b', seen: { fields: 1 } }] }] },
    ])
    expect(await manage(gateway, '/api/learned', { method: 'DELETE' })).toMatchObject([200, { forgotten: [{ models: ['qwen3-8b'] }] }])
  })

  it('lets only the keys of administrators in, where it has keys, and changes none', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reason-keys-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = openKeyFile(join(folder, 'keys.json'))
    const [user, admin] = [await file.create({ name: 'user' }), await file.create({ name: 'admin', admin: true })]
    const gateway = gatewayOf({ keys: file.list() })
    const as = (text: string): Record<string, string> => ({ authorization: `Bearer ${text}` })
    expect(await manage(gateway, '/api/keys')).toMatchObject([401, { error: { code: 'key_missing' } }])
    expect(await manage(gateway, '/api/keys', { headers: as(user.text) })).toMatchObject([403, { error: { code: 'not_allowed' } }])
    expect(await manage(gateway, '/api/keys', { headers: as(admin.text) })).toMatchObject([
      200,
      { required: true, keys: [{ name: 'user', state: 'active' }, { name: 'admin' }] },
    ])
    const revoke = await manage(gateway, `/api/keys/${user.record.id}`, { method: 'DELETE', headers: as(admin.text) })
    expect(revoke).toMatchObject([400, { error: { message: 'The keys of this gateway are given to createGateway. Change them there.' } }])
  })

  it.each([
    ['an address that there is not', '/api/trace', {}, 404, /^There is no GET \/api\/trace\. Did you mean GET \/api\/traces/],
    ['traces where none are kept', '/api/traces', {}, 404, /^The gateway stores no traces/],
    ['a model that is given twice', '/api/explain?model=a&model=b', {}, 400, /^"model" is given more than once\. Give it once\.$/],
    ['no model', '/api/explain?session=s', {}, 400, /^"model" is missing\./],
    [
      'a filter of a list without filters',
      '/api/keys?outcome=revoked',
      {},
      400,
      /^GET \/api\/keys has no query parameter "outcome"\. Leave it out\.$/,
    ],
    ['a misspelt filter', '/api/usage?modle=a', {}, 400, /"modle"\. Leave it out, or use one of: by, limit, session,/],
    [
      'a narrower deletion than there is',
      '/api/learned?modle=a',
      { method: 'DELETE' },
      400,
      /"modle"\. Leave it out, or use one of: upstream, model\.$/,
    ],
    ['a filter of one trace', '/api/traces/t?model=a', {}, 400, /^GET \/api\/traces\/:id has no query parameter "model"/],
    [
      'a large body',
      '/api/sessions/s/budget',
      { method: 'PUT', ...jsonBody({ used: 'x'.repeat(70_000) }) },
      413,
      /larger than 65536 bytes/,
    ],
  ])('refuses %s', async (_, address, init, status, message) => {
    expect(await manage(gatewayOf(), address, init)).toEqual([
      status,
      { error: expect.objectContaining({ message: expect.stringMatching(message) as string }) },
    ])
  })
})

describe('a body that is not what it should be changes nothing', () => {
  const calls = [
    ['PUT', '/api/sessions/s/budget'],
    ['POST', '/api/keys'],
    ['PUT', '/api/keys/ID'],
    ['POST', '/api/keys/ID/rotate'],
  ] as const
  const bodies: [string, RegExp][] = [
    ['{"graceMs":3600000,"used":1,"name":"a"', /^The body is not JSON/],
    ['[3600000]', /^The body is a list, and not a JSON object\. Send \{ "/],
    ['{"graceMs":1,"graceMs":2}', /^The body gives "graceMs" twice/],
    ['{"tags":{"a":1,"a":2}}', /two fields of one name/],
    ['{"usde":1}', /unknown option "usde"/],
  ]
  it.each(calls.flatMap(([method, address]) => bodies.map(([body, message]) => [method, address, body, message] as const)))(
    '%s %s %s',
    async (method, address, body, message) => {
      const folder = mkdtempSync(join(tmpdir(), 'reason-keys-'))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      const file = openKeyFile(join(folder, 'keys.json'))
      const { record } = await file.create({ name: 'user' })
      const found = findCall(method, address.replace('ID', record.id))!
      const log = { debug() {}, info() {}, warn() {}, error() {} }
      const asked = { ...found, query: {}, body: Buffer.from(body), log } as unknown as Parameters<typeof answerManagement>[1]
      const governance = { budgets: { show: () => [], set: () => expect.fail('a budget was set') } }
      const managed = { access: { required: true, file }, governance } as unknown as Managed
      expect(await answerManagement(found.call, asked, managed)).toEqual({
        refusal: expect.objectContaining({ status: 400, message: expect.stringMatching(message) as string }) as object,
      })
      expect(file.list()).toEqual([record])
    },
  )

  it('an empty body rotates a key at once', async () => {
    const { call } = findCall('POST', '/api/keys/k/rotate')!
    const rotate = vi.fn<(id: string, graceMs: number) => undefined>()
    const asked = { params: { id: 'k' }, query: {}, body: undefined } as unknown as Parameters<typeof answerManagement>[1]
    await answerManagement(call, asked, { access: { file: { rotate } } } as unknown as Managed)
    expect(rotate).toHaveBeenCalledWith('k', 0)
  })
})

it.skipIf(process.platform !== 'linux')('reports a full disk as a store that is down, with what to do', async () => {
  const call: ManagementCall = {
    method: 'POST',
    path: '/api/keys',
    async answer() {
      await writeFile('/dev/full', 'a key')
      return { json: {} }
    },
  }
  expect(await answerManagement(call, { query: {} } as Parameters<typeof answerManagement>[1], {} as Managed)).toEqual({
    refusal: expect.objectContaining({
      code: 'store_down',
      message: expect.stringMatching(/could not save the change: ENOSPC.* Nothing has changed\. Check its disk/) as string,
    }) as object,
  })
})
