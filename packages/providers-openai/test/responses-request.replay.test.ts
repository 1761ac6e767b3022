import { ReasonError } from '@reason/core'
import type { Conversation, Message, Target } from '@reason/core/conversation'
import { describe, expect, test } from 'vitest'
import {
  assistant,
  call,
  decided,
  deepseek,
  inputOf,
  openai,
  replied,
  said,
  seal,
  stateful,
  stateless,
  thought,
  tool,
  user,
  wire,
  type Fields,
} from './responses-request.ts'

const reasoning = (id: string, more: Fields = {}) => ({ type: 'reasoning', id, summary: [], encrypted_content: `E-${id}`, ...more })
const functionCall = (id: string) => ({
  type: 'function_call',
  id: `fc_${id}`,
  call_id: id,
  name: 'f',
  arguments: '{}',
  status: 'completed',
})
const message = (id: string, text = 'a') => ({
  type: 'message',
  id,
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
})
const types = (items: readonly Fields[]) => items.map(({ type, role }) => type ?? role)

describe('for whom sealed it', () => {
  test('a thought goes before what it led to, with its seal and its summary, be it empty', () => {
    const summary = [
      { type: 'summary_text', text: '**A**' },
      { type: 'summary_text', text: '**B**' },
    ]
    const said = replied([reasoning('rs_1', { summary }), reasoning('rs_2'), functionCall('c')])
    expect(inputOf(stateless([user('q'), said, tool('1', 'c')]))).toEqual([
      { role: 'user', content: 'q' },
      { type: 'reasoning', id: 'rs_1', summary, encrypted_content: 'E-rs_1' },
      { type: 'reasoning', id: 'rs_2', summary: [], encrypted_content: 'E-rs_2' },
      { type: 'function_call', id: 'fc_c', call_id: 'c', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c', output: '1' },
    ])
    expect(decided(stateless([user('q'), said, tool('1', 'c')]))).toEqual(['1/1 kept', '1/4 kept'])
  })

  test('a thought that came behind its calls goes before them, unless another thought does', () => {
    const back = (...output: Fields[]) =>
      types(inputOf(stateless([user('q'), replied(output), tool('1', 'c'), tool('2', 'd')]))).slice(1, -2)
    expect(back(functionCall('c'), functionCall('d'), reasoning('rs_1'))).toEqual(['reasoning', 'function_call', 'function_call'])
    expect(back(message('m'), functionCall('c'), functionCall('d'), reasoning('rs_1'))).toEqual([
      'message',
      'reasoning',
      'function_call',
      'function_call',
    ])
    expect(back(reasoning('rs_1'), functionCall('c'), functionCall('d'), reasoning('rs_2'))).toEqual([
      'reasoning',
      'function_call',
      'function_call',
    ])
  })

  test('a thought at the end of a message stays before the next message of the model', () => {
    const two = [replied([functionCall('c'), reasoning('rs_1')]), replied([functionCall('d')])]
    expect(types(inputOf(stateless([user('q'), ...two, tool('1', 'c'), tool('2', 'd')]))).slice(1, 4)).toEqual([
      'function_call',
      'reasoning',
      'function_call',
    ])
  })

  test('the tools that the provider ran go back between the thoughts, and annotations with their text', () => {
    const search = { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'q' } }
    const annotation = { type: 'url_citation', url: 'https://x', start_index: 0, end_index: 1, title: 't' }
    const output = [
      reasoning('rs_1'),
      search,
      reasoning('rs_2'),
      {
        ...message('msg_1'),
        phase: 'final_answer',
        content: [{ type: 'output_text', text: 'a', annotations: [annotation], logprobs: [] }],
      },
    ]
    expect(inputOf(stateless([user('q'), replied(output), user('r')])).slice(1, -1)).toEqual([
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'E-rs_1' },
      search,
      { type: 'reasoning', id: 'rs_2', summary: [], encrypted_content: 'E-rs_2' },
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        phase: 'final_answer',
        content: [{ type: 'output_text', text: 'a', annotations: [annotation] }],
      },
    ])
  })

  test('a value that was streamed in two goes back as the last one', () => {
    const reader = wire.createReader(openai)
    const events = [
      { type: 'response.output_item.added', output_index: 0, item: { ...reasoning('rs_1'), encrypted_content: 'part' } },
      { type: 'response.output_item.done', output_index: 0, item: reasoning('rs_2') },
      { type: 'response.output_item.done', output_index: 1, item: functionCall('c') },
      { type: 'response.completed', response: { model: 'gpt-5', status: 'completed', output: [] } },
    ]
    const parts = [...events.flatMap((event) => reader.push(event)), ...reader.end()]
    const seals = parts.flatMap((part) => (part.type === 'block-end' ? (part.seals ?? []) : []))
    expect(seals).toMatchObject([{ value: 'E-rs_2', item: 'rs_2' }])
  })
})

