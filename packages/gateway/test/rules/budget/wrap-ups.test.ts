import { describe, expect, it } from 'vitest'
import { clientApis } from '../../../src/client-apis/client-apis.ts'
import { createWrapUps, type WrapUpPlace, type WrapUpRequest, type WrapUps } from '../../../src/rules/budget/wrap-ups.ts'
import { linkedShares } from '@reason/testkit/linked-shares'
import { withWrapUps } from '../../../src/dispatch/request/wrap-up-placement.ts'
import type { Json } from '../../../src/json.ts'
import { wireOf } from '../../support/apis.ts'

type ApiId = 'openai-chat' | 'openai-responses' | 'anthropic-messages' | 'generate'
const apiOf = (id: ApiId) => clientApis.find((api) => api.id === id)!
const balance = (level: 'ok' | 'warning' | 'exceeded') => ({ level }) as WrapUpRequest['balances'][number]

const asked = (messages: readonly Json[], more: Partial<WrapUpRequest> & { prefill?: string } = {}): WrapUpRequest => {
  const { prefill, ...rest } = more
  const request = { api: apiOf('openai-chat'), json: { messages }, ...(prefill !== undefined && { prefill }) }
  return { request, owner: 'k', setting: 'Stop soon.', balances: [balance('warning')], bodyBytes: 100, ...rest }
}

const user = (content: unknown): Json => ({ role: 'user', content })
const said = (content: unknown, more: Json = {}): Json => ({ role: 'assistant', content, ...more })
const first = [user('a')]
const second = [user('a'), said('b'), user('c')]

describe('when a message is put', () => {
  it.each([
    ['where a budget has reached its mark', asked(second), [{ behind: 2, text: 'Stop soon.' }]],
    ['where one is used up', asked(second, { balances: [balance('ok'), balance('exceeded')] }), [{ behind: 2, text: 'Stop soon.' }]],
    ['behind results of tools', asked([user('a'), said(null), { role: 'tool', content: 'x' }]), [{ behind: 2, text: 'Stop soon.' }]],
    ['not before', asked(second, { balances: [balance('ok')] }), []],
    ['not without budgets', asked(second, { balances: [] }), []],
    ['not where it is off', asked(second, { setting: 'off' }), []],
    ['not behind an answer that is begun', asked([...second, said('I')], { prefill: 'I' }), []],
    ['not in a conversation of nothing', asked([]), []],
    ['not in a request of over 5,000 messages', asked(Array.from({ length: 5001 }, () => user('a'))), []],
    ['not in a large request', asked(second, { bodyBytes: 4_194_305 }), []],
  ])('%s', (_, request, expected) => {
    expect(createWrapUps().of(request)).toEqual(expected)
  })

  it('has words of its own', () => {
    expect(createWrapUps().of(asked(first, { setting: 'on' }))[0]?.text).toMatch(/^System note, not from the user: /)
  })
})

describe('a message that was put', () => {
  it.each([
    ['stays in its place', asked(second), [{ behind: 0, text: 'Stop soon.' }]],
    ['stays when the budget is free again', asked(second, { balances: [balance('ok')] }), [{ behind: 0, text: 'Stop soon.' }]],
    ['keeps its words', asked(second, { setting: 'Other words.' }), [{ behind: 0, text: 'Stop soon.' }]],
    [
      'stays whatever the model said',
      asked([user('a'), said('other', { reasoning: 'x' }), user('c')]),
      [{ behind: 0, text: 'Stop soon.' }],
    ],
    [
      'stays where marks of caches move',
      asked([{ ...user('a'), cache_control: { type: 'ephemeral' } }, said('b'), user('c')]),
      [{ behind: 0, text: 'Stop soon.' }],
    ],
    ['is no part of another conversation', asked([user('x'), said('b'), user('c')]), [{ behind: 2, text: 'Stop soon.' }]],
    ['is no part of that of another', asked(second, { owner: 'other', balances: [balance('ok')] }), []],
    ['is gone where the key has none any more', asked(second, { setting: 'off' }), []],
  ])('%s', (_, request, expected) => {
    const wrapUps = createWrapUps()
    wrapUps.of(asked(first))
    expect(wrapUps.of(request)).toEqual(expected)
    expect(wrapUps.of(request)).toEqual(expected)
  })

  it('is forgotten where there are too many, those first that were used last the longest ago', () => {
    const wrapUps = createWrapUps(undefined, 2)
    const free = { balances: [balance('ok')] }
    for (const name of ['a', 'b']) wrapUps.of(asked([user(name)]))
    wrapUps.of(asked([user('a')]))
    wrapUps.of(asked([user('c')]))
    expect(['a', 'b', 'c'].map((name) => wrapUps.of(asked([user(name)], free)).length)).toEqual([1, 0, 1])
  })

  it('is found by the process that gets the next request', () => {
    const [one, two] = linkedShares<WrapUpPlace>(2).map((share) => createWrapUps(share)) as [WrapUps, WrapUps]
    expect(two.of(asked([user('a')], { balances: [balance('ok')] }))).toEqual([])
    expect(one.of(asked([user('a')]))).toEqual([{ behind: 0, text: 'Stop soon.' }])
    expect(two.of(asked([user('a'), said('b'), user('c')], { balances: [balance('ok')] }))).toEqual([{ behind: 0, text: 'Stop soon.' }])
  })

  it('is found among items of Responses, and behind a text alone', () => {
    const wrapUps = createWrapUps()
    const responses = (input: unknown): WrapUpRequest => ({ ...asked([]), request: { api: apiOf('openai-responses'), json: { input } } })
    expect(wrapUps.of(responses('a'))).toEqual([{ behind: 0, text: 'Stop soon.' }])
    const items = [user('a'), { type: 'reasoning' }, { type: 'function_call' }, { type: 'function_call_output', output: '1' }]
    expect(wrapUps.of(responses(items))).toEqual([{ behind: 0, text: 'Stop soon.' }])
    expect(createWrapUps().of(responses(items))).toEqual([{ behind: 3, text: 'Stop soon.' }])
  })
})

