import { describe, expect, test } from 'vitest'
import { added, body, codesOf, completed, created, done, message, nativesOf, outline, read, readBody, text, texts } from './events.ts'

const citation = { type: 'url_citation', start_index: 0, end_index: 1, url: 'https://example.org', title: 'E' }
const logprob = [{ token: 'a', logprob: -0.1, top_logprobs: [], bytes: [97] }]
const open = message('', { content: [] })

describe('citations', () => {
  const whole = { ...message('a'), content: [{ type: 'output_text', text: 'a', annotations: [citation, citation], logprobs: [] }] }
  const event = {
    type: 'response.output_text.annotation.added',
    output_index: 0,
    content_index: 0,
    annotation_index: 0,
    annotation: citation,
  }

  test.each<[string, unknown[]]>([
    ['in a body', [completed({ output: [whole] })]],
    ['as they come, and only the rest at the end', [created, added(0, open), text(0, 'a'), event, done(0, whole), completed()]],
    ['at the end alone', [created, added(0, open), text(0, 'a'), done(0, whole), completed()]],
  ])('%s', (_, events) => {
    const parts = read(events)
    expect(nativesOf(parts, 'annotation')).toMatchObject([
      { item: 0, value: citation },
      { item: 0, value: citation },
    ])
    expect(texts(parts)).toEqual(['answer: a'])
  })
})

describe('log probabilities repeat the text, and are of its channel', () => {
  test('as they come; what the end repeats is not said again', () => {
    const whole = { ...message('a'), content: [{ type: 'output_text', text: 'a', annotations: [], logprobs: logprob }] }
    const parts = read([created, added(0, open), text(0, 'a', { logprobs: logprob }), done(0, whole), completed()])
    expect(nativesOf(parts, 'logprobs')).toMatchObject([{ channel: 'answer', item: 0, value: logprob }])
    expect(nativesOf(readBody(body([whole])), 'logprobs')).toMatchObject([{ channel: 'answer', value: logprob }])
  })

  test('of reasoning are hidden', () => {
    const parts = read([created, { type: 'response.reasoning_text.delta', output_index: 0, delta: 'r', logprobs: logprob }, completed()])
    expect(nativesOf(parts, 'logprobs')).toMatchObject([{ channel: 'reasoning' }])
  })
})

