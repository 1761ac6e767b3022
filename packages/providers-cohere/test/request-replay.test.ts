import type { Seal } from '@reason/core/parts'
import type { Item } from '@reason/core/result'
import { messageOf, type AssistantMessage, type Message, type Target } from '@reason/core/conversation'
import { describe, expect, it } from 'vitest'
import { wire } from './events.ts'
import { createAccumulator } from '@reason/core'

const target: Target = { provider: 'cohere', wire: 'cohere', model: 'command-a-reasoning-08-2025' }
const user: Message = { role: 'user', content: [{ type: 'text', text: 'q' }] }
const block = (channel: 'reasoning' | 'answer' | 'commentary', text: string, seals?: Seal[]): Item => ({
  type: 'block',
  channel,
  text,
  boundary: 'wire',
  ...(seals && { seals }),
})
const call: Item = { type: 'tool-call', id: 'a', name: 'f', arguments: '{}', boundary: 'wire' }
const result: Message = { role: 'tool', call: 'a', content: [{ type: 'text', text: 'r' }] }
const said = (items: Item[], origin?: AssistantMessage['origin']): AssistantMessage => ({
  role: 'assistant',
  items,
  ...(origin && { origin }),
})
const plan = (messages: Message[], to = target) => wire.replay!({ messages }, to)

describe('thinking', () => {
  const items = [block('reasoning', 't'), block('answer', 'a')]

  it('goes back to the model that wrote it', () => {
    const { messages, decisions } = plan([user, said(items, target)])
    expect(messages[1]).toEqual({
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 't' },
        { type: 'text', text: 'a' },
      ],
    })
    expect(decisions).toMatchObject([{ message: 1, item: 0, action: 'kept' }])
  })

  it.each<[string, AssistantMessage['origin']]>([
    ['another model', { ...target, model: 'command-a-plus-05-2026' }],
    ['another provider', { ...target, provider: 'bedrock' }],
    ['another format', { wire: 'anthropic-messages', model: target.model }],
    ['no known issuer', undefined],
  ])('of %s does not', (_, origin) => {
    const { messages, decisions } = plan([user, said(items, origin)])
    expect(messages[1]).toEqual({ role: 'assistant', content: 'a' })
    expect(decisions).toMatchObject([{ message: 1, item: 0, action: 'dropped' }])
  })

  it('has no seals of any maker', () => {
    const sealed = [block('reasoning', 't', [{ kind: 'signature', value: 's', issuer: target }]), block('answer', 'a')]
    const { messages, decisions } = plan([user, said(sealed, target)])
    expect(JSON.stringify(messages)).not.toContain('"s"')
    expect(decisions).toMatchObject([{ message: 1, item: 0, action: 'downgraded' }])
  })

  it('is decided once: what comes later changes nothing before', () => {
    const start = [user, said([...items, call], target), result]
    const short = plan(start).messages
    expect(plan([...start, said(items, target), user]).messages.slice(0, short.length)).toEqual(short)
  })
})

describe('a turn of the reader', () => {
  const message = {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 't' },
      { type: 'text', text: 'x' },
    ],
    tool_plan: 'p',
    tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":1}' } }],
  }

  it('goes back whole, plan and calls beside each other', () => {
    const accumulator = createAccumulator()
    for (const part of wire.readResponse({ id: 'r', finish_reason: 'TOOL_CALL', message }, target)) accumulator.push(part)
    const { messages } = plan([user, messageOf(accumulator.snapshot(), target), result])
    expect(messages[1]).toEqual(message)
  })
})

describe('commentary', () => {
  it('is the plan of its calls, and text where there are none', () => {
    expect(plan([user, said([block('commentary', 'p'), call]), result]).messages[1]).toMatchObject({ tool_plan: 'p' })
    const { body, notCarried } = wire.writeRequest!({ messages: [user, said([block('commentary', 'p')])] }, target)
    expect((body.messages as unknown[])[1]).toEqual({ role: 'assistant', content: 'p' })
    expect(notCarried).toEqual([expect.stringContaining('commentary without calls')])
  })
})
