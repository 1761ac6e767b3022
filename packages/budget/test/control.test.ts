import type { Conversation } from '@reason/core/conversation'
import { describe, expect, it } from 'vitest'
import { controlBefore, controlStop, type BeforeOptions, type RequestChanges, type UpstreamControl } from '../src/index.ts'

const llama: UpstreamControl = { engine: 'llama-server', controls: ['budget', 'endpoint', 'prefix'] }
const vllm: UpstreamControl = { engine: 'vllm', controls: ['budget'] }
const provider: UpstreamControl = { engine: 'provider', controls: ['budget'], leastBudget: 1024 }
const mute: UpstreamControl = { engine: 'provider', controls: ['none'] }

describe('before a request', () => {
  const cases: [string, BeforeOptions, RequestChanges][] = [
    ['says nothing without a budget', { upstream: vllm, remaining: undefined }, { fields: {} }],
    ['allows llama-server to be told later', { upstream: llama, remaining: undefined }, { fields: { reasoning_control: true } }],
    ['says nothing where more is left than could be used', { upstream: vllm, remaining: 500, maxOutputTokens: 500 }, { fields: {} }],
    ['leaves a smaller budget as it was asked for', { upstream: provider, knobs: { budgetTokens: 2000 }, remaining: 2000 }, { fields: {} }],
    [
      'lowers one that is larger',
      { upstream: provider, knobs: { budgetTokens: 8000, visibility: 'summary' }, remaining: 2000 },
      { knobs: { budgetTokens: 2000, visibility: 'summary' }, fields: {}, budgetTokens: 2000 },
    ],
    [
      'limits llama-server where the request sets no limit',
      { upstream: llama, remaining: 300, maxOutputTokens: 4000 },
      { knobs: { budgetTokens: 300 }, fields: { reasoning_control: true, reasoning_budget_tokens: 300 }, budgetTokens: 300 },
    ],
    [
      'limits vLLM where the request sets no limit',
      { upstream: vllm, remaining: 300 },
      { knobs: { budgetTokens: 300 }, fields: { thinking_token_budget: 300 }, budgetTokens: 300 },
    ],
    ['does not make a provider think to limit it', { upstream: provider, remaining: 3000 }, { fields: {} }],
    [
      'limits a provider that was asked to think',
      { upstream: provider, knobs: { effort: 'high' }, remaining: 3000 },
      { knobs: { effort: 'high', budgetTokens: 3000 }, fields: {}, budgetTokens: 3000 },
    ],
    [
      'turns thinking off where less is left than the provider takes',
      { upstream: provider, knobs: { effort: 'high', visibility: 'full' }, remaining: 1023 },
      { knobs: { enabled: false, visibility: 'full' }, fields: {} },
    ],
    [
      'turns it off in both ways where the engine has two',
      { upstream: vllm, remaining: 0 },
      { knobs: { enabled: false }, fields: { thinking_token_budget: 0 }, budgetTokens: 0 },
    ],
    ['turns it off where nothing else can be done', { upstream: mute, remaining: 0 }, { knobs: { enabled: false }, fields: {} }],
    ['cannot limit who takes no number', { upstream: mute, knobs: { effort: 'high' }, remaining: 10 }, { fields: {} }],
    ['leaves off what is off', { upstream: vllm, knobs: { effort: 'none' }, remaining: 0 }, { fields: {} }],
  ]
  it.each(cases)('%s', (_, options, changes) => expect(controlBefore(options)).toEqual(changes))
})

describe('in mid-stream', () => {
  const conversation: Conversation = {
    model: 'm',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'What is 2+2?' }] }],
    knobs: { effort: 'high', budgetTokens: 5000, visibility: 'full' },
    sampling: { maxOutputTokens: 1000, temperature: 0 },
  }
  const stop = (upstream: UpstreamControl, options: { id?: string; conversation?: Conversation } = { id: 'chatcmpl-1', conversation }) =>
    controlStop({ upstream, ...options, reasoning: 'Two and two', spentTokens: 300 })

  it('calls the control endpoint of llama-server first, and knows its reply', () => {
    const [endpoint, prefix, end] = stop({ ...llama, delimiters: { open: '<think>', close: '</think>' } })
    expect(endpoint).toMatchObject({
      by: 'endpoint',
      path: '/chat/completions/control',
      body: { id: 'chatcmpl-1', action: 'reasoning_end' },
    })
    expect([prefix!.by, end!.by]).toEqual(['prefix', 'end'])
    if (endpoint!.by !== 'endpoint') throw new Error('The first plan is not the endpoint.')
    const replies = [{ success: true }, { success: false, message: 'no active completion for this id' }, { error: {} }, undefined]
    expect(replies.map(endpoint!.isDone)).toEqual([true, false, false, false])
  })

  it('does without it where the id has not come', () => {
    expect(stop(llama, { conversation }).map(({ by }) => by)).toEqual(['end'])
  })

  it('continues with the reasoning closed, in a field of its own, thinking off and with what is left of the output', () => {
    const origin = { wire: 'openai-chat', model: 'm' }
    const [plan] = controlStop({
      upstream: { engine: 'provider', controls: ['prefix'] },
      conversation,
      origin,
      reasoning: 'Two and two',
      spentTokens: 300,
    })
    expect(plan).toEqual({
      by: 'prefix',
      fields: {},
      conversation: {
        ...conversation,
        messages: [
          ...conversation.messages,
          {
            role: 'assistant',
            origin,
            items: [
              { type: 'block', channel: 'reasoning', text: 'Two and two', boundary: 'limit' },
              { type: 'block', channel: 'answer', text: '' },
            ],
          },
        ],
        knobs: { enabled: false, visibility: 'full' },
        sampling: { maxOutputTokens: 700, temperature: 0 },
      },
    })
  })

  it('continues with the reasoning closed as text, which llama-server repeats', () => {
    const [plan] = stop({ engine: 'llama-server', controls: ['prefix'], delimiters: { open: '<think>\n', close: '\n</think>\n\n' } })
    const text = '<think>\nTwo and two\n</think>\n\n'
    expect(plan).toMatchObject({ by: 'prefix', repeats: text })
    if (plan?.by !== 'prefix') throw new Error('The first plan is not the prefix.')
    expect(plan.conversation.messages.at(-1)).toEqual({ role: 'assistant', items: [{ type: 'block', channel: 'answer', text }] })
  })

  it('tells vLLM that the last message goes on', () => {
    const [plan] = stop({ engine: 'vllm', controls: ['prefix'], delimiters: { open: '<think>', close: '</think>' } })
    expect(plan).toMatchObject({ by: 'prefix', fields: { add_generation_prompt: false, continue_final_message: true } })
    expect(plan).not.toHaveProperty('repeats')
  })

  it('does not continue where the model would only think on', () => {
    for (const engine of ['llama-server', 'vllm'] as const)
      expect(stop({ engine, controls: ['prefix'] }).map(({ by }) => by)).toEqual(['end'])
  })

  it('ends with an outcome where nothing can be done', () => {
    const end = [{ by: 'end', finish: { reason: 'reasoning-exhausted', native: 'reasoning_budget_exceeded' } }]
    expect(stop(mute)).toEqual(end)
    expect(stop(vllm)).toEqual(end)
    expect(stop({ ...vllm, controls: ['prefix'] }, { id: 'a' })).toEqual(end)
  })
})
