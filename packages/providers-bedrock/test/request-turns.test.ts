import type { Message, Target } from '@reason/core/conversation'
import { describe, expect, it } from 'vitest'
import {
  assistant,
  call,
  kimi,
  nova2,
  opus47,
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

const fable: Target = { ...sonnet37, model: 'us.anthropic.claude-fable-5-v1:0' }
const text = (value: string) => ({ type: 'text', text: value }) as const

describe('a conversation without turns', () => {
  const instructions = [{ role: 'system' as const, content: [text('Be brief.')] }]
  const refused = /There is no message but instructions/

  it('of instructions is refused', () => expect(() => write({ messages: instructions })).toThrow(refused))

  it.each([
    ['of nothing', { messages: [] }],
    ['of instructions, in a request of this format', wire.readRequest({ system: [{ text: 'Be brief.' }], messages: [] })],
  ])('%s is for the provider to refuse', (_, conversation) => expect(write(conversation).body.messages).toEqual([]))
})

describe('calls and results', () => {
  it('have ids unlike those of other turns, which other models repeat, of a length that is taken', () => {
    const long = 'x'.repeat(70)
    const { body } = write({
      messages: [user(), assistant(call('a:0')), result('a:0'), assistant(call('a:0'), call(long)), result('a:0'), result(long)],
    })
    expect(body.messages.slice(3)).toMatchObject([
      { content: [{ toolUse: { toolUseId: 'a:0_1' } }, { toolUse: { toolUseId: 'x'.repeat(64) } }] },
      { content: [{ toolResult: { toolUseId: 'a:0_1' } }, { toolResult: { toolUseId: 'x'.repeat(64) } }] },
    ])
  })

  it('stand before what a user says in between; in a request of the format they stay where they stood', () => {
    const { body } = write({ messages: [user(), assistant(call('a')), user('Wait.'), result('a')] })
    expect(body.messages[2]!.content).toMatchObject([{ toolResult: { toolUseId: 'a' } }, { text: 'Wait.' }])
    const own = {
      messages: [
        { role: 'user', content: [{ text: 'q' }] },
        { role: 'assistant', content: [{ toolUse: { toolUseId: 'a', name: 'f', input: {} } }] },
        { role: 'user', content: [{ text: 'Here:' }, { toolResult: { toolUseId: 'a', content: [{ text: '4' }] } }] },
      ],
      toolConfig: { tools: [{ toolSpec: { name: 'f', inputSchema: { json: { type: 'object' } } } }] },
    }
    expect(wire.writeRequest(wire.readRequest(own), sonnet37).body).toEqual(own)
  })

  it('that begin an answer do not end in white space, which Claude refuses there and nowhere else', () => {
    const { body } = write(
      { messages: [user(), assistant(said('So \n')), user(), assistant(said('First: '), said('the answer is '))] },
      sonnet37,
    )
    expect(body.messages[1]!.content).toEqual([{ text: 'So \n' }])
    expect(body.messages[3]!.content).toEqual([{ text: 'First: ' }, { text: 'the answer is' }])
    const other = write({ messages: [user(), assistant(said('So '))] }, kimi)
    expect(other.body.messages[1]!.content).toEqual([{ text: 'So ' }])
  })

  it('say something where the tool failed, which Claude demands', () => {
    const failed = { role: 'tool', call: 'a', content: [text(' ')], failed: true } as const
    const { body } = write({ messages: [user(), assistant(call('a')), failed] })
    expect(body.messages[2]!.content).toEqual([
      { toolResult: { toolUseId: 'a', content: [{ text: 'The tool failed.' }], status: 'error' } },
    ])
  })

  it('have names that are taken, as have the tools', () => {
    const { body } = write({
      messages: [user(), assistant({ ...call(), name: 'ns.clock' }), result()],
      tools: [{ type: 'function', name: 'ns.clock' }],
      toolChoice: { name: 'ns.clock' },
    })
    expect(body).toMatchObject({
      messages: [{}, { content: [{ toolUse: { name: 'ns_clock_3b39ecae' } }] }, {}],
      toolConfig: { tools: [{ toolSpec: { name: 'ns_clock_3b39ecae' } }], toolChoice: { tool: { name: 'ns_clock_3b39ecae' } } },
    })
  })
})

describe('requests that Converse refuses are refused first', () => {
  const refusals = (messages: Message[], target = sonnet37) => wire.replay({ messages }, target).refusals

  it('where the assistant speaks first in a request of this format', () => {
    const messages = [
      { role: 'assistant', content: [{ text: 'Hello.' }] },
      { role: 'user', content: [{ text: 'q' }] },
    ]
    const { refusals } = wire.replay(wire.readRequest({ messages }), sonnet37)
    expect(refusals).toEqual([expect.stringContaining('begins with a message of the assistant')])
  })

  it('where no message has text', () => {
    const instruction: Message = { role: 'system', content: [text('Be brief.')] }
    for (const messages of [[instruction], [instruction, { ...user(), content: [text(' ')] } as Message]])
      expect(refusals(messages)).toEqual([expect.stringContaining('There is no message')])
  })

  it('where a document has no text beside it', () => {
    const file = { type: 'file', source: { type: 'data', data: 'aGk=', mediaType: 'application/pdf' } } as const
    const own = (content: readonly unknown[]) => wire.replay(wire.readRequest({ messages: [{ role: 'user', content }] }), sonnet37).refusals
    const document = { document: { format: 'pdf', name: 'a', source: { bytes: 'aGk=' } } }
    expect(own([document])).toEqual([expect.stringContaining('a document and no text')])
    expect(own([document, { text: 'See.' }])).toEqual([])
    // Other formats take a document without a text.
    expect(refusals([{ role: 'user', content: [file] }])).toEqual([])
  })

  it('where an answer is begun for a model that never takes that', () => {
    expect(refusals([user(), assistant(said('It is'))], opus47)).toEqual([expect.stringContaining('which this model refuses')])
    expect(refusals([user(), assistant(said('It is'))])).toEqual([])
  })
})

describe('thinking', () => {
  it('has no text where none of it is signed by the model', () => {
    const block = thought('a', seal(sonnet45), seal(sonnet37, 'redacted', 'EmwKAhgB'))
    const { body } = write({ messages: [user(), assistant(block, said('hi')), user()] })
    expect(body.messages[1]!.content).toEqual([{ reasoningContent: { redactedContent: 'EmwKAhgB' } }, { text: 'hi' }])
  })

  it('cannot be off for some models, which is said', () => {
    const { body, knobs } = write({ messages: [user()], knobs: { enabled: false } }, fable)
    expect(body['additionalModelRequestFields']).toEqual({ thinking: { type: 'adaptive' }, output_config: { effort: 'low' } })
    expect(knobs.effective).toMatchObject({ enabled: true, effort: 'low' })
    expect(knobs.notes).toEqual([expect.stringContaining('cannot be turned off')])
  })

  it('is off for a forced call, be it on by itself', () => {
    const more = { messages: [user()], toolChoice: 'required', tools: [{ type: 'function', name: 'f' }] } as const
    const sonnet5 = { ...sonnet37, model: 'anthropic.claude-sonnet-5' }
    expect(write(more, sonnet5).body['additionalModelRequestFields']).toEqual({ thinking: { type: 'disabled' } })
    for (const model of ['anthropic.claude-fable-5-1', 'eu.anthropic.claude-opus-5-5', 'anthropic.claude-sonnet-5-5-v1:0']) {
      const { body, knobs } = write(more, { ...sonnet37, model })
      expect(body['toolConfig']).toMatchObject({ toolChoice: { auto: {} } })
      expect(knobs.notes).toContain(`${model} refuses a tool choice that forces a call: it became auto.`)
    }
  })

  it('of Opus 4.5 keeps the effort beside its budget where the request had one', () => {
    const opus45 = { ...sonnet37, model: 'anthropic.claude-opus-4-5-20251101-v1:0' }
    const additionalModelRequestFields = { thinking: { type: 'enabled', budget_tokens: 2000 }, output_config: { effort: 'low' } }
    const body = { messages: [{ role: 'user', content: [{ text: 'q' }] }], additionalModelRequestFields }
    expect(wire.writeRequest(wire.readRequest(body), opus45).body).toEqual(body)
    expect(write({ messages: [user()], knobs: { effort: 'low' } }, opus45).body['additionalModelRequestFields']).toEqual({
      thinking: { type: 'enabled', budget_tokens: 2048 },
    })
  })
})

describe('fields of a model', () => {
  const fields = { anthropic_beta: ['interleaved-thinking-2025-05-14'], thinking: { type: 'enabled', budget_tokens: 2000 } }
  const body = { messages: [{ role: 'user', content: [{ text: 'q' }] }], additionalModelRequestFields: fields }

  it('do not go to one of another maker', () => {
    const read = wire.readRequest(body, { model: sonnet37.model })
    const { body: written, notCarried } = wire.writeRequest(read, nova2)
    expect(written['additionalModelRequestFields']).toEqual({ reasoningConfig: { type: 'enabled', maxReasoningEffort: 'low' } })
    expect(notCarried).toEqual([expect.stringContaining('anthropic_beta')])
    expect(wire.writeRequest(read, sonnet37).body).toEqual(body)
  })

  it('go with seals of whom the request was addressed to', () => {
    const content = [{ reasoningContent: { reasoningText: { text: 'a', signature: 'EqQBCkgIARABGAI=' } } }, { text: 'hi' }]
    const messages = [...body.messages, { role: 'assistant', content }, ...body.messages]
    const sent = (model: string) =>
      (wire.writeRequest(wire.readRequest({ messages }, { model }), sonnet37).body['messages'] as typeof messages)[1]
    expect(sent(sonnet37.model)?.content).toEqual(content)
    expect(sent(sonnet45.model)?.content).toEqual(content.slice(1))
  })
})

it('has no configuration of tools without any', () => {
  const read = wire.readRequest({
    messages: [{ role: 'user', content: [{ text: 'q' }] }],
    toolConfig: { tools: [{ toolSpec: { name: 'f', inputSchema: { json: { type: 'object' } } } }], toolChoice: { auto: {} } },
  })
  expect(wire.writeRequest({ ...read, toolChoice: 'none' }, sonnet37).body).not.toHaveProperty('toolConfig')
})

describe('what a user says who says nothing', () => {
  const nothing = { role: 'user', content: [text('')] } as const
  it.each<[string, Message[], number]>([
    ['at the beginning', [nothing, assistant(said('Hello!')), user('q')], 0],
    ['at the end', [user('q'), assistant(said('a')), nothing], 2],
  ])('is said in words where the conversation needs it: %s', (_, messages, at) => {
    const { body } = write({ messages })
    expect(body.messages.map(({ role }) => role)).toEqual(messages.map(({ role }) => role))
    expect(body.messages[at]!.content).toEqual([{ text: '(empty message)' }])
  })

  it('and so is what a user says before a greeting', () => {
    const { body, notCarried } = write({ messages: [assistant(said('Hello!')), user('q')] })
    expect(body.messages.map(({ content }) => content)).toEqual([[{ text: '(empty message)' }], [{ text: 'Hello!' }], [{ text: 'q' }]])
    expect(notCarried).toEqual(['a first message of the assistant (one of the user was put before it)'])
  })
})