const tool = { role: 'tool', tool_call_id: 'c', content: '4' }
const result = { type: 'tool_result', tool_use_id: 'c', content: '4' }
const output = { type: 'function_call_output', call_id: 'c', output: '4' }
const note = { type: 'text', text: 'N' }
const inputNote = { type: 'input_text', text: 'N' }

/** Where it stands, by who asks and who is asked. */
const places: readonly [client: ApiId, upstream: string, item: Json, expected: readonly Json[]][] = [
  ['openai-chat', 'openai-chat openai', user('a'), [user('a'), { role: 'developer', content: 'N' }]],
  ['openai-chat', 'openai-chat azure', tool, [tool, { role: 'developer', content: 'N' }]],
  ['openai-chat', 'openai-chat', user('a'), [user('a\n\nN')]],
  ['openai-chat', 'openai-chat vllm', user([{ type: 'image_url' }]), [user([{ type: 'image_url' }, note])]],
  ['openai-chat', 'openai-chat mistral', tool, [{ ...tool, content: '4\n\nN' }]],
  ['openai-chat', 'gemini', tool, [tool, user('N')]],
  ['openai-chat', 'openai-responses', tool, [tool, { role: 'developer', content: 'N' }]],
  ['openai-chat', 'anthropic-messages', user('a'), [user('a'), { role: 'developer', content: 'N' }]],
  ['openai-responses', 'openai-responses', output, [output, { type: 'message', role: 'developer', content: [inputNote] }]],
  ['openai-responses', 'openai-chat', output, [output, { type: 'message', role: 'user', content: [inputNote] }]],
  ['openai-responses', 'ollama', user([{ type: 'input_text', text: 'a' }]), [user([{ type: 'input_text', text: 'a' }, inputNote])]],
  ['anthropic-messages', 'anthropic-messages', user([result]), [user([result]), { role: 'system', content: 'N' }]],
  ['anthropic-messages', 'openai-responses', user('a'), [user('a'), { role: 'system', content: 'N' }]],
  ['anthropic-messages', 'bedrock-converse', user([result]), [user([result, note])]],
  ['anthropic-messages', 'openai-chat', user('a'), [user('a\n\nN')]],
  ['generate', 'openai-responses', user('a'), [user('a'), { role: 'system', content: 'N' }]],
  ['generate', 'cohere', { role: 'tool', content: '4' }, [{ role: 'tool', content: '4' }, user('N')]],
]

function placed(client: ApiId, upstream: string, item: Json, model = 'claude-opus-5-5'): readonly unknown[] {
  const [format, provider] = upstream.split(' ')
  const field = client === 'openai-responses' ? 'input' : 'messages'
  const json = { model, [field]: [user('first'), item] }
  const request = { api: apiOf(client), json, model, wrapUps: [{ behind: 1, text: 'N' }] } as never
  const backend = { upstream: { provider }, wire: wireOf(format!) } as never
  const { bytes } = withWrapUps({ request, bytes: Buffer.from(JSON.stringify(json)) }, backend)
  return ((JSON.parse(bytes.toString('utf8')) as Json)[field] as unknown[]).slice(1)
}

it.each(places)('%s before %s: %j', (client, upstream, item, expected) => {
  expect(placed(client, upstream, item)).toEqual(expected)
})

it('an instruction has the role that the conversation has, and a model that moves them gets a text', () => {
  expect(placed('openai-chat', 'openai-chat openai', { role: 'system', content: 's' })).toEqual([
    { role: 'system', content: 's' },
    { role: 'system', content: 'N' },
  ])
  expect(placed('anthropic-messages', 'anthropic-messages', user([result]), 'claude-sonnet-4-5')).toEqual([user([result, note])])
})
