import type { ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Part } from '@reason/core'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { describeRule } from '@reason/conformance/vitest'
import { createGateway, type GatewayRule, type RulePlugin, type Run } from '@reason/gateway'
import type { OwnRun } from '@reason/gateway/src/generation/own-run'
import type { Split } from '@reason/gateway/src/generation/split'
import { createPending } from '@reason/gateway/src/rules/background-work'
import type { GenerationFacts } from '@reason/gateway/src/rules/own-rule'
import { registeredRule } from '@reason/gateway/src/rules/registered-rule'
import { admitByRules as admitByAll } from '@reason/gateway/src/rules/run-list'
import { startGateway } from '../../support/gateway.ts'
import { chunk, done, startUpstream } from '../../support/upstream.ts'
import { postJson } from '../../support/post.ts'

const example = fileURLToPath(new URL('../../../examples/refuse-prompts.mjs', import.meta.url))
const rules = JSON.stringify([{ from: example, options: { patterns: ['project\\s+x'] } }])

function answer(response: ServerResponse, content: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end(`${chunk({ content })}${chunk({}, { finish_reason: 'stop' })}${done}`)
}

const post = (url: string, content: string, stream = false): Promise<Response> =>
  postJson(`${url}/v1/chat/completions`, { model: 'qwen3-8b', stream, messages: [{ role: 'user', content }] })

const { default: refusePrompts } = (await import(example)) as { default: RulePlugin }

describeRule(() => refusePrompts.create({ patterns: ['project\\s+x'] }), {
  createGateway,
  rows: [
    { name: 'a question', request: { messages: [{ role: 'user', content: 'What is 17 times 3?' }] } },
    { name: 'what it is to refuse', request: { messages: [{ role: 'user', content: 'Project\nX?' }] }, refused: 'prompt_refused' },
  ],
})

describe('a rule of a file', () => {
  it('refuses by its pattern, lets others through with its header, and costs nothing upstream', async () => {
    const asked: unknown[] = []
    const upstream = await startUpstream((request, response) => {
      asked.push(request)
      answer(response, '<think>A</think>B')
    })
    const gateway = await startGateway('--upstream', upstream, '--rules', rules)
    const refused = await post(gateway.url, 'Tell me of Project  X.')
    expect([refused.status, await refused.json()]).toEqual([
      403,
      {
        error: expect.objectContaining({
          code: 'prompt_refused',
          type: 'permission_error',
          message: expect.stringContaining('refuses') as string,
        }) as object,
      },
    ])
    expect(asked).toEqual([])
    const answered = await post(gateway.url, 'Hello', true)
    expect([answered.status, answered.headers.get('x-refused-prompts')]).toEqual([200, '1'])
    expect(await answered.text()).toContain('"content":"B"')
  })

  it.each([
    [[{ from: example, options: { patterns: [] } }], 'patterns'],
    [['./nothing-here.js'], 'no file'],
    [[fileURLToPath(new URL('../../../src/version.ts', import.meta.url))], 'not a Reason plugin'],
  ])('says what is wrong with %j', async (list, words) => {
    await expect(startGateway('--rules', JSON.stringify(list))).rejects.toThrow(words)
  })
})

const generation = {
  request: { api: { id: 'openai-chat' }, model: 'm', stream: false, json: {} },
  incoming: { id: 'r' },
  asked: {},
  wishes: { session: undefined, visibility: 'full', traceMode: 'none' },
} as unknown as GenerationFacts
const ruleOf = (id: string, admit: GatewayRule['admit']): GatewayRule => ({ kind: 'rule', id, admit })
const admitByRules = (rules: readonly GatewayRule[]) => admitByAll(rules.map(registeredRule), generation, createPending(), log)
const log = { debug() {}, info() {}, warn() {}, error: vi.fn() }

