import type { Target } from '@reason/core/conversation'
import { describeLastThoughts } from '@reason/exchanges/last-thoughts'
import { describe, expect, it } from 'vitest'
import {
  assistant,
  call,
  deepseek,
  gptOss,
  kimi,
  kindsOf,
  nova2,
  opus47,
  profile,
  result,
  said,
  seal,
  sonnet37,
  sonnet45,
  thought,
  user,
  wire,
  write,
} from './conversations.ts'

const loop = [user(), assistant(thought('a clock', seal()), said('Let me see.'), call()), result()]
const on = { enabled: true, budgetTokens: 2000 }

describe('an open tool loop with Claude', () => {
  it('begins with its thinking, byte for byte', () => {
    const messages = [user(), assistant(thought('a clock ', seal()), thought('', seal(sonnet37, 'redacted', 'RW13Sw==')), call()), result()]
    const { body, plan } = write({ knobs: on, messages })
    expect(body.messages[1]!.content).toEqual([
      { reasoningContent: { reasoningText: { text: 'a clock ', signature: 'EqQBCkgIARABGAI=' } } },
      { reasoningContent: { redactedContent: 'RW13Sw==' } },
      { toolUse: { toolUseId: 'tooluse_1', name: 'clock', input: {} } },
    ])
    expect(plan.decisions.map(({ action }) => action)).toEqual(['kept', 'kept'])
  })

  it('goes on without thinking at another model, whose seals it cannot have', () => {
    const { body, plan, knobs } = write({ knobs: on, messages: loop }, sonnet45)
    expect(kindsOf(body, 1)).toEqual(['text', 'toolUse'])
    expect(body.additionalModelRequestFields).toEqual({ thinking: { type: 'disabled' } })
    expect(plan.decisions.map(({ action }) => action)).toEqual(['dropped', 'downgraded'])
    expect(knobs.effective).toEqual({ enabled: false })
  })

  it('is refused in the words of the provider where it lost its thinking on the way', () => {
    const body = {
      additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 2000 } },
      toolConfig: { tools: [{ toolSpec: { name: 'clock', inputSchema: { json: { type: 'object' } } } }] },
      messages: [
        { role: 'user', content: [{ text: 'q' }] },
        { role: 'assistant', content: [{ toolUse: { toolUseId: 't', name: 'clock', input: {} } }] },
        { role: 'user', content: [{ toolResult: { toolUseId: 't', content: [{ text: '4' }] } }] },
      ],
    }
    const conversation = wire.readRequest!(body)
    expect(wire.replay!(conversation, sonnet37).refusals).toEqual([
      expect.stringMatching(/^Message 1 has tool calls.*switch thinking off\.$/),
    ])
    expect(() => wire.writeRequest!(conversation, sonnet37)).toThrow(expect.objectContaining({ code: 'REASON_REQUEST_REFUSED' }))
    // No other provider asks for it.
    expect(wire.replay!(conversation, kimi).refusals).toEqual([])
  })

  it('has no thinking while thinking is off; earlier turns keep theirs', () => {
    const messages = [
      ...loop,
      assistant(said('4.')),
      user('And now?'),
      assistant(thought('again', seal()), call('tooluse_2')),
      result('tooluse_2'),
    ]
    const { body } = write({ knobs: { enabled: false }, messages })
    expect([1, 5].map((at) => kindsOf(body, at))).toEqual([['reasoningContent', 'text', 'toolUse'], ['toolUse']])
  })

  it('begins no answer for a model that thinks', () => {
    expect(wire.replay!({ messages: [user(), assistant(said('It is'))], knobs: on }, sonnet37).refusals).toHaveLength(1)
    expect(wire.replay!({ messages: [user(), assistant(said('It is'))] }, sonnet37).refusals).toEqual([])
  })
})

describeLastThoughts(wire, sonnet37)

