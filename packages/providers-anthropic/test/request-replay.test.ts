import { ReasonError } from '@reason/core'
import { describeLastThoughts } from '@reason/exchanges/last-thoughts'
import { describe, expect, it } from 'vitest'
import {
  assistant,
  call,
  minimax,
  opus47,
  result,
  said,
  seal,
  sonnet4,
  sonnet45,
  thought,
  typesOf,
  user,
  wire,
  write,
} from './conversations.ts'

const loop = [user(), assistant(thought('a clock', seal()), said('Let me see.'), call()), result()]
const on = { enabled: true, budgetTokens: 2000 }

describe('an open tool loop', () => {
  it('begins with its thinking, byte for byte', () => {
    const redacted = seal(sonnet4, 'redacted', 'EmwKAhgB')
    const { body, plan } = write({
      knobs: on,
      messages: [user(), assistant(thought('a clock ', seal()), thought('', redacted), call()), result()],
    })
    expect(body.messages[1]!.content).toEqual([
      { type: 'thinking', thinking: 'a clock ', signature: 'EqQBCkgIARABGAI=' },
      { type: 'redacted_thinking', data: 'EmwKAhgB' },
      { type: 'tool_use', id: 'toolu_1', name: 'clock', input: {} },
    ])
    expect(plan.decisions.map(({ action }) => action)).toEqual(['kept', 'kept'])
  })

  it('keeps thinking between its steps in its place', () => {
    const steps = [...loop, assistant(said('Again.'), thought('once more', seal()), call('toolu_2')), result('toolu_2')]
    expect(typesOf(write({ knobs: on, messages: steps }).body, 3)).toEqual(['text', 'thinking', 'tool_use'])
  })

  it('goes on without thinking at another model, whose seals it cannot have', () => {
    const { body, plan, knobs } = write({ knobs: on, messages: loop }, sonnet45)
    expect(typesOf(body, 1)).toEqual(['text', 'tool_use'])
    expect(body['thinking']).toEqual({ type: 'disabled' })
    expect(plan.decisions.map(({ action }) => action)).toEqual(['dropped', 'downgraded'])
    expect(knobs.effective).toEqual({ enabled: false })
    expect(knobs.notes.join(' ')).toContain('has no thinking of claude-sonnet-4-5-20250929')
  })

  it('goes on without thinking where it came from a format that had none', () => {
    const { body } = write({ knobs: { effort: 'high' }, messages: [user(), assistant(call()), result()] })
    expect(body['thinking']).toEqual({ type: 'disabled' })
  })

  it('is refused in the words of the provider where it lost its thinking on the way', () => {
    const body = {
      model: sonnet4.model,
      max_tokens: 4096,
      thinking: { type: 'enabled', budget_tokens: 2000 },
      messages: [
        { role: 'user', content: 'What time is it?' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'clock', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: '4' }] },
      ],
    }
    const conversation = wire.readRequest!(body)
    const { refusals } = wire.replay!(conversation, sonnet4)
    expect(refusals).toEqual([expect.stringMatching(/^Message 1 has tool calls, but no reasoning .* or switch thinking off\.$/)])
    let error: unknown
    try {
      wire.writeRequest!(conversation, sonnet4)
    } catch (thrown) {
      error = thrown
    }
    expect(ReasonError.is(error) && [error.code, error.cause]).toEqual(['REASON_REQUEST_REFUSED', refusals])
    // An adaptive model may have begun without a thought.
    expect(wire.replay!(wire.readRequest!({ ...body, thinking: { type: 'adaptive' } }), opus47).refusals).toEqual([])
  })

  it('goes on without thinking in the words of the provider, where another model goes on with it', () => {
    const conversation = wire.readRequest!({
      model: sonnet4.model,
      max_tokens: 4096,
      thinking: { type: 'enabled', budget_tokens: 2000 },
      messages: [
        { role: 'user', content: 'What time is it?' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'a clock', signature: 'EqQBCkgIARABGAI=' },
            { type: 'tool_use', id: 'toolu_1', name: 'clock', input: {} },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: '4' }] },
      ],
    })
    expect(wire.writeRequest!(conversation, sonnet4).body['thinking']).toEqual({ type: 'enabled', budget_tokens: 2000 })
    const { body, plan } = write(conversation, sonnet45)
    expect(body['thinking']).toEqual({ type: 'disabled' })
    expect(typesOf(body, 1)).toEqual(['tool_use'])
    expect(plan.refusals).toEqual([])
  })

  it('has no thinking while thinking is off; earlier turns keep theirs', () => {
    const messages = [
      ...loop,
      assistant(said('4.')),
      user('And now?'),
      assistant(thought('again', seal()), call('toolu_2')),
      result('toolu_2'),
    ]
    const { body } = write({ knobs: { enabled: false }, messages })
    expect(typesOf(body, 1)).toEqual(['thinking', 'text', 'tool_use'])
    expect(typesOf(body, 5)).toEqual(['tool_use'])
  })

  it('keeps its thinking where nothing is said of thinking', () => {
    expect(typesOf(write({ messages: loop }).body, 1)).toEqual(['thinking', 'text', 'tool_use'])
  })
})

