import type { Seal } from '@reason/core/parts'
import type { Item } from '@reason/core/result'
import type { AssistantMessage, Message, Target } from '@reason/core/conversation'
import { describe, expect, it } from 'vitest'
import { wire } from './chunks.ts'

const flash: Target = { provider: 'google', wire: 'gemini', model: 'gemini-2.5-flash' }
const three: Target = { provider: 'google', wire: 'gemini', model: 'gemini-3-flash-preview' }
const sentinel = 'skip_thought_signature_validator'

const user: Message = { role: 'user', content: [{ type: 'text', text: 'q' }] }
const seal = (value: string, issuer: Seal['issuer'] = three): Seal => ({ kind: 'thought-signature', value, issuer })
const call = (name: string, seals?: Seal[]): Item => ({
  type: 'tool-call',
  id: `c-${name}`,
  name,
  arguments: '{"x":1}',
  ...(seals && { seals }),
})
const block = (channel: 'reasoning' | 'answer', text: string, seals?: Seal[]): Item => ({
  type: 'block',
  channel,
  text,
  boundary: 'wire',
  ...(seals && { seals }),
})
const said = (items: Item[], origin: AssistantMessage['origin'] = three): AssistantMessage => ({
  role: 'assistant',
  items,
  ...(origin && { origin }),
})
const result = (name: string): Message => ({ role: 'tool', call: `c-${name}`, content: [{ type: 'text', text: 'r' }] })

const partsOf = (messages: readonly Message[], target: Target = three) =>
  (wire.replay!({ messages }, target).messages as { role: string; parts: unknown[] }[])
    .filter(({ role }) => role === 'model')
    .flatMap(({ parts }) => parts)

const written = (name: string, signature?: string) => ({
  functionCall: { id: `c-${name}`, name, args: { x: 1 } },
  ...(signature !== undefined && { thoughtSignature: signature }),
})

describe('signatures', () => {
  it('go back on the very part that they came on, and nothing is merged', () => {
    const items = [
      block('reasoning', 'a'),
      block('answer', 'b', [seal('s1')]),
      block('answer', 'c'),
      block('reasoning', '', [seal('s2')]),
      call('f', [seal('s3')]),
      call('g'),
    ]
    expect(partsOf([user, said(items), result('f'), result('g')])).toEqual([
      { text: 'a', thought: true },
      { text: 'b', thoughtSignature: 's1' },
      { text: 'c' },
      { text: '', thoughtSignature: 's2' },
      written('f', 's3'),
      written('g'),
    ])
  })

  it.each<[string, Seal['issuer']]>([
    ['another model', { ...three, model: 'gemini-3-pro-preview' }],
    ['the other cloud', { ...three, provider: 'google-vertex' }],
    ['another format', { ...three, wire: 'openai-chat' }],
  ])('of %s are replaced by the sentinel, and it is said why', (_, issuer) => {
    const messages = [user, said([call('f', [seal('s', issuer)]), call('g')], issuer), result('f'), result('g')]
    expect(partsOf(messages)).toEqual([written('f', sentinel), written('g')])
    expect(wire.replay!({ messages }, three).decisions).toMatchObject([
      { message: 1, item: 0, action: 'downgraded' },
      { message: 1, item: 0, action: 'added', reason: expect.stringContaining(sentinel) },
    ])
  })

  it('of another cloud behind a router are not sent', () => {
    const from = { ...three, upstream: 'vertex' }
    expect(partsOf([user, said([block('answer', 'a', [seal('s', from)])])], { ...three, upstream: 'ai-studio' })).toEqual([{ text: 'a' }])
  })

  it('of a kind that Gemini does not have stand for none', () => {
    const strange: Seal = { kind: 'signature', value: 's', issuer: three }
    expect(partsOf([user, said([call('f', [strange])]), result('f')])).toEqual([written('f', sentinel)])
  })

  it('that are damaged are not sent', () => {
    expect(partsOf([user, said([call('f', [seal('A'.repeat(41))])]), result('f')])).toEqual([written('f', sentinel)])
    expect(partsOf([user, said([block('answer', 'a', [seal('A'.repeat(41))])])])).toEqual([{ text: 'a' }])
  })
})

describe('calls without a signature', () => {
  const steps = [user, said([call('f')], { wire: 'openai-chat' }), result('f'), said([call('g')], { wire: 'openai-chat' }), result('g')]

  it('get the sentinel in every step for Gemini 3', () => expect(partsOf(steps)).toEqual([written('f', sentinel), written('g', sentinel)]))

  it('stay as they are for Gemini 2.5', () => expect(partsOf(steps, flash)).toEqual([written('f'), written('g')]))

  it('keep it when the turn is over, so that the prefix stays the same', () => {
    const short = wire.replay!({ messages: steps }, three).messages
    const long = wire.replay!({ messages: [...steps, said([block('answer', 'a')]), user] }, three).messages
    expect(long.slice(0, short.length)).toEqual(short)
  })
})

describe('thoughts', () => {
  it('of another model are dropped', () => {
    expect(partsOf([user, said([block('reasoning', 'a'), block('answer', 'b')], { ...three, wire: 'anthropic-messages' })])).toEqual([
      { text: 'b' },
    ])
  })

  it('are not sent to a model that does not think', () => {
    const target = { ...flash, model: 'gemini-2.0-flash' }
    expect(partsOf([user, said([block('reasoning', 'a'), block('answer', 'b')], target)], target)).toEqual([{ text: 'b' }])
  })
})

describe('what Gemini would refuse is refused before it is sent', () => {
  it.each<[string, Message[], string]>([
    ['a call without a result', [user, said([call('f'), call('g')]), result('f')], '2 calls and 1 results'],
    ['nothing', [], 'no message'],
  ])('%s', (_, messages, message) => {
    expect(wire.replay!({ messages }, three).refusals).toEqual([expect.stringContaining(message)])
    expect(() => wire.writeRequest!({ messages }, three)).toThrow(expect.objectContaining({ code: 'REASON_REQUEST_REFUSED' }))
  })

  it('but not a call at the beginning of a shortened history', () => {
    const { refusals, messages } = wire.replay!({ messages: [said([call('f')]), result('f')] }, three)
    expect([refusals, messages[0]]).toEqual([[], { role: 'user', parts: [{ text: '(empty message)' }] }])
  })

  it('but not a step that is being planned', () =>
    expect(wire.replay!({ messages: [user, said([call('f')])] }, three).refusals).toEqual([]))
})
