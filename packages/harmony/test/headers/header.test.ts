import { describe, expect, test } from 'vitest'
import { isHeaderLike, parseHeader, type Header } from '../../src/headers/header.ts'
import { findBody, isProse } from '../../src/headers/headerless.ts'

const settings = { tools: [], missingChannel: 'answer' } as const

const read = (text: string): Partial<Header> => parseHeader(text, true, settings)

describe('a header', () => {
  test.each<[string, string, Partial<Header>]>([
    ['a role alone', 'assistant', { role: 'assistant', channel: null, kind: 'answer' }],
    ['a channel', 'assistant<|channel|>analysis', { channel: 'analysis', kind: 'reasoning' }],
    ['a recipient after the channel', 'assistant<|channel|>commentary to=functions.f', { recipient: 'functions.f', kind: 'call' }],
    ['a recipient before the channel', 'assistant to=f<|channel|>commentary', { recipient: 'f', channel: 'commentary', kind: 'call' }],
    ['a recipient glued to the channel', 'assistant<|channel|>commentaryto=f', { recipient: 'f', channel: 'commentary' }],
    ['a recipient after the content type', 'assistant<|channel|>commentary json to=f', { recipient: 'f', contentType: 'json' }],
    ['a recipient after a constraint', 'assistant<|channel|>commentary<|constrain|>json to=f', { recipient: 'f', contentType: 'json' }],
    ['a recipient without a name', 'assistant<|channel|>commentary to=', { recipient: null, kind: 'commentary' }],
    ['an address', 'assistant to=user<|channel|>final', { recipient: null, kind: 'answer' }],
    ['a content type without its marker', 'assistant<|channel|>commentary to=f code', { contentType: 'code' }],
    ['a content type glued to the channel', 'assistant<|channel|>final<|constrain|> JSON ', { contentType: 'JSON', kind: 'answer' }],
    ['a schema as content type', 'assistant<|channel|>final my_schema', { contentType: 'my_schema', kind: 'answer' }],
    ['the author’s name', 'assistant:bob<|channel|>final', { role: 'assistant', name: 'bob', kind: 'answer' }],
    ['another role', 'user:eve', { role: 'user', name: 'eve', kind: 'foreign' }],
    [
      'a tool',
      'functions.f to=assistant<|channel|>commentary',
      { role: 'tool', name: 'functions.f', recipient: 'assistant', kind: 'foreign' },
    ],
    ['a tool whose name has a colon', 'mcp:search', { role: 'tool', name: 'mcp:search', kind: 'foreign' }],
    ['a channel after the role, without marker', 'assistant analysis', { channel: 'analysis', kind: 'reasoning' }],
    ['a channel glued to the role', 'assistantfinal', { role: 'assistant', channel: 'final', kind: 'answer' }],
    ['a channel without a name', 'assistant<|channel|>', { channel: '', kind: 'reasoning' }],
    ['blanks everywhere', ' assistant <|channel|> final <|constrain|> json ', { channel: 'final', contentType: 'json', kind: 'answer' }],
    ['nothing', '', { role: 'assistant', channel: null, kind: 'answer' }],
  ])('has %s', (_, text, expected) => {
    expect(read(text)).toMatchObject(expected)
  })

  test.each(['analysis', 'commentary', 'final'])('that names %s is the same whatever the prompt and the settings say', (channel) => {
    for (const role of ['', 'assistant'])
      for (const prompted of [true, false])
        for (const missingChannel of ['answer', 'reasoning'] as const) {
          const header = `${role}<|channel|>${channel}`
          const offered = { tools: ['f', channel], missingChannel }
          // With a blank behind it, it is a name that no table has.
          expect(parseHeader(header, prompted, offered)).toEqual(parseHeader(`${header} `, prompted, offered))
          expect(isProse(header.slice(findBody(header)))).toBe(false)
        }
  })

  test.each(['answer', 'assistant', 'Reply', 'response', 'finalx', 'finall', 'final_answer', 'Final-Response'])(
    'that names %s is of an answer, though the channel is unknown',
    (channel) => {
      const { kind, warnings } = parseHeader(`assistant<|channel|>${channel}`, false, settings)
      expect({ kind, warnings }).toEqual({ kind: 'answer', warnings: [{ code: 'unknown-channel', excerpt: channel }] })
    },
  )

  test.each(['finalize', 'final_thought', 'semifinal', 'finals-plan'])('that names %s may be of a thought', (channel) => {
    expect(parseHeader(`assistant<|channel|>${channel}`, false, settings).kind).toBe('reasoning')
  })

  test.each(['model', 'ai', 'bot'])('of the role %s is the model’s own', (role) => {
    expect(parseHeader(`${role}<|channel|>final`, false, settings)).toMatchObject({ role: 'assistant', kind: 'answer' })
  })

  test('that says nothing is an answer’s only after a prompt', () => {
    expect(parseHeader('', false, settings).kind).toBe('reasoning')
    expect(parseHeader('assistant', false, settings).kind).toBe('answer')
    expect(parseHeader('<|constrain|>json', false, settings).kind).toBe('reasoning')
  })

  test('shows no sentence in an excerpt', () => {
    const excerpts = ['assistant<|channel|>I-must,refuse', 'We,must refuse<|channel|>final', `assistant<|channel|>${'x'.repeat(65)}`]
      .flatMap((text) => read(text).warnings)
      .filter((warning) => warning?.excerpt !== undefined)
    expect(excerpts).toEqual([])
    expect(read('assistant<|channel|>thinking').warnings).toEqual([{ code: 'unknown-channel', excerpt: 'thinking' }])
  })
})