describe('rules in their order', () => {
  it('end in reverse when a later one refuses, and each once', async () => {
    const told: string[] = []
    const run = (id: string): Run => ({ end: ({ status, error }) => void told.push(`${id} ${status} ${error}`) })
    const refusal = await admitByRules([
      ruleOf('a', () => run('a')),
      ruleOf('b', async () => run('b')),
      ruleOf('c', () => ({ refusal: { message: 'No.', status: 429 } })),
      ruleOf('d', () => run('d')),
    ])
    expect(refusal).toEqual({ status: 429, type: 'rate_limit_error', code: 'refused_by_rule', message: 'No.' })
    await vi.waitFor(() => expect(told).toHaveLength(2))
    expect(told).toEqual(['b 429 refused_by_rule', 'a 429 refused_by_rule'])
  })

  it.each([
    [400, 'invalid_request_error'],
    [401, 'authentication_error'],
    [403, 'permission_error'],
    [422, 'invalid_request_error'],
    [429, 'rate_limit_error'],
    [503, 'server_error'],
  ])('refuse with status %i as %s', async (status, type) => {
    const refusal = await admitByRules([ruleOf('r', () => ({ refusal: { message: 'No.', status } }))])
    expect(refusal).toEqual({ status, type, code: 'refused_by_rule', message: 'No.' })
  })

  it.each([200, 99_999, 403.5, Number.NaN])('refuse with no status %d, which the log names', async (status) => {
    const refusing = ruleOf('r', () => ({ refusal: { message: 'No.', status } }))
    await expect(admitByRules([refusing])).rejects.toMatchObject({
      cause: { message: expect.stringContaining(`status ${status}`) as string },
    })
  })

  it('that never decide are faults, and end what others hold', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const told: string[] = []
    const holding = ruleOf('a', async () => ({ end: ({ status }) => void told.push(`a ${status}`) }))
    const admitted = admitByRules([holding, ruleOf('b', () => new Promise(() => {}))]).catch((error: Error) => String(error.cause))
    await vi.advanceTimersByTimeAsync(299_999)
    expect(told).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(await admitted).toContain('The rule "b" has not answered for 300000 ms.')
    expect(told).toEqual(['a 500'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each<[string, NonNullable<Run['headers']>]>([
    [
      'that throw',
      () => {
        throw new Error('oops')
      },
    ],
    ['with a line break', () => ({ 'x-mine': 'a\r\nset-cookie: b=c' })],
    ['without a name', () => ({ '': 'a' })],
  ])('whose headers cannot be sent are faults with an answer: headers %s', async (_, headers) => {
    for (const status of [200, 400]) {
      const upstream = await startUpstream((_request, response) =>
        status === 200 ? answer(response, 'b') : response.writeHead(status).end('{}'),
      )
      const gateway = createGateway({ upstream, startProbe: false, rules: [ruleOf('r', () => ({ headers }))], log })
      const body = JSON.stringify({ model: 'qwen3-8b', stream: true, messages: [{ role: 'user', content: 'x' }] })
      const request = new Request('http://g.example/v1/chat/completions', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      const response = await gateway.fetch(request)
      expect(response.status).toBe(status === 200 ? 500 : status)
      expect(response.headers.get('set-cookie')).toBeNull()
    }
  })

  it('name the one that throws, after those before it have ended', async () => {
    const told: string[] = []
    const failing = ruleOf('bad', () => {
      throw new Error('oops')
    })
    await expect(admitByRules([ruleOf('a', () => ({ end: () => void told.push('a') })), failing])).rejects.toThrow('The rule bad failed')
    await vi.waitFor(() => expect(told).toEqual(['a']))
  })

  it.each<[unknown, string | undefined]>([
    [true, 'returned true. Return { refusal: { message } }'],
    ['no', 'returned no.'],
    [{ refuse: { status: 403 } }, 'returned an object with refuse.'],
    [{}, undefined],
    [undefined, undefined],
  ])('name the one whose admit returns %j', async (returned, says) => {
    const admitted = registeredRule(ruleOf('bad', () => returned as undefined)).admit(generation)
    if (says === undefined) await admitted
    else await expect(admitted).rejects.toThrow(`The admit of the rule "bad" ${says}`)
  })

  it.each<[string, unknown]>([
    ['a policy without push', { policies: [{ transform: () => [] }] }],
    ['an observer without onPart', { observers: [{ id: 'o', when: 'after-policy' }] }],
    ['a promise', Promise.resolve({})],
  ])('name the one whose begin returns %s', async (_, begun) => {
    const rule = registeredRule(ruleOf('bad', () => ({ begin: () => begun as object })))
    const run = (await rule.admit(generation)) as OwnRun
    expect(() => run.begin!({ adapter: { id: 'auto' } } as Split)).toThrow('The begin of the rule "bad"')
  })

  it('change and watch the answer behind our policies', async () => {
    const seen: string[] = []
    const ended: unknown[] = []
    const faults: unknown[] = []
    const upper = ruleOf('upper', () => ({
      begin: () => ({
        policies: [{ push: (part: Part): Part[] => [part.type === 'delta' ? { ...part, text: part.text.toUpperCase() } : part] }],
        observers: [
          {
            id: 'seen',
            when: 'after-policy',
            types: ['delta'],
            onPart: (part) => void seen.push((part as { text: string }).text),
            close: () => void seen.push('closed'),
          },
        ],
      }),
      headers: () => ({ 'x-mine': '1', 'X-Reason-Trace-Id': 'forged', 'Content-Length': '3' }),
      // Returns a number, as programs without types do.
      end: ((outcome: unknown) => ended.push(outcome)) as unknown as NonNullable<Run['end']>,
    }))
    const upstream = await startUpstream((_, response) => answer(response, '<think>a</think>b'))
    const gateway = createGateway({
      upstream,
      startProbe: false,
      rules: [upper],
      log: { ...log, error: (...given: unknown[]) => void faults.push(given) },
    })
    const response = await gateway.fetch(
      new Request('http://g.example/v1/chat/completions', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'qwen3-8b', stream: true, messages: [{ role: 'user', content: 'x' }] }),
      }),
    )
    expect(['x-mine', 'x-reason-trace-id', 'content-length'].map((name) => response.headers.get(name))).toEqual(['1', null, null])
    const text = await response.text()
    expect(text).toContain('"reasoning_content":"A"')
    expect(text).toContain('"content":"B"')
    await vi.waitFor(() => expect(ended).toEqual([{ status: 200, aborted: false, error: undefined }]))
    expect(seen).toEqual(['A', 'B', 'closed'])
    expect(faults).toEqual([])
    await gateway.close()
  })

  it('give back what a refused request had set aside of its budget', async () => {
    const upstream = await startUpstream((_, response) => answer(response, '<think>a</think>b'))
    let refuses = true
    const closed: string[] = []
    const rule = ruleOf('sometimes', () =>
      refuses
        ? { refusal: { message: 'Not now.' } }
        : { begin: () => ({ governors: [{ id: 'mine', onPart: () => 'continue' as const, close: () => void closed.push('mine') }] }) },
    )
    const gateway = createGateway({ upstream, startProbe: false, sessionBudget: 1000, rules: [rule] })
    onTestFinished(() => gateway.close())
    const ask = (session: string): Promise<Response> =>
      gateway.fetch(
        new Request('http://g.example/v1/chat/completions', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-reason-session': session },
          body: JSON.stringify({ model: 'qwen3-8b', stream: true, messages: [{ role: 'user', content: 'x' }] }),
        }),
      )
    for (let count = 0; count < 5; count++) expect((await ask('used')).status).toBe(403)
    refuses = false
    const [used, fresh] = [await ask('used'), await ask('fresh')]
    expect(used.status).toBe(200)
    expect(used.headers.get('x-reason-budget-remaining')).toBe(fresh.headers.get('x-reason-budget-remaining'))
    await Promise.all([used.text(), fresh.text()])
    await vi.waitFor(() => expect(closed).toEqual(['mine', 'mine']))
  })
})