describeLastThoughts(wire, sonnet4)

describe('seals', () => {
  it.each([
    ['another model', { ...sonnet4, model: 'claude-opus-4-1' }],
    ['another provider', { ...sonnet4, provider: 'minimax' }],
    ['another format', { ...sonnet4, wire: 'bedrock-converse' }],
  ])('of %s go nowhere, redacted ones included', (_, issuer) => {
    const messages = [user(), assistant(thought('a', seal(issuer)), thought('', seal(issuer, 'redacted')), said('hi')), user()]
    expect(typesOf(write({ messages }).body, 1)).toEqual(['text'])
  })

  it.each([
    ['claude-sonnet-4-0', 'claude-sonnet-4-20250514'],
    ['claude-sonnet-4-20250514', 'claude-sonnet-4-0'],
    ['claude-sonnet-4', 'claude-sonnet-4@20250514'],
  ])('of %s are those of %s', (model, other) => {
    const messages = [user(), assistant(thought('a', seal({ ...sonnet4, model })), said('hi')), user()]
    expect(typesOf(write({ messages }, { ...sonnet4, model: other }).body, 1)).toEqual(['thinking', 'text'])
  })

  it.each(['', ' ', 'A'.repeat(41)])('that are damaged are not sent: %j', (value) => {
    const messages = [user(), assistant(thought('a', seal(sonnet4, 'signature', value)), said('hi')), user()]
    expect(typesOf(write({ messages }).body, 1)).toEqual(['text'])
    const content = [
      { type: 'thinking', thinking: 'a', signature: value },
      { type: 'redacted_thinking', data: value },
      { type: 'text', text: 'hi' },
    ]
    const read = wire.readRequest!({
      model: sonnet4.model,
      messages: [
        { role: 'assistant', content },
        { role: 'user', content: 'q' },
      ],
    })
    expect(typesOf(write(read).body, 0)).toEqual(['text'])
  })

  it('of a request are those of the model that it is for: it may go to another one', () => {
    const content = [
      { type: 'thinking', thinking: 'a', signature: 'EqQBCkgIARABGAI=' },
      { type: 'text', text: 'hi' },
    ]
    const read = wire.readRequest!({
      model: sonnet4.model,
      messages: [
        { role: 'assistant', content },
        { role: 'user', content: 'q' },
      ],
    })
    expect(typesOf(write(read).body, 0)).toEqual(['thinking', 'text'])
    expect(typesOf(write(read, sonnet45).body, 0)).toEqual(['text'])
  })
})

describe('thinking without a seal', () => {
  const messages = [user(), assistant(thought('a'), call()), result()]

  it('never goes to Claude', () => expect(typesOf(write({ messages }).body, 1)).toEqual(['tool_use']))

  it('goes to a model of an unknown name at a server of another maker, and not to one that may be Claude', () => {
    const at = (provider: string) => typesOf(write({ messages }, { ...sonnet4, provider, model: 'my-model' }).body, 1)
    expect([at('vllm'), at('anthropic')]).toEqual([['thinking', 'tool_use'], ['tool_use']])
  })

  it('takes with it what stood beside it', () => {
    const note = { type: 'native', wire: wire.id, event: 'thinking.note', value: 'a clock' } as const
    const steps = [user(), assistant(note, thought('a clock'), said('Let me see.'), thought('once more', seal()), call()), result()]
    expect(write({ messages: steps }).body.messages[1]!.content).toEqual([
      { type: 'text', text: 'Let me see.' },
      { type: 'thinking', thinking: 'once more', signature: 'EqQBCkgIARABGAI=' },
      { type: 'tool_use', id: 'toolu_1', name: 'clock', input: {} },
    ])
  })

  it('goes to servers that check no signature', () => {
    const { body } = write({ messages }, minimax)
    expect(body.messages[1]!.content).toEqual([
      { type: 'thinking', thinking: 'a', signature: '' },
      { type: 'tool_use', id: 'toolu_1', name: 'clock', input: {} },
    ])
  })
})

