import { collect, splitText, type Part, type StreamContext, type TextAdapter } from '@reason/core'
import { thinkTags } from '@reason/think-tags'
import { describe, expect, test } from 'vitest'

const grammar: StreamContext = { grammar: true }
const qwen = thinkTags({ model: 'qwen3-8b' })

async function split(text: string, size: number, adapter: TextAdapter, context: StreamContext, ending?: 'cut') {
  const splitter = adapter.createSplitter(context)
  const parts: Part[] = []
  for (let at = 0; at < text.length; at += size) parts.push(...splitter.push(text.slice(at, at + size)))
  const { reasoning, answer } = await collect([...parts, ...splitter.end(ending)])
  return { reasoning, answer }
}

/** With a grammar, however cut; the client may see reasoning, or may not. */
async function expectSplit(text: string, reasoning: string, answer: string, contexts: readonly StreamContext[], ending?: 'cut') {
  for (const context of contexts) {
    for (const size of [1, 2, 3, 5, 64, 10_000]) {
      const got = await split(text, size, qwen, { ...grammar, ...context }, ending)
      expect({ context, size, ...got }).toEqual({ context, size, reasoning, answer })
    }
  }
}

const readers: readonly StreamContext[] = [{}, { guarded: true }, { whole: true }, { guarded: true, whole: true }]

describe('an answer that a grammar binds to JSON', () => {
  test.each([
    ['a pair in a string', '{"a":"x<think>y</think>z"}', '', '{"a":"x<think>y</think>z"}'],
    ['behind a thought', '<think>S</think>{"a":"</think>"}', 'S', '{"a":"</think>"}'],
    ['a quote that is escaped', '{"a":"\\"</think>\\\\"}', '', '{"a":"\\"</think>\\\\"}'],
    ['blanks behind a string', '{"a":"<think>" , "b": ["</think>"\n]}', '', '{"a":"<think>" , "b": ["</think>"\n]}'],
    ['a token behind it', '{"a":"<|im_end|>"}<|im_end|>', '', '{"a":"<|im_end|>"}'],
    ['a second thought behind it', '{"a":"<think>"}<think>S</think>', 'S', '{"a":"<think>"}'],
    ['code behind it', '{"a":1} `<think>`', '', '{"a":1} `<think>`'],
    // A string with a line break is none of JSON, but the fence goes on.
    ['in a fence', '```json\n{"a":"x <think>b\nc</think>"}\n```\n', '', '```json\n{"a":"x <think>b\nc</think>"}\n```\n'],
  ])('has its delimiters in strings as text: %s', async (_, text, reasoning, answer) => {
    await expectSplit(text, reasoning, answer, readers)
  })

  // What looks like JSON and is none proves nothing.
  test.each([
    ['a line break in the string', '{"plan": "S<think>T\nU</think>ok', 'T\nU', '{"plan": "Sok'],
    ['text behind the string', '{"a":"<think>S" and T</think>ok"}', 'S" and T', '{"a":"ok"}'],
    ['no JSON at all', 'So {"a":<think>S</think>}', 'S', 'So {"a":}'],
  ])('is none with %s', async (_, text, reasoning, answer) => {
    await expectSplit(text, reasoning, answer, [{}, { guarded: true }])
  })

  test('cut off in a string, is shown to those alone who may see reasoning', async () => {
    await expectSplit('{"a":"x<think>S', '', '{"a":"x<think>S', [{}, { whole: true }], 'cut')
    await expectSplit('{"a":"x<think>S', 'S', '{"a":"x', [{ guarded: true }, { guarded: true, whole: true }], 'cut')
    await expectSplit('{"a":"x<|im_e', '', '{"a":"x<|im_e', [{}], 'cut')
  })

  test('tokens with two signs in their names are read in one way only', async () => {
    const text = `{"a":1}${'<a__b>'.repeat(40)}.`
    expect(await split(text, 64, qwen, { ...grammar, origin: {} })).toMatchObject({ answer: text })
  }, 5000)

  test('is not looked for without a grammar', () => {
    const { reasoning, answer } = splitText('{"a":"x<think>S</think>z"}', qwen)
    expect({ reasoning, answer }).toEqual({ reasoning: 'S', answer: '{"a":"xz"}' })
  })

  test('waits for the end of a string no longer than is held', async () => {
    const text = `{"a":"<think>${'S'.repeat(300)}`
    expect(await split(text, 7, thinkTags({ model: 'qwen3-8b', maxHeldChars: 256 }), grammar)).toEqual({
      reasoning: 'S'.repeat(300),
      answer: '{"a":"',
    })
  })
})

describe('what begins as JSON behind a server of which nothing is known', () => {
  const adapter = thinkTags({ model: 'deepseek-r1' })
  const json = '{"a":4,"b":["x"]}'
  const long = `{"a":"${'x'.repeat(500)}"}`
  const all: readonly StreamContext[] = readers.map((context) => ({ ...context, ...grammar, origin: {} }))
  const [full] = all

  test.each([
    ['is the answer', json, '', json, all],
    ['with a token behind it', `${json}<|im_end|>`, '', json, all],
    ['with tokens of other forms behind it', `\n${json}\n<end_of_turn></s>`, '', json, all],
    ['is a thought where text follows', `{"plan":1} so it is 4.</think>${json}`, '{"plan":1} so it is 4.', json, all],
    ['is a thought where a closer follows', `{"plan":1}</think>${json}`, '{"plan":1}', json, all],
    ['is a thought where it breaks', `[1] is first.</think>${json}`, '[1] is first.', json, all],
    ['is the answer where it is long', long, '', long, all],
    ['is a thought where it is long, and text follows', `${long} and so on.</think>${json}`, `${long} and so on.`, json, all],
    ['is a thought where it is long, and a closer follows', `${long}</think>${json}`, long, json, all],
  ] as const)('%s', async (_, text, reasoning, answer, contexts) => {
    for (const context of contexts) {
      for (const size of [1, 2, 7, 400, 1000]) {
        const got = await split(text, size, adapter, context)
        expect({ context, size, reasoning: got.reasoning?.trim(), answer: got.answer.trim() }).toEqual({ context, size, reasoning, answer })
      }
    }
  })

  test('cut off, is shown to those alone who may see reasoning', async () => {
    for (const context of all) {
      for (const size of [1, 7, 1000]) {
        const answer = context.guarded === true ? '' : '{"a":4,"b'
        expect((await split('{"a":4,"b', size, adapter, context, 'cut')).answer).toBe(answer)
      }
    }
  })

  test('is shown when the time is up to those who may see reasoning', () => {
    const splitter = adapter.createSplitter(full)
    expect(splitter.push('{"a":4')).toEqual([])
    expect(splitter.isUndecided!()).toBe(true)
    expect(splitter.decide!('timeout').at(-1)).toMatchObject({ channel: 'answer', text: '{"a":4' })
    expect(splitter.isUndecided!()).toBe(false)
  })
})

test.each(['<|python_tag|>', '[TOOL_CALLS]f[ARGS]'])(
  'a closer in the JSON of %j, which has none, still ends a thought that is hidden',
  async (call) => {
    for (const size of [1, 7, 1000]) {
      const got = await split(`S1 ${call}{"a": "S2</think>Four."}`, size, thinkTags({ model: 'qwen3-8b' }), { guarded: true, origin: {} })
      expect(got).toMatchObject({ reasoning: 'S1 ', answer: `${call}{"a": "S2Four."}` })
    }
  },
)