test('signs in a header take linear time', () => expect(read(`assistant${'.'.repeat(150_000)}f`).kind).toBe('foreign'), 5000)

describe('the body of a header without message token', () => {
  test.each([
    ['<|channel|>commentary Hello', 'Hello'],
    ['assistant<|channel|>analysis  two blanks', ' two blanks'],
    ['assistant<|channel|>analysis\n\nlines', '\nlines'],
    ['<|channel|>final', ''],
    ['<|channel|>final {"a": 1}', '{"a": 1}'],
    ['<|channel|>final json {"a": 1}', 'json {"a": 1}'],
    ['<|channel|>final <|constrain|>json{"a":1}', '{"a":1}'],
    ['<|channel|>final<|constrain|> JSON [1]', '[1]'],
    ['<|channel|>final <|constrain|>my_schema {}', '{}'],
    ['<|channel|>final <|constrain|>json', ''],
    ['<|channel|>analysis <|constrain|>We need more', 'We need more'],
    ['<|channel|>commentary to=f json {}', '{}'],
    ['<|channel|>commentary to=f to=g {}', '{}'],
    ['assistant to=f<|channel|>commentary {}', '{}'],
    ['assistant I think', 'I think'],
    ['assistant', ''],
    [' to=functions.f {}', '{}'],
    ['<|channel|>analysis one<|channel|>final two', 'two'],
    ['<|channel|>analysisWe think', 'We think'],
    ['<|channel|>final{"a":1}', '{"a":1}'],
    ['<|channel|>final你好', '你好'],
    ['<|channel|>finally we', 'finally we'],
    ['<|channel|>commentary?We think', 'commentary?We think'],
    ['<|channel|>??', ''],
    ['<|channel|>analysis to= 5 and so on', 'to= 5 and so on'],
    ['<|channel|>commentary to= functions.f {}', '{}'],
    [' to=f{}', '{}'],
  ])('%j is %j', (text, body) => {
    expect(text.slice(findBody(text))).toBe(body)
  })

  test('is prose when no header could have it', () => {
    expect(['two words', '{"a"', 'done.\nAnd', '思考'].map(isProse)).toEqual([true, true, true, true])
    expect(['', ' ', 'json', ' my-schema/v1 ', 'application/json', 'analysis json to=f'].filter(isProse)).toEqual([])
  })
})

test('loose text is like a header when it is a role or channel word, recipients, and a known type', () => {
  const like = [
    '',
    ' \n',
    'assistant',
    'commentary',
    ' to=f',
    'commentary to=f',
    'commentary to=f json',
    'functions.f to=assistant',
    'user',
    'assistantfinal',
    'assistantto=f',
    'commentary to= f',
    ' to =f json',
  ]
  const unlike = ['We must', 'hello', 'commentary we', 'we to=f now', 'to=', `assistant to=${'f'.repeat(600)}`, 'functions.f']
  expect(like.filter((text) => !isHeaderLike(text))).toEqual([])
  expect(unlike.filter(isHeaderLike)).toEqual([])
})