it('decides of a message once: the request of the next turn begins like that of this one', () => {
  const turns = [...loop, assistant(thought('done', seal()), said('4.')), user('Thanks.')]
  for (const target of [sonnet4, sonnet45, opus47]) {
    const knobs = { effort: 'high' } as const
    const short = write({ knobs, messages: turns.slice(0, 5) }, target).body.messages
    expect(write({ knobs, messages: turns }, target).body.messages.slice(0, 4)).toEqual(short.slice(0, 4))
  }
})

it('begins no answer for a model that thinks; a turn that was paused goes on', () => {
  const replay = (items: Parameters<typeof assistant>, knobs: object) =>
    wire.replay!({ messages: [user(), assistant(...items)], knobs, sampling: { maxOutputTokens: 4096 } }, sonnet4)
  expect(replay([said('It is')], on).refusals).toEqual([expect.stringContaining('begins the answer')])
  expect(replay([said('It is')], { enabled: false }).refusals).toEqual([])
  const searched = { type: 'native', wire: wire.id, event: 'server_tool_use', value: { type: 'server_tool_use', id: 's' } } as const
  expect(replay([thought('a', seal()), said('Let me see.'), searched], on).refusals).toEqual([])
})

describe('models that want thinking in every message of the assistant', () => {
  const deepseek = { provider: 'deepseek', wire: 'anthropic-messages', model: 'deepseek-v4-pro' }
  const kimi = { provider: 'moonshot', wire: 'anthropic-messages', model: 'kimi-k3' }
  const empty = { type: 'thinking', thinking: '', signature: '' }
  const used = { type: 'tool_use', id: 'toolu_1', name: 'clock', input: {} }
  const bare = [user(), assistant(said('First.')), user(), assistant(call()), result()]

  it('get an empty one where there is none, with tools and while they think', () => {
    const newer = ['kimi-k4', 'deepseek-v5'].map((model) => ({ ...kimi, model }))
    for (const target of [deepseek, { ...deepseek, model: 'deepseek-flash' }, kimi, ...newer]) {
      const { body, plan } = write({ messages: bare }, target)
      expect(body.messages.filter(({ role }) => role === 'assistant').map(({ content }) => content)).toEqual([
        [empty, { type: 'text', text: 'First.' }],
        [empty, used],
      ])
      expect(plan.decisions.map(({ action, message }) => [action, message])).toEqual([
        ['added', 1],
        ['added', 3],
      ])
    }
  })

  it('get what there is', () => {
    const { body } = write({ messages: [user(), assistant(thought('hm'), call()), result()] }, deepseek)
    expect(body.messages[1]!.content).toEqual([{ type: 'thinking', thinking: 'hm', signature: '' }, used])
  })

  it('get none without tools, where they do not think, or where another model is asked', () => {
    const plain = [user(), assistant(said('First.')), user()]
    expect(typesOf(write({ messages: plain }, deepseek).body, 1)).toEqual(['text'])
    expect(typesOf(write({ messages: bare, knobs: { enabled: false } }, deepseek).body, 3)).toEqual(['tool_use'])
    expect(typesOf(write({ messages: bare }, minimax).body, 3)).toEqual(['tool_use'])
    expect(typesOf(write({ messages: bare }).body, 3)).toEqual(['tool_use'])
  })
})

describe('thinking that is bound to what stands before it', () => {
  const opus51 = { ...sonnet4, model: 'claude-opus-5-1' }
  const messages = [
    { role: 'user', content: 'What time is it?' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'a clock', signature: 'EqQBCkgIARABGAI=' },
        { type: 'text', text: 'Four.' },
      ],
    },
    { role: 'user', content: 'And now?' },
  ]
  const written = (thinking?: object) => {
    const conversation = wire.readRequest!({ model: opus51.model, max_tokens: 4096, messages, ...(thinking && { thinking }) })
    const { body, headers } = write(conversation, opus51)
    return { thinking: body['thinking'], beta: headers?.['anthropic-beta'] }
  }
  const beta = 'thinking-binding-controls-2026-08-01'
  const dropped = { prefix_mismatch_behavior: 'drop_block' }

  it('is left out by the provider where it is not where it was', () => {
    expect(written()).toEqual({ thinking: { type: 'adaptive', block_binding: dropped }, beta })
    expect(written({ type: 'adaptive', display: 'omitted' })).toEqual({
      thinking: { type: 'adaptive', display: 'omitted', block_binding: dropped },
      beta,
    })
  })

  it('stays as a request has it that says so itself', () => {
    const thinking = { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'error' } }
    expect(written(thinking)).toEqual({ thinking, beta: undefined })
  })
})