describe('seals', () => {
  const messages = (issuer: Parameters<typeof seal>[0], value?: string) => [
    user(),
    assistant(thought('a', seal(issuer, 'signature', value)), said('hi')),
    user(),
  ]

  it.each([
    ['another model', { ...sonnet37, model: opus47.model }],
    ['another provider', { ...sonnet37, provider: 'moonshot' }],
    ['another format', { ...sonnet37, provider: 'openrouter', wire: 'openai-chat' }],
    ['another model of another cloud', { provider: 'anthropic', wire: 'anthropic-messages', model: 'claude-opus-4-7' }],
  ])('of %s go nowhere', (_, issuer) => expect(kindsOf(write({ messages: messages(issuer) }).body, 1)).toEqual(['text']))

  it.each([
    ['anthropic', 'claude-3-7-sonnet-20250219'],
    ['google-vertex', 'claude-3-7-sonnet@20250219'],
  ])('of the same model by %s go back, but no redacted thinking', (provider, model) => {
    const issuer = { provider, wire: 'anthropic-messages', model }
    expect(kindsOf(write({ messages: messages(issuer) }).body, 1)).toEqual(['reasoningContent', 'text'])
    const redacted = assistant(thought('a', seal(issuer)), thought('', seal(issuer, 'redacted')), said('hi'))
    expect(kindsOf(write({ messages: [user(), redacted, user()] }).body, 1)).toEqual(['text'])
  })

  it.each([
    'anthropic.claude-3-7-sonnet-20250219-v1:0',
    'eu.anthropic.claude-3-7-sonnet-20250219-v1%3A0',
    'arn:aws:bedrock:us-east-1::foundation-model/anthropic.claude-3-7-sonnet-20250219-v1:0',
  ])('know their model by %s', (model) => {
    expect(kindsOf(write({ messages: messages({ ...sonnet37, model }) }).body, 1)).toEqual(['reasoningContent', 'text'])
  })

  it.each(['', 'A'.repeat(41)])('that are damaged are not sent: %j', (value) => {
    expect(kindsOf(write({ messages: messages(sonnet37, value) }).body, 1)).toEqual(['text'])
  })

  it('go back in bytes as the official client hands them out', () => {
    const content = [{ reasoningContent: { redactedContent: new Uint8Array([18, 52]) } }, { text: 'hi' }]
    const read = wire.readRequest!({
      messages: [
        { role: 'user', content: [{ text: 'q' }] },
        { role: 'assistant', content },
      ],
    })
    expect(write(read).body.messages[1]!.content[0]).toEqual({ reasoningContent: { redactedContent: 'EjQ=' } })
  })
})

describe('reasoning without a seal', () => {
  it.each<[string, Target, boolean]>([
    ['Claude', sonnet37, false],
    ['DeepSeek R1, which refuses it', deepseek, false],
    ['an unknown model', profile, false],
    ['Nova, where Claude wrote it', nova2, false],
    ['gpt-oss', gptOss, true],
    ['Kimi', kimi, true],
  ])('to %s', (_, target, goes) => {
    const { body } = write({ messages: [user(), assistant(thought('a'), call()), result()] }, target)
    expect(body.messages[1]!.content[0]).toEqual(
      goes ? { reasoningContent: { reasoningText: { text: 'a' } } } : expect.objectContaining({ toolUse: expect.anything() }),
    )
  })

  it('to Nova, which wrote it', () => {
    const own = { ...assistant(thought('a'), said('hi')), origin: nova2 }
    expect(kindsOf(write({ messages: [user(), own, user()] }, nova2).body, 1)).toEqual(['reasoningContent', 'text'])
  })
})

it('decides of a message once: the request of the next turn begins like that of this one', () => {
  const turns = [...loop, assistant(thought('done', seal()), said('4.')), user('Thanks.')]
  for (const target of [sonnet37, sonnet45, kimi, deepseek]) {
    const short = write({ messages: turns.slice(0, 3) }, target).body.messages
    expect(write({ messages: turns }, target).body.messages.slice(0, 3)).toEqual(short)
  }
})