describe('for whom else', () => {
  const conversation = stateless([user('q'), replied([reasoning('rs_1'), functionCall('c')]), tool('1', 'c')])

  test.each<[string, Partial<Target>]>([
    ['another model', { model: 'gpt-5-mini' }],
    ['another provider', { provider: 'azure' }],
    ['a provider of its own kind', { provider: 'xai', model: 'grok-4.3' }],
  ])('%s gets no seal of it, and what it led to goes as if it were new', (_, to) => {
    const target = { ...openai, ...to }
    expect(inputOf(conversation, target).slice(1)).toEqual([
      { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c', output: '1' },
    ])
    expect(wire.replay(conversation, target).decisions).toMatchObject([{ message: 1, item: 1, action: 'dropped' }])
  })

  test('another provider gets no item of the tools of the first, nor its words', () => {
    const search = { type: 'web_search_call', id: 'ws_1', status: 'completed' }
    const from = stateless([user('q'), replied([search, { ...message('msg_1'), phase: 'final_answer' }]), user('r')])
    expect(inputOf(from, { ...openai, provider: 'azure' }).slice(1, -1)).toEqual([
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'a' }] },
    ])
    expect(decided(from, { ...openai, provider: 'azure' })).toEqual(['1/0 dropped'])
  })

  test('a request that names no provider is taken for one of the target, as long as the model is the same', () => {
    const body = { model: 'gpt-5', store: false, input: [{ role: 'user', content: 'q' }, reasoning('rs_1'), message('msg_1')] }
    expect(types(inputOf(wire.readRequest(body)))).toEqual(['user', 'reasoning', 'message'])
    expect(types(inputOf(wire.readRequest(body), { ...openai, model: 'gpt-5-mini' }))).toEqual(['user', 'message'])
    expect(types(inputOf(wire.readRequest(body, { provider: 'azure' })))).toEqual(['user', 'message'])
  })

  test('how another format wrote something is no loss', () => {
    const layout = { type: 'native', wire: 'openai-chat', event: 'replay.message', value: {} } as const
    const search = { type: 'native', wire: 'gemini', event: 'search', value: {} } as const
    const conversation = stateless([user('q'), assistant(layout, search, said('a')), user('r')])
    expect(types(inputOf(conversation))).toEqual(['user', 'message', 'user'])
    expect(decided(conversation)).toEqual(['1/1 dropped'])
  })

  test.each(['', ' ', 'gAAAAABo1', 'A'.repeat(33)])('a seal that is damaged (%j) goes nowhere', (value) => {
    const block = thought('', { kind: 'hidden', seals: [seal(value)] })
    const broken = stateless([user('q'), assistant(block, said('a')), user('r')])
    expect(types(inputOf(broken))).toEqual(['user', 'message', 'user'])
    expect(decided(broken)).toEqual(['1/0 dropped'])
  })

  test('readable reasoning goes to who takes it, and to no other', () => {
    const foreign = stateless([user('q'), { ...assistant(thought('plan'), said('a')), origin: { wire: 'anthropic-messages' } }, user('r')])
    expect(types(inputOf(foreign))).toEqual(['user', 'message', 'user'])
    expect(types(inputOf(foreign, { ...openai, provider: 'vllm', model: 'qwen3' }))).toEqual(['user', 'message', 'user'])
    expect(inputOf(foreign, deepseek)[1]).toEqual({ type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'plan' }] })
  })

  test('a digest of another model is reasoning like any other for DeepSeek', () => {
    const summary = [{ type: 'summary_text', text: 'plan' }]
    const from = stateless([user('q'), replied([reasoning('rs_1', { summary }), message('msg_1')]), user('r')])
    expect(inputOf(from, deepseek)[1]).toEqual({ type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'plan' }] })
    expect(decided(from, deepseek)).toEqual(['1/1 downgraded'])
  })

  test("a server's own words go back to it: LM Studio, and an unknown provider", () => {
    for (const target of [
      { provider: 'lmstudio', wire: 'openai-responses', model: 'qwen3' },
      { wire: 'openai-responses', model: 'qwen3' },
    ]) {
      const content = [{ type: 'reasoning_text', text: 'plan' }]
      const output = [{ type: 'reasoning', id: 'rs_1', summary: [], content, encrypted_content: '' }, message('msg_1')]
      const [, first] = inputOf(stateless([user('q'), replied(output, target), user('r')]), target)
      expect(first).toEqual({ type: 'reasoning', id: 'rs_1', summary: [], content })
    }
  })

  test('llama-server gets no thought without text, which it would refuse', () => {
    const target: Target = { provider: 'llamacpp', wire: 'openai-responses', model: 'qwen3' }
    const output = [{ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: '' }, message('msg_1')]
    const conversation = stateless([user('q'), replied(output, target), user('r')])
    expect(types(inputOf(conversation, target))).toEqual(['user', 'message', 'user'])
    expect(decided(conversation, target)).toEqual(['1/1 dropped'])
  })
})

