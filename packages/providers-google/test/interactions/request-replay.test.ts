import type { Seal } from '@reason/core/parts'
import type { Item } from '@reason/core/result'
import { messageOf, type AssistantMessage, type Message, type Target } from '@reason/core/conversation'
import { describe, expect, it } from 'vitest'
import { completed, created, delta, read, resultOf, signature, start, stop, thought, wire } from './events.ts'

const target: Target = { provider: 'google', wire: 'gemini-interactions', model: 'gemini-3-flash-preview' }
const user: Message = { role: 'user', content: [{ type: 'text', text: 'q' }] }
const seal = (value: string, issuer: Seal['issuer'] = target): Seal => ({ kind: 'thought-signature', value, issuer })
const block = (channel: 'reasoning' | 'answer' | 'commentary', text: string, seals?: Seal[]): Item => ({
  type: 'block',
  channel,
  text,
  boundary: 'wire',
  ...(seals && { seals }),
})
const said = (items: Item[], origin: AssistantMessage['origin'] = target): AssistantMessage => ({
  role: 'assistant',
  items,
  ...(origin && { origin }),
})
const stepsOf = (messages: Message[], to = target) => wire.replay!({ messages }, to).messages.slice(1)

describe('thoughts', () => {
  const items = [block('reasoning', 'a', [seal('s1')]), block('reasoning', '', [seal('s2')]), block('answer', 'b')]

  it('go back with their signatures, one step each', () => {
    expect(stepsOf([user, said(items)])).toEqual([
      { type: 'thought', summary: [{ type: 'text', text: 'a' }], signature: 's1' },
      { type: 'thought', signature: 's2' },
      { type: 'model_output', content: [{ type: 'text', text: 'b' }] },
    ])
  })

  it.each<[string, Seal['issuer']]>([
    ['another model', { ...target, model: 'gemini-3-pro-preview' }],
    ['the other cloud', { ...target, provider: 'google-vertex' }],
    ['another upstream', { ...target, upstream: 'x' }],
    ['generateContent', { ...target, wire: 'gemini' }],
    ['Anthropic', { wire: 'anthropic-messages', model: 'm' }],
  ])('of %s do not go', (_, issuer) => {
    const sealed = [block('reasoning', 'a', [seal('s1', issuer)]), block('reasoning', '', [seal('s2', issuer)]), block('answer', 'b')]
    const messages = [user, said(sealed, issuer)]
    expect(stepsOf(messages, { ...target, upstream: 'y' })).toEqual([{ type: 'model_output', content: [{ type: 'text', text: 'b' }] }])
    expect(wire.replay!({ messages }, { ...target, upstream: 'y' }).decisions.map(({ action }) => action)).toEqual(['dropped', 'dropped'])
  })

  it.each(['', '   ', 'A'.repeat(41)])('lose a signature that is damaged: %j', (value) => {
    expect(stepsOf([user, said([block('reasoning', 'a', [seal(value)]), block('answer', 'b')])])[0]).toEqual({
      type: 'thought',
      summary: [{ type: 'text', text: 'a' }],
    })
  })

  it('that were cut go without their signature', () => {
    const cut: Item = { type: 'block', channel: 'reasoning', text: 'a', boundary: 'end-of-stream', seals: [seal('s')] }
    expect(stepsOf([user, said([cut])])).toEqual([{ type: 'thought', summary: [{ type: 'text', text: 'a' }] }])
  })

  it('are decided once: what comes later changes nothing before', () => {
    const short = wire.replay!({ messages: [user, said(items), user] }, target).messages
    const long = wire.replay!({ messages: [user, said(items), user, said([block('answer', 'c')]), user] }, target).messages
    expect(long.slice(0, short.length)).toEqual(short)
  })

  it('come back from a stream as the steps that they were', () => {
    const events = [
      created,
      start(0, { type: 'thought' }),
      delta(0, thought('a')),
      delta(0, signature('sig')),
      stop(0),
      start(1, { type: 'function_call', id: 'c', name: 'f', arguments: {} }),
      delta(1, { type: 'arguments_delta', arguments: '{"x":1}' }),
      stop(1),
      completed('requires_action'),
    ]
    const message = messageOf(resultOf(read(events, target)), target)
    const result: Message = { role: 'tool', call: 'c', content: [{ type: 'text', text: 'r' }] }
    expect(stepsOf([user, message, result])).toEqual([
      { type: 'thought', summary: [{ type: 'text', text: 'a' }], signature: 'sig' },
      { type: 'function_call', id: 'c', name: 'f', arguments: { x: 1 } },
      { type: 'function_result', call_id: 'c', name: 'f', result: 'r' },
    ])
  })
})

describe('what others said', () => {
  it('is text, also commentary', () => {
    const { body, notCarried } = wire.writeRequest!(
      { messages: [user, said([block('commentary', 'a'), block('answer', 'b')], { wire: 'openai-chat' })] },
      target,
    )
    expect((body.input as unknown[])[1]).toEqual({
      type: 'model_output',
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    })
    expect(notCarried).toEqual([expect.stringContaining('commentary')])
  })

  it('with arguments that are no object is a call with one', () => {
    const call = (args: string): Item => ({ type: 'tool-call', id: 'c', name: 'f', arguments: args, boundary: 'wire' })
    for (const [args, value] of [
      ['', {}],
      ['[1]', { input: '[1]' }],
      ['{"a":', { input: '{"a":' }],
    ] as const)
      expect(stepsOf([user, said([call(args)])])).toEqual([{ type: 'function_call', id: 'c', name: 'f', arguments: value }])
  })
})

describe("steps of Google's own tools", () => {
  const search = { type: 'google_search_call', id: 'g', arguments: { queries: ['x'] }, signature: 's' }
  const input = [{ type: 'user_input', content: [{ type: 'text', text: 'q' }] }, search]

  it('go back as they came, and their signatures to no other', () => {
    const conversation = wire.readRequest!({ input }, target)
    expect(wire.replay!(conversation, target).messages).toEqual(input)
    const { signature: _, ...bare } = search
    expect(wire.replay!(conversation, { ...target, provider: 'google-vertex' }).messages[1]).toEqual(bare)
  })
})
