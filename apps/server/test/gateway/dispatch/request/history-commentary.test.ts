import { describe, expect, it } from 'vitest'
import type { Item } from '@reason/core/result'
import type { Conversation, Message } from '@reason/core/conversation'
import { withoutOldCommentary } from '@reason/gateway/src/dispatch/request/history-commentary'
import { finalOf, postGenerate, streamed } from '../../../support/generate.ts'
import { question, startGateway } from '../../../support/gateway.ts'
import { rememberingUpstream } from '../../../support/remembering-upstream.ts'
import { chunk, completion, done } from '../../../support/upstream.ts'

const block = (channel: 'commentary' | 'answer' | 'reasoning', text: string): Item => ({ type: 'block', channel, text, boundary: 'wire' })
const [say, answer, thought] = [block('commentary', 'Let me say it.'), block('answer', 'It is 4.'), block('reasoning', 'Hm.')]
const call: Item = { type: 'tool-call', id: 'c', name: 'f', arguments: '{}', boundary: 'wire' }
const said = (...items: Item[]): Message => ({ role: 'assistant', items })
const user: Message = { role: 'user', content: [{ type: 'text', text: 'And?' }] }
const result: Message = { role: 'tool', call: 'c', content: [{ type: 'text', text: 'Seen.' }] }

describe('commentary of a conversation', () => {
  it.each<[string, Message[], Message[], number]>([
    ['goes from a finished turn', [user, said(thought, say, answer), user], [user, said(thought, answer), user], 1],
    [
      'goes from the tool loop of a finished turn',
      [said(say, call), result, said(answer), user],
      [said(call), result, said(answer), user],
      1,
    ],
    [
      'stays in the turn that is open',
      [user, said(answer), user, said(say, call), result],
      [user, said(answer), user, said(say, call), result],
      0,
    ],
    ['stays beside calls that wait', [user, said(say, answer, call), result], [user, said(say, answer, call), result], 0],
    ['stays where nothing else would be left', [said(say), user, said(answer), user], [said(say), user, said(answer), user], 0],
    ['stays where there is no answer yet', [user, said(say, thought), user], [user, said(say, thought), user], 0],
    ['goes from every turn before', [said(say, answer), user, said(say, say, answer)], [said(answer), user, said(answer)], 3],
    ['is nowhere', [user], [user], 0],
  ])('%s', (_, messages, expected, notes) => {
    const shortened = withoutOldCommentary({ messages } as Conversation)
    expect(shortened.conversation.messages).toEqual(expected)
    expect(shortened.notes).toHaveLength(notes)
  })
})

const text = '<|channel|>commentary<|message|>Let me say it.<|end|><|start|>assistant<|channel|>final<|message|>It is 4.<|return|>'
const keeps = ['--commentary', 'answer', '--llm', JSON.stringify({ harmony: { channels_parser: { drop_commentary_from_history: false } } })]

describe('drop_commentary_from_history', () => {
  it.each([
    ['true, for gpt-oss', 'gpt-oss-20b', [], false, false],
    ['false, for gpt-oss', 'gpt-oss-20b', keeps, true, true],
    ['true, for a model whose format shows in its text', 'some-model', [], false, false],
    ['false, for a model whose format shows in its text', 'some-model', keeps, true, true],
  ])('%s', async (_, model, flags, inMessage, goesOn) => {
    const { origin, seen } = await rememberingUpstream({
      type: 'text/event-stream',
      body: chunk({ content: text }) + chunk({}, { finish_reason: 'stop' }) + done,
    })
    const { url } = await startGateway('--upstream', origin, ...flags)
    const final = finalOf(await streamed(url, { model, messages: question }))
    expect(final).toMatchObject({ answer: 'It is 4.', commentary: 'Let me say it.' })
    const commentary = { type: 'commentary', text: 'Let me say it.' }
    expect(final.message.content).toEqual([...(inMessage ? [commentary] : []), { type: 'text', text: 'It is 4.' }])
    const before = { role: 'assistant', content: [commentary, { type: 'text', text: 'It is 4.' }] }
    await streamed(url, { model, messages: [...question, before, { role: 'user', content: 'And 5?' }] })
    expect(JSON.stringify(seen.at(-1)!.body['messages']).includes('Let me say it.')).toBe(goesOn)
  })
})

it('leaves the plans of other formats in the history', async () => {
  const { origin, seen } = await rememberingUpstream({ type: 'application/json', body: '{}' })
  const { url } = await startGateway('--upstream', origin, '--upstream-format', 'cohere', '--upstream-provider', 'cohere')
  const items = [
    { type: 'commentary', text: 'Let me look.' },
    { type: 'text', text: 'It is 4.' },
  ]
  await (await postGenerate(url, { model: 'qwen3-8b', messages: [...question, { role: 'assistant', content: items }, ...question] })).text()
  expect(JSON.stringify(seen[0]!.body)).toContain('Let me look.')
})

describe('x-reason-notes', () => {
  const old = (fields: object): object[] => [
    ...question,
    { role: 'assistant', content: '51.', ...fields },
    { role: 'user', content: 'And 18?' },
    { role: 'assistant', content: '54.', ...fields },
    { role: 'user', content: 'And 19?' },
  ]
  const thinking = (signature: string) => ({
    content: [
      { type: 'thinking', thinking: 'Hm.', signature },
      { type: 'text', text: '51.' },
    ],
  })
  const chat = { reasoning_content: 'Hm.' }
  const references = [
    { type: 'item_reference', id: 'rs_gen_0' },
    { type: 'item_reference', id: 'rs_gen_1' },
  ]

  it.each<[string, string, string[], object, string | null]>([
    ['OpenAI', 'chat/completions', ['--upstream-provider', 'openai'], { messages: old(chat) }, '2'],
    ['Azure', 'chat/completions', ['--upstream-provider', 'azure'], { messages: old(chat) }, '2'],
    ['llama.cpp, which gets it', 'chat/completions', ['--upstream-provider', 'llamacpp'], { messages: old(chat) }, null],
    ['OpenAI, where there is none', 'chat/completions', ['--upstream-provider', 'openai'], { messages: old({}) }, null],
    [
      'Anthropic, unsigned',
      'messages',
      ['--upstream-format', 'anthropic-messages', '--upstream-provider', 'anthropic'],
      { max_tokens: 9, messages: old(thinking('')) },
      '2',
    ],
    [
      'Anthropic, signed',
      'messages',
      ['--upstream-format', 'anthropic-messages', '--upstream-provider', 'anthropic'],
      { max_tokens: 9, messages: old(thinking('c2ln')) },
      null,
    ],
    [
      'Responses, by reference',
      'responses',
      ['--upstream-format', 'openai-responses'],
      { input: [...references, { role: 'user', content: 'Hm?' }] },
      '2',
    ],
    ['Gemini', 'chat/completions', ['--upstream-format', 'gemini', '--upstream-provider', 'google'], { messages: old(chat) }, '2'],
  ])('counts reasoning that is left out: %s', async (_, path, flags, body, expected) => {
    const { origin } = await rememberingUpstream({ type: 'application/json', body: completion({ content: '57.' }) })
    const { url } = await startGateway('--upstream', origin, ...flags)
    const headers = { 'content-type': 'application/json' }
    const model = path === 'messages' ? 'claude-sonnet-4-5' : 'm'
    const response = await fetch(`${url}/v1/${path}`, { method: 'POST', headers, body: JSON.stringify({ model, ...body }) })
    expect(response.headers.get('x-reason-notes')).toBe(expected)
  })
})