describe('a thought and what it led to', () => {
  const items = replied([reasoning('rs_1'), functionCall('c'), reasoning('rs_2'), message('msg_1')]).items
  const without = (gone: (item: (typeof items)[number]) => boolean): Conversation => {
    const left = { ...replied([]), items: items.filter((item) => !gone(item)) }
    return stateless([user('q'), left, ...(left.items.some(({ type }) => type === 'tool-call') ? [tool('1', 'c')] : []), user('r')])
  }

  test('go together', () => {
    expect(types(inputOf(without(() => false)))).toEqual([
      'user',
      'reasoning',
      'function_call',
      'reasoning',
      'message',
      'function_call_output',
      'user',
    ])
  })

  test('the thought goes where the call was taken out', () => {
    const conversation = without((item) => item.type === 'tool-call')
    expect(types(inputOf(conversation))).toEqual(['user', 'reasoning', 'message', 'user'])
    expect(inputOf(conversation)[1]).toMatchObject({ id: 'rs_2' })
    expect(decided(conversation)).toEqual(['1/1 dropped', '1/4 kept'])
  })

  test('the thought goes where the answer was taken out', () => {
    const conversation = without((item) => item.type === 'block' && item.channel === 'answer')
    expect(types(inputOf(conversation))).toEqual(['user', 'reasoning', 'function_call', 'function_call_output', 'user'])
  })

  test('what it led to loses its id where the thought was taken out', () => {
    const conversation = without((item) => item.type === 'block' && item.channel === 'reasoning')
    const input = inputOf(conversation)
    expect(types(input)).toEqual(['user', 'function_call', 'message', 'function_call_output', 'user'])
    expect(input.every((item) => !('id' in item))).toBe(true)
  })

  test('a tool of the provider goes with the thought that led to it', () => {
    const output = [reasoning('rs_1', { encrypted_content: null }), { type: 'web_search_call', id: 'ws_1' }, message('msg_1')]
    const conversation = stateless([user('q'), replied(output), user('r')])
    expect(types(inputOf(conversation))).toEqual(['user', 'message', 'user'])
    expect(decided(conversation)).toEqual(['1/1 dropped', '1/2 dropped'])
  })

  test('a thought that led to nothing is left out', () => {
    const conversation = stateless([user('q'), replied([message('msg_1'), reasoning('rs_1')]), user('r')])
    expect(types(inputOf(conversation))).toEqual(['user', 'message', 'user'])
  })

  test('a thought that led to a thought that is left out goes with it', () => {
    const conversation = stateless([
      user('q'),
      replied([reasoning('rs_1'), reasoning('rs_2', { encrypted_content: '' }), message('m')]),
      user('r'),
    ])
    expect(types(inputOf(conversation))).toEqual(['user', 'message', 'user'])
  })

  test('an announced message that never had text does not part a thought from its call', () => {
    const output = [reasoning('rs_1'), { ...message('msg_1'), content: [] }, functionCall('c')]
    expect(types(inputOf(stateless([user('q'), replied(output), tool('1', 'c')])))).toEqual([
      'user',
      'reasoning',
      'function_call',
      'function_call_output',
    ])
  })

  test('what a client keeps as two messages of the model is one thing', () => {
    const kept = [user('q'), assistant(thought('', { kind: 'hidden', seals: [seal('E')] })), assistant(call('f', 'c')), tool('1', 'c')]
    expect(types(inputOf(stateless(kept)))).toEqual(['user', 'reasoning', 'function_call', 'function_call_output'])
  })
})