describe('tools of the provider', () => {
  const search = { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'q' } }

  test('stand where they were used, with their progress', () => {
    const parts = read([
      created,
      done(0, { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'E' }),
      added(1, { type: 'web_search_call', id: 'ws_1', status: 'in_progress' }),
      { type: 'response.web_search_call.searching', sequence_number: 5, output_index: 1, item_id: 'ws_1' },
      {
        type: 'response.code_interpreter_call_code.delta',
        sequence_number: 6,
        output_index: 2,
        item_id: 'ci',
        delta: 'x',
        obfuscation: 'zz',
      },
      done(1, search),
      done(3, { type: 'reasoning', id: 'rs_2', summary: [], encrypted_content: 'F' }),
      done(4, message('a')),
      completed(),
    ])
    expect(outline(parts)).toEqual([
      'native replay.item',
      'reasoning (hidden): ',
      'native output_item.added',
      'native web_search_call.searching',
      'native code_interpreter_call_code.delta',
      'native output_item.done',
      'native replay.item',
      'reasoning (hidden): ',
      'native replay.item',
      'answer: a',
    ])
    expect(nativesOf(parts, 'output_item.done')).toMatchObject([{ item: 1, value: search }])
    expect(nativesOf(parts, 'output_item.done')[0]).not.toHaveProperty('channel')
    expect(nativesOf(parts, 'code_interpreter_call_code.delta')[0]?.value).toEqual({ output_index: 2, item_id: 'ci', delta: 'x' })
    expect(codesOf(parts)).toEqual([])
  })

  test.each([
    ['shell_call_output_content.delta', { item_id: 's', command_index: 0, delta: { stdout: 'o' } }],
    ['apply_patch_call_operation_diff.delta', { item_id: 's', delta: '+a' }],
    ['apply_patch_call_operation_diff.done', { item_id: 's', diff: '+a' }],
    ['compaction.compacting', { item_id: 'c' }],
  ])('%s is an event of its item', (name, fields) => {
    const parts = read([
      created,
      added(0, { type: /^(?:shell_call_output|apply_patch_call|compaction)/.exec(name)![0], id: 's' }),
      { type: `response.${name}`, output_index: 0, ...fields },
      completed(),
    ])
    expect(nativesOf(parts, name)).toMatchObject([{ item: 0, value: fields }])
    expect(nativesOf(parts, name)[0]).not.toHaveProperty('channel')
    expect(codesOf(parts)).toEqual([])
  })

  test('facts about a response are no reasoning', () => {
    const facts = {
      access_programs: { cyber: 'standard' },
      image: { context_compression: 'enabled' },
      input_transformations: [{ id: 'rs_1', action: 'removed', reason: 'prefix_mismatch', type: 'reasoning' }],
      prompt_cache_diagnostics: { type: 'cache_hit' },
    }
    const parts = read([created, completed(facts)])
    expect(nativesOf(parts, 'response')).toMatchObject([{ value: facts }])
    expect(parts.filter((part) => part.type === 'native' && part.channel === 'reasoning')).toEqual([])
  })

  test('of a body are there once', () => {
    expect(nativesOf(readBody(body([search, message('a')])), 'output_item.done')).toMatchObject([{ item: 0, value: search }])
  })

  test('a compaction is sealed', () => {
    const parts = readBody(body([{ type: 'compaction', id: 'cmp_1', encrypted_content: 'E' }]), { provider: 'openai' })
    expect(nativesOf(parts, 'output_item.done')[0]?.seals).toEqual([
      { kind: 'encrypted', value: 'E', item: 'cmp_1', issuer: { provider: 'openai', wire: 'openai-responses', model: 'm' } },
    ])
  })
})

test('sound is of the answer', () => {
  const parts = read([created, { type: 'response.audio.transcript.delta', sequence_number: 1, delta: 'a' }, completed()])
  expect(nativesOf(parts, 'audio.transcript.delta')).toMatchObject([{ channel: 'answer', value: { delta: 'a' } }])
})

describe('the unknown is kept, hidden, and reported once', () => {
  test.each<[string, unknown[], string]>([
    [
      'an event',
      [
        { type: 'response.dream.delta', delta: 'x' },
        { type: 'response.dream.delta', delta: 'y' },
      ],
      'response.dream.delta',
    ],
    ['an item', [done(0, { type: 'dream', id: 'd', text: 'x' }), done(1, { type: 'dream', id: 'e', text: 'y' })], 'output_item.done'],
    ['a value that is no object', [7, 8], 'number'],
  ])('%s', (_, events, event) => {
    const parts = read([created, ...events, completed()])
    expect(nativesOf(parts, event).map(({ channel }) => channel)).toEqual(['reasoning', 'reasoning'])
    expect(codesOf(parts)).toEqual(['unknown-event'])
  })

  test('a field beside the response: timings are harmless, others may not be', () => {
    const parts = read([created, { ...completed(), timings: { predicted_ms: 1 }, dreams: 'x' }])
    expect(nativesOf(parts, 'event/timings')).toMatchObject([{ value: { predicted_ms: 1 } }])
    expect(nativesOf(parts, 'event/timings')[0]).not.toHaveProperty('channel')
    expect(nativesOf(parts, 'event/dreams')).toMatchObject([{ channel: 'reasoning', value: 'x' }])
  })

  test('padding is nothing', () => {
    const parts = read([created, added(0, open), text(0, 'a', { obfuscation: 'zzz' }), completed()])
    expect(outline(parts)).toEqual(['native replay.item', 'answer: a'])
  })

  test('text that is none', () => {
    const parts = read([created, added(0, open), text(0, { a: 1 }), completed()])
    expect(nativesOf(parts, 'late.event')).toMatchObject([{ channel: 'reasoning' }])
    expect(codesOf(parts)).toEqual(['wrong-type'])
  })
})