describe('what the provider keeps', () => {
  const said = replied([{ type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'plan' }] }, message('msg_1')])

  test('goes by its id', () => {
    const conversation = stateful([user('q'), said, user('r')])
    expect(inputOf(conversation)[1]).toEqual({ type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'plan' }] })
    expect(decided(conversation)).toEqual(['1/1 kept'])
  })

  test.each<[string, Fields, Target]>([
    ['it was told to keep nothing', { store: false }, openai],
    ['it is another one', {}, { ...openai, provider: 'azure' }],
    ['it keeps nothing', {}, { ...openai, provider: 'chatgpt' }],
  ])('an id alone goes nowhere where %s', (_, fields, target) => {
    const conversation = stateful([user('q'), { ...said, origin: { ...said.origin!, provider: 'openai' } }, user('r')], fields)
    expect(types(inputOf(conversation, target))).toEqual(['user', 'message', 'user'])
    expect(inputOf(conversation, target)[1]).not.toHaveProperty('id')
  })

  test('an earlier response is gone on from where it is kept', () => {
    const body = { model: 'gpt-5', previous_response_id: 'resp_1', input: [{ type: 'function_call_output', call_id: 'c', output: '1' }] }
    expect(wire.writeRequest(wire.readRequest(body, { provider: 'openai' }), openai).body).toEqual(body)
  })

  test.each<[string, Fields, Target, RegExp]>([
    ['another provider', { previous_response_id: 'resp_1' }, { ...openai, provider: 'azure' }, /azure cannot read/],
    ['a provider that keeps nothing', { previous_response_id: 'resp_1' }, deepseek, /DeepSeek|deepseek/],
    [
      'a reference for another provider',
      { input: [{ type: 'item_reference', id: 'rs_1' }] },
      { ...openai, provider: 'xai' },
      /in a form that openai alone can read/,
    ],
    [
      'a file for another provider',
      { input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'file_1' }] }] },
      { ...openai, provider: 'xai' },
      /Send the file's content/,
    ],
  ])('%s: refused', (_, body, target, reason) => {
    const conversation = wire.readRequest({ model: 'gpt-5', input: [{ role: 'user', content: 'q' }], ...body }, { provider: 'openai' })
    expect(() => wire.writeRequest(conversation, target)).toThrow(reason)
  })

  test('a compacted conversation goes to no other', () => {
    const input = [
      { type: 'compaction', id: 'cmp_1', encrypted_content: 'E' },
      { role: 'user', content: 'q' },
    ]
    const conversation = wire.readRequest({ model: 'gpt-5', store: false, input })
    expect(inputOf(conversation)).toEqual(input)
    expect(wire.replay(conversation, { ...openai, model: 'gpt-5-mini' }).refusals).toHaveLength(1)
  })

  test('is not asked for by a provider that keeps nothing and says so', () => {
    const body = { model: 'deepseek-v4-flash', previous_response_id: 'resp_1', input: 'q' }
    expect(wire.replay(wire.readRequest(body), deepseek).refusals).toEqual([
      'previous_response_id refers to an earlier response, but DeepSeek keeps no responses. Send the messages themselves.',
    ])
  })

  test('the ChatGPT backend is told to keep nothing', () => {
    const { body } = wire.writeRequest(stateful([user('q')], { store: true }), { ...openai, provider: 'chatgpt' })
    expect(body.store).toBe(false)
  })
})

describe('calls and outputs', () => {
  test.each<[string, Message[], RegExp]>([
    ['a call that nothing answers', [user('q'), assistant(call('f', 'c')), user('r')], /calls a tool \(c\), and no output answers it/],
    ['an output that answers nothing', [user('q'), tool('1', 'c')], /output of a call \(c\) that is in no message/],
  ])('%s is refused, with all reasons', (_, messages, reason) => {
    let thrown: unknown
    try {
      wire.writeRequest(stateless(messages), openai)
    } catch (error) {
      thrown = error
    }
    expect(ReasonError.is(thrown) && thrown.code).toBe('REASON_REQUEST_REFUSED')
    expect((thrown as Error).message).toMatch(reason)
    expect((thrown as Error).message).toMatch(/^openai would refuse the request for gpt-5: /)
    expect((thrown as Error).cause).toEqual(wire.replay(stateless(messages), openai).refusals)
  })

  test('servers that are not known to mind are not spoken for', () => {
    expect(wire.replay(stateless([user('q'), assistant(call('f', 'c'))]), { ...openai, provider: 'vllm' }).refusals).toEqual([])
  })
})

test('what was decided stays so: a longer conversation begins like the shorter one', () => {
  const turn = (n: number): Message[] => [
    user(`q${n}`),
    replied([reasoning(`rs_${n}`), { type: 'web_search_call', id: `ws_${n}` }, reasoning(`rt_${n}`), functionCall(`c${n}`)]),
    tool('1', `c${n}`),
    replied([reasoning(`ru_${n}`, { encrypted_content: null }), message(`msg_${n}`)]),
  ]
  for (const target of [openai, deepseek, { ...openai, model: 'gpt-5-mini' }, { ...openai, provider: 'vllm' }]) {
    let before: Fields[] = []
    for (let turns = 1; turns < 4; turns++) {
      const input = inputOf(stateless(Array.from({ length: turns }, (_, n) => turn(n)).flat()), target)
      expect(input.slice(0, before.length)).toEqual(before)
      before = input
    }
  }
})
