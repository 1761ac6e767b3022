import { collect, splitText, type Part, type StreamContext } from '@reason/core'
import type { Ending } from '@reason/core/adapter'
import { describe, expect, test } from 'vitest'
import { thinkTags, type ThinkTagsOptions } from '../src/index.ts'

/** What the channel is of text that has no delimiter at all. */
function startOf(options: ThinkTagsOptions, context: StreamContext): string {
  const splitter = thinkTags(options).createSplitter(context)
  const start = splitter.push('x').find((part) => part.type === 'block-start')
  return start?.channel ?? 'held'
}

const deepSeek = { family: 'deepseek_r1' } as const
const glm = { family: 'glm4.7_5' } as const

describe('where a text begins', () => {
  test.each<[string, ThinkTagsOptions, StreamContext, string]>([
    ['nothing is known', {}, {}, 'answer'],
    ['the family always starts in reasoning', { family: 'minimax_m2' }, {}, 'reasoning'],
    ['the family writes its own opener', { family: 'qwen3_hybrid' }, { thinking: true }, 'answer'],
    ['the template opens the thought', glm, {}, 'reasoning'],
    ['the template opens the thought, and thinking is on', glm, { thinking: true }, 'reasoning'],
    ['the template opens the thought, and thinking is off', glm, { thinking: false }, 'answer'],
    ['thinking is off by default', { family: 'deepseek_v3_hybrid' }, {}, 'answer'],
    ['thinking is off by default and switched on', { family: 'deepseek_v3_hybrid' }, { thinking: true }, 'reasoning'],
    ['thinking is switched off for a family that cannot', deepSeek, { thinking: false }, 'reasoning'],
    ['a grammar is active', deepSeek, { grammar: true }, 'answer'],
    ['the wire has brought reasoning', deepSeek, { wireReasoning: true }, 'answer'],
    ['the wire splits, and has brought none', deepSeek, { native: true }, 'answer'],
    ['the wire splits, and thinking is on', glm, { native: true, thinking: true }, 'answer'],
    ['the wire splits, and the prompt ends with an opener', deepSeek, { native: true, prefill: '<think>' }, 'reasoning'],
    ['the wire splits, and options say otherwise', { ...glm, startsInReasoning: true }, { native: true }, 'reasoning'],
    ['the wire splits, and only the name of the model tells', {}, { native: true, model: 'x-thinking' }, 'answer'],
    ['guarded, the wire splits', deepSeek, { guarded: true, native: true }, 'answer'],
    ['the caller knows better', deepSeek, { start: 'answer', thinking: true, prefill: '<think>' }, 'answer'],
    ['the caller says that the start is unknown', deepSeek, { start: 'unknown' }, 'held'],
    ['the caller knows, even for a grammar', {}, { start: 'reasoning', grammar: true }, 'reasoning'],
    ['options win over the family', { ...deepSeek, startsInReasoning: false }, {}, 'answer'],
    ['options say that the start is unknown', { startsInReasoning: 'hold' }, {}, 'held'],
    ['the model of the stream is known', {}, { model: 'DeepSeek-R1-Distill-Qwen-7B-Q4_K_M.gguf' }, 'reasoning'],
    ['the model of the options wins', { model: 'qwen3:8b' }, { model: 'deepseek-r1' }, 'answer'],
    ['the prompt ends with an opener', {}, { prefill: '<|im_start|>assistant\n<think>\n' }, 'reasoning'],
    ['the prompt ends with an empty block', deepSeek, { prefill: '<think>\n\n</think>\n\n' }, 'answer'],
    ['the prompt reopened a block', {}, { prefill: '<think>a</think>b<think>' }, 'reasoning'],
    ['the prompt ends with an answer', deepSeek, { prefill: 'The answer' }, 'answer'],
    ['the prompt ends with nothing that tells', deepSeek, { prefill: ' \n' }, 'reasoning'],
    ['there is no opener that a prompt could have', { family: 'apriel' }, { prefill: 'Here are my steps:' }, 'reasoning'],
    ['the message before was left open', {}, { state: { block: 'open' } }, 'reasoning'],
    ['the message before was closed', deepSeek, { state: { block: 'closed' } }, 'reasoning'],
    ['the message before was cut off by a call', {}, { state: { block: 'interrupted' } }, 'held'],
    ['the state is not ours', {}, { state: ['x'] }, 'answer'],
    ['guarded, a grammar says nothing of other text', deepSeek, { guarded: true, grammar: true }, 'reasoning'],
    ['guarded, what the wire has brought counts', deepSeek, { guarded: true, grammar: true, wireReasoning: true }, 'answer'],
    ['guarded, a prompt that ends with an answer says nothing', deepSeek, { guarded: true, prefill: '<think>a</think>b' }, 'reasoning'],
    ['guarded, a prompt that ends with an opener counts', {}, { guarded: true, prefill: '<think>' }, 'reasoning'],
    ['guarded, a template switch counts', glm, { guarded: true, thinking: false }, 'answer'],
    ['guarded, a template switch of an answer in one piece is looked after', glm, { guarded: true, thinking: false, whole: true }, 'held'],
    ['a template switch of an answer in one piece counts', glm, { thinking: false, whole: true }, 'answer'],
    ['guarded, options count before a switch', { ...glm, startsInReasoning: true }, { guarded: true, thinking: false }, 'reasoning'],
    ['guarded, the name of the model leaves the start unknown', {}, { guarded: true, grammar: true, model: 'x-thinking' }, 'held'],
  ])('%s', (_, options, context, start) => {
    expect(startOf(options, context)).toBe(start)
  })
})

describe('text of a thought that never closes, of a model whose texts begin in one', () => {
  const readers: StreamContext[] = [{}, { guarded: true }, { whole: true }, { guarded: true, whole: true }]

  test.each(readers)('is the answer if the options say so: %o', (reader) => {
    const adapter = thinkTags({ startsInReasoning: true, unclosed: 'answer' })
    expect(splitText('Never closed.', adapter, { origin: {}, ...reader })).toMatchObject({ reasoning: '', answer: 'Never closed.' })
  })

  test.each<Ending>(['complete', 'cut'])('is counted: %s', (ending) => {
    for (const reader of readers) {
      const splitter = thinkTags().createSplitter({ origin: { says: 'open' }, ...reader })
      const parts = [...splitter.push('Never closed.'), ...splitter.end(ending)]
      expect(parts.filter(({ type }) => type === 'warning')).toMatchObject([{ code: 'unclosed' }])
    }
  })
})

describe('guarded text that is said to be JSON', () => {
  const adapter = thinkTags(deepSeek)
  const context = { guarded: true, grammar: true }

  test.each<[string, string[], { reasoning: string; answer: string }]>([
    ['is the answer where it begins as JSON', [' \n', '{"a":', '1}'], { reasoning: '', answer: ' \n{"a":1}' }],
    ['or as a list', ['[4]'], { reasoning: '', answer: '[4]' }],
    ['is split as ever where it does not', ['', ' ', 'hm {', '</think>4'], { reasoning: ' hm {', answer: '4' }],
    ['may be blank', [' ', '\n'], { reasoning: ' \n', answer: '' }],
    ['may be nothing', [], { reasoning: '', answer: '' }],
    ['is a thought in brackets', ['[Adding', ' first.]</think>4'], { reasoning: '[Adding first.]', answer: '4' }],
    ['or in braces', ['{', 'add}</think>4'], { reasoning: '{add}', answer: '4' }],
  ])('%s', async (_, pieces, expected) => {
    const splitter = adapter.createSplitter(context)
    const { reasoning, answer } = await collect([...pieces.flatMap((piece) => [...splitter.push(piece)]), ...splitter.end()])
    expect({ reasoning, answer }).toEqual(expected)
  })
})

/** Nothing is known, or too little, of where a text begins: what its server did is told by the text alone. */
describe('guarded text in one piece', () => {
  const whole = { guarded: true, whole: true }
  const hidden = { reasoning: 'SECRET', answer: '\n\nok' }

  test.each<[string, ThinkTagsOptions, StreamContext]>([
    ['the family writes its own opener', { model: 'qwen3-8b' }, {}],
    ['so do others', { model: 'glm-4.5' }, { thinking: true }],
    ['thinking is off by default', { model: 'deepseek-v3.1' }, {}],
    ['thinking is switched off', { model: 'qwen3-8b' }, { thinking: false }],
    ['it is, and the template would open the thought', glm, { thinking: false }],
    ['the wire splits, and has brought none', deepSeek, { native: true }],
    ['the wire has brought reasoning', deepSeek, { wireReasoning: true }],
    ['the prompt ends with an answer', { model: 'qwen3-8b' }, { prefill: 'The answer' }],
    ['what the user says switches it off', { model: 'qwen3-8b' }, { start: 'answer' }],
    ['options say that it begins in the answer', { ...deepSeek, startsInReasoning: false }, {}],
    ['the model is unknown', {}, {}],
  ])('is reasoning up to a closer that nothing opened: %s', (_, options, context) => {
    const { reasoning, answer, warnings } = splitText('SECRET</think>\n\nok', thinkTags(options), { ...context, ...whole })
    expect({ reasoning, answer }).toEqual(hidden)
    expect(warnings.map(({ code }) => code)).toEqual(['orphan-reclassified'])
  })

  const qwen = { model: 'qwen3-8b' } as const
  const call = '<tool_call>\n{"name":"f"}\n</tool_call>'

  test.each<[string, ThinkTagsOptions, string, { reasoning: string; answer: string }]>([
    ['openers in a thought', qwen, '<think>a<think>b</think>SECRET</think>ok', { reasoning: 'a<think>b</think>SECRET', answer: 'ok' }],
    [
      'pairs in a thought',
      qwen,
      '<think>a<think>b</think>S<think>c</think>T</think>ok',
      { reasoning: 'a<think>b</think>S<think>c</think>T', answer: 'ok' },
    ],
    [
      'openers in a thought whose own is in the prompt',
      deepSeek,
      'a<think>b</think>SECRET</think>ok',
      { reasoning: 'a<think>b</think>SECRET', answer: 'ok' },
    ],
    ['closers that nothing opened, of which the last one tells', qwen, 'S</think>T</think>ok', { reasoning: 'ST', answer: 'ok' }],
    ['a pair before the closer', qwen, 'S<think>a</think></think>ok', { reasoning: 'Sa', answer: 'ok' }],
    ['a call in a thought', qwen, `S${call}T</think>ok`, { reasoning: `S${call}T`, answer: 'ok' }],
    ['a call at the end of a thought', qwen, `S${call}</think>ok`, { reasoning: 'S', answer: `${call}ok` }],
    ['a draft of a call in a thought', qwen, `S${call}T${call}</think>ok`, { reasoning: `S${call}T`, answer: `${call}ok` }],
    ['blocks behind it', qwen, 'S</think>a<think>b</think>c', { reasoning: 'Sb', answer: 'ac' }],
    ['JSON in a thought', deepSeek, '[S]</think>{"a":1}', { reasoning: '[S]', answer: '{"a":1}' }],
    ['whitespace that is dropped behind it', { ...qwen, trim: ['afterClose'] }, 'S</think> \n ok\n', { reasoning: 'S', answer: 'ok\n' }],
    ['one line feed that is', { ...qwen, trim: ['newline1AfterClose'] }, 'S</think>\n\nok', { reasoning: 'S', answer: '\nok' }],
    ['nothing', qwen, '</think>\n\nok', { reasoning: '', answer: '\n\nok' }],
    ['no closer', qwen, 'So 2 < 3', { reasoning: '', answer: 'So 2 < 3' }],
    ['pairs alone', qwen, 'a<think>b</think>c<think>d</think>e', { reasoning: 'bd', answer: 'ace' }],
    ['closers that are text', { ...qwen, orphanClose: 'literal' }, 'a</think>b', { reasoning: '', answer: 'a</think>b' }],
  ])('may have %s', (_, options, text, expected) => {
    const { reasoning, answer } = splitText(text, thinkTags(options), { ...whole, grammar: true })
    expect({ reasoning, answer }).toEqual(expected)
  })

  test('has a block for each thought, which says why it ended', () => {
    const { items } = splitText('S<think>a</think>T</think>ok', thinkTags(qwen), whole)
    expect(items).toMatchObject([
      { channel: 'reasoning', text: 'S', boundary: 'orphan' },
      { channel: 'reasoning', text: 'a', boundary: 'closer' },
      { channel: 'reasoning', text: 'T', boundary: 'orphan' },
      { channel: 'answer', text: 'ok' },
    ])
  })

  test('goes on waiting where the wire goes on with something else', async () => {
    const splitter = thinkTags(qwen).createSplitter(whole)
    const parts = [...splitter.push('S</think>a'), ...splitter.push('b'), ...splitter.decide!('wire')]
    expect([parts, splitter.isUndecided!()]).toEqual([[], false])
    parts.push(...splitter.push('T</think>c'), ...splitter.end())
    const { items } = await collect(parts)
    expect(items).toMatchObject([
      { channel: 'reasoning', text: 'SabT', boundary: 'orphan' },
      { channel: 'answer', text: 'c' },
    ])
  })
})

/** Text that comes in a stream, of a model and a server that leave its start open. */
describe('a stream whose start is open', () => {
  const deepSeekR1 = { model: 'deepseek-r1' } as const
  const qwen = { model: 'qwen3-8b' } as const
  const guarded: StreamContext = { guarded: true, origin: {} }

  async function streamed(text: string, options: ThinkTagsOptions, context: StreamContext, ending?: Ending) {
    const splitter = thinkTags(options).createSplitter(context)
    const parts = [...text].flatMap((piece) => [...splitter.push(piece)])
    const { reasoning, answer } = await collect([...parts, ...splitter.end(ending)])
    return { reasoning, answer }
  }

  test.each(['"', "'", '“'])('shows a guarded client nothing behind a closer that the thought quotes in %s', async (mark) => {
    const closing = mark === '“' ? '”' : mark
    const text = `SECRET ${mark}</think>${closing} SECRET</think>4`
    const expected = { reasoning: `SECRET ${mark}</think>${closing} SECRET`, answer: '4' }
    expect(await streamed(text, deepSeekR1, guarded)).toEqual(expected)
    expect(await streamed(text, qwen, guarded)).toEqual(expected)
  })

  test.each<[string, ThinkTagsOptions, StreamContext, ...Record<'cut' | 'whole', { reasoning: string; answer: string }>[]]>([
    [
      'an opener says nothing: the prompt may have had one',
      deepSeekR1,
      guarded,
      { cut: { reasoning: 'abc', answer: '' }, whole: { reasoning: 'ab', answer: 'c' } },
    ],
    [
      'the prompt opened the thought',
      qwen,
      { guarded: true, origin: { says: 'open' } },
      { cut: { reasoning: 'abc', answer: '' }, whole: { reasoning: 'ab', answer: 'c' } },
    ],
    [
      'no answer had a closer without an opener',
      deepSeekR1,
      {
        guarded: true,
        origin: { seen: { fields: 0, openers: 3, closers: 0, plain: 0, hadClosers: false, contradicted: false, alwaysFields: false } },
      },
      { cut: { reasoning: 'abc', answer: '' }, whole: { reasoning: 'b', answer: 'ac' } },
    ],
    ['the model writes its own opener', qwen, guarded, { cut: { reasoning: 'b', answer: 'ac' }, whole: { reasoning: 'b', answer: 'ac' } }],
  ])('shows a guarded client behind a whole block what is certain: %s', async (_, options, context, expected) => {
    expect(await streamed('a<think>b</think>c', options, context, 'cut')).toEqual(expected!.cut)
    expect(await streamed('a<think>b</think>c', options, context, 'complete')).toEqual(expected!.whole)
  })

  test.each<[string, ThinkTagsOptions, StreamContext, Record<'opened' | 'bare', 'thought' | 'answer'>]>([
    ['only a closer decides', deepSeekR1, guarded, { opened: 'thought', bare: 'thought' }],
    ['only a closer decides, in one piece', deepSeekR1, { ...guarded, whole: true }, { opened: 'thought', bare: 'thought' }],
    ['an opener decides', qwen, guarded, { opened: 'thought', bare: 'answer' }],
    ['an opener decides, in one piece', qwen, { ...guarded, whole: true }, { opened: 'thought', bare: 'answer' }],
    ['the thought may be seen', deepSeekR1, { origin: {} }, { opened: 'thought', bare: 'answer' }],
    ['the thought may be seen, in one piece', qwen, { origin: {}, whole: true }, { opened: 'thought', bare: 'answer' }],
  ])('takes a thought that a stop sequence cut for no answer: %s', async (_, options, context, expected) => {
    const as = (text: string, kind: 'thought' | 'answer') =>
      kind === 'thought' ? { reasoning: text, answer: '' } : { reasoning: '', answer: text }
    expect(await streamed('<think>I look.', options, context, 'stopped')).toEqual(as('I look.', expected.opened))
    expect(await streamed('I look.', options, context, 'stopped')).toEqual(as('I look.', expected.bare))
    expect(await streamed('<think>I look.</think>Four.', options, context, 'stopped')).toEqual({ reasoning: 'I look.', answer: 'Four.' })
  })

  test.each<[string, ThinkTagsOptions, StreamContext]>([
    ['the prompt opened the thought', glm, { guarded: true, origin: { says: 'open' } }],
    ['nothing is known', qwen, guarded],
  ])('shows a guarded client no call that a thought goes on behind: %s', async (_, options, context) => {
    const thought = '<tool_call>SECRET, or not.'
    expect(await streamed(`${thought}</think>It is four.`, options, context)).toEqual({ reasoning: thought, answer: 'It is four.' })
    const answer = 'I ask <tool_call>{"name":"f"}</tool_call>'
    expect(await streamed(`${thought}</think>${answer}`, options, context, 'calls')).toEqual({ reasoning: thought, answer })
    expect(await streamed(`<think>${thought}</think>${answer}`, options, context, 'calls')).toEqual({ reasoning: thought, answer })
  })

  test('takes a call that a thought goes on behind for a part of it, where a client may not see it', async () => {
    const call = '<tool_call>{"name":"f"}</tool_call>'
    const text = `<think>S${call}T</think>ok`
    for (const context of [{ guarded: true }, guarded]) {
      expect(await streamed(text, qwen, context)).toEqual({ reasoning: `S${call}T`, answer: 'ok' })
    }
    expect(await streamed(text, qwen, {})).toEqual({ reasoning: 'ST', answer: `${call}ok` })
    expect(await streamed(`<think>S${call}`, qwen, guarded, 'calls')).toEqual({ reasoning: 'S', answer: call })
  })

  test.each(['[TOOL_CALLS]f[ARGS]{"a":1}', '<|python_tag|>f()', '[TOOL_CALLS]'])(
    'the same for a call that has no end: %s',
    async (call) => {
      for (const context of [{ guarded: true }, guarded, { guarded: true, whole: true }]) {
        const thought = `S${call} or not.`
        expect(await streamed(`<think>${thought}</think>ok`, qwen, context)).toEqual({ reasoning: thought, answer: 'ok' })
        expect(await streamed(`<think>S${call}`, qwen, context)).toEqual({ reasoning: 'S', answer: call })
      }
    },
  )

  test.each(['glm-5', 'deepseek-v4', 'qwen3:8b', 'brand-new-7b'])(
    'takes text behind a closer of nothing for the answer, before a call, too: %s',
    async (model) => {
      const answer = 'I look. <tool_call>{"name":"f"}</tool_call>'
      for (const context of [{ origin: {} }, guarded, { origin: {}, whole: true }, { ...guarded, whole: true }]) {
        expect(await streamed(`</think>${answer}`, { model }, context)).toEqual({ reasoning: '', answer })
        if (!('guarded' in context)) continue
        const open = answer.slice(0, -'</tool_call>'.length)
        expect(await streamed(`</think>${open}`, { model }, context)).toEqual({ reasoning: '', answer: open })
        expect((await streamed('</think>[TOOL_CALLS]f <think>SECRET', { model }, context)).answer).not.toContain('SECRET')
        expect((await streamed(`</think>SECRET ${open}`, { model }, context, 'cut')).answer).not.toContain('SECRET')
        const { answer: shown } = await streamed(`</think>${answer} SECRET</think>Four.`, { model }, context)
        expect(shown).toBe('Four.')
        expect((await streamed(`</think>I look. <think>A${answer}SECRET`, { model }, context)).answer).not.toContain('SECRET')
      }
    },
  )

  /** The thought's own closer may still come. */
  test.each<[string, Ending, StreamContext, { reasoning: string; answer: string }]>([
    ['4', 'complete', {}, { reasoning: '2+2', answer: '4' }],
    ['4', 'cut', {}, { reasoning: '2+2', answer: '4' }],
    ['4', 'complete', { guarded: true }, { reasoning: '2+2', answer: '4' }],
    ['4', 'cut', { guarded: true }, { reasoning: '2+2</thinking>4', answer: '' }],
    ['0123456789 and more</think>4', 'complete', {}, { reasoning: '2+2', answer: '0123456789 and more4' }],
    ['0123456789 and more</think>4', 'complete', { guarded: true }, { reasoning: '2+2</thinking>0123456789 and more', answer: '4' }],
  ])('takes a closer of another tag for one, behind which comes %s (%s, %j)', async (behind, ending, context, expected) => {
    expect(await streamed(`<think>2+2</thinking>${behind}`, { ...qwen, maxHeldChars: 10 }, context, ending)).toEqual(expected)
  })

  /** No server has split a text with the model's own tokens, so that the thought of one that begins with it is in it. */
  test.each<[string, ThinkTagsOptions, string]>([
    ['Paris.', deepSeekR1, 'Paris.'],
    ['Paris.<｜end▁of▁sentence｜>', deepSeekR1, ''],
    ['Paris.<|im_end|>', qwen, 'Paris.'],
  ])('without a closer is an answer, if the server may have split it: %s of %j', async (text, options, answer) => {
    for (const context of [{ origin: {} }, guarded]) {
      expect(await streamed(text, options, context)).toEqual({ reasoning: answer === '' ? 'Paris.' : '', answer })
    }
  })

  test.each<[Ending, string]>([
    ['complete', 'Paris.'],
    ['cut', ''],
    ['calls', ''],
  ])('gives a thought that never closed again as the answer, if it ended by itself: %s', async (ending, answer) => {
    const context: StreamContext = { origin: { says: 'open', unclosed: 'answer' } }
    expect(await streamed('Paris.', deepSeekR1, context, ending)).toEqual({ reasoning: 'Paris.', answer })
  })

  test('gives it again also where it was longer than what is held', async () => {
    const text = 'Paris, '.repeat(30)
    const context: StreamContext = { origin: { maxHeldChars: 100 } }
    expect(await streamed(text, deepSeekR1, context)).toEqual({ reasoning: text, answer: text })
  })
})

/** What a client that may see no thought gets, streamed or whole. */
describe('guarded text over a wire', () => {
  const seen = { fields: 9, openers: 0, closers: 0, plain: 0, hadClosers: false, contradicted: false, alwaysFields: false }
  const quoting = 'The tag "</think>" ends it.'

  test.each<[string, StreamContext, string, string]>([
    ['quotes a closer, and its server splits', { origin: { says: 'splits' } }, quoting, quoting],
    ['quotes a closer, and its prompt opened no thought', { origin: { says: 'closed' } }, quoting, quoting],
    ['quotes a closer, and fields were seen', { origin: { seen } }, quoting, quoting],
    ['quotes a closer behind a field', { origin: {}, wireReasoning: true }, quoting, quoting],
    ['quotes a closer behind a thought', { origin: {} }, `<think>a</think>${quoting}`, quoting],
    ['quotes a closer behind another', { origin: {} }, `a</think>${quoting}`, quoting],
    ['quotes a closer, and nothing is known', { origin: {} }, quoting, quoting],
    [
      'quotes a closer, and closers were seen',
      { origin: { seen: { ...seen, fields: 0, closers: 1, hadClosers: true } } },
      quoting,
      '" ends it.',
    ],
    [
      'quotes a closer, and its server was changed',
      { origin: { says: 'closed', seen: { ...seen, hadClosers: true } } },
      quoting,
      '" ends it.',
    ],
    ['quotes a closer in a prompt that is open', { origin: { says: 'open' } }, quoting, '" ends it.'],
    ['ends in a closer behind a field', { origin: {}, wireReasoning: true }, 'Four.</think>', 'Four.'],
    [
      'has a second thought behind a field of a server that leaked',
      { origin: { seen: { ...seen, leaked: true } }, wireReasoning: true },
      'More.</think>Four.',
      'Four.',
    ],
    [
      'has none, behind a field of a server that leaked',
      { origin: { seen: { ...seen, leaked: true } }, wireReasoning: true },
      'Four.',
      'Four.',
    ],
  ])('%s', (_, context, text, expected) => {
    for (const whole of [false, true]) {
      for (const size of [1, 3, 100]) {
        const splitter = thinkTags({ model: 'qwen3-8b' }).createSplitter({ ...context, guarded: true, whole })
        const parts: Part[] = []
        for (let at = 0; at < text.length; at += size) parts.push(...splitter.push(text.slice(at, at + size)))
        parts.push(...splitter.end())
        const answer = parts.map((part) => (part.type === 'delta' && part.channel === 'answer' ? part.text : '')).join('')
        expect({ whole, size, answer }).toEqual({ whole, size, answer: expected })
      }
    }
  })
})

describe('text behind a field, where the client may see reasoning', () => {
  const more = 'More.</think>Four.'
  test.each<[string, string, whole: [string, string], streamed: [string, string]]>([
    ['a second thought', more, ['More.', 'Four.'], ['', 'More.Four.']],
    ['a closer that the server left over, and no sentence behind it', '</think>, so four.', ['', ', so four.'], ['', ', so four.']],
    ['a second thought of lines', 'More\n</think>\n\nfour', ['More\n', '\n\nfour'], ['', 'More\n\n\nfour']],
    ['another closer', 'More. </thinking> Four.', ['More. ', ' Four.'], ['', 'More.  Four.']],
    [
      'a second thought, quoted',
      '"</think>" ends. More.</think>Four.',
      ['"</think>" ends. More.', 'Four.'],
      ['', '"</think>" ends. More.Four.'],
    ],
    ...[
      'The tag </think> ends it.',
      'Write </think>.',
      'It is </think>, then.',
      'Close.</think> is it.',
      'So:\n```\nx.\n</think>\nFour.\n```',
      'Tags: <think>, </think>.',
    ].map((text): [string, string, [string, string], [string, string]] => [text, text, ['', text], ['', text]]),
  ])('%s', (_, text, whole, streamed) => {
    for (const [isWhole, [reasoning, answer]] of [[true, whole] as const, [false, streamed] as const]) {
      for (const size of [1, 2, 3, 7, 100]) {
        const splitter = thinkTags({ model: 'qwen3-8b' }).createSplitter({ origin: {}, wireReasoning: true, whole: isWhole })
        const parts: Part[] = []
        for (let at = 0; at < text.length; at += size) parts.push(...splitter.push(text.slice(at, at + size)))
        parts.push(...splitter.end())
        const textOf = (channel: string) =>
          parts.map((part) => (part.type === 'delta' && part.channel === channel ? part.text : '')).join('')
        const isLate = parts.some((part) => part.type === 'warning' && part.code === 'late-closer')
        expect({ isWhole, size, isLate, reasoning: textOf('reasoning'), answer: textOf('answer') }).toEqual({
          isWhole,
          size,
          // A closer in front of all text is not late.
          isLate: !isWhole && answer !== text && !text.startsWith('</think>'),
          reasoning,
          answer,
        })
      }
    }
  })
})

describe('the state after the end', () => {
  test.each<[string, string, ThinkTagsOptions]>([
    ['<think>a', 'open', {}],
    ['<think>a</think>b', 'closed', {}],
    ['b', 'closed', {}],
    ['<think>a<tool_call>{}', 'interrupted', {}],
    ['<think>a<tool_call>{}</tool_call><think>b</think>', 'closed', {}],
    ['<think>a', 'closed', { unclosed: 'answer' }],
  ])('of %s is %s', (text, block, options) => {
    const splitter = thinkTags(options).createSplitter()
    splitter.push(text)
    splitter.end()
    expect(splitter.state!()).toEqual({ block })
  })

  test('carries a block from one message into the next', () => {
    const adapter = thinkTags({ family: 'minimax_m2' })
    const first = adapter.createSplitter()
    first.push('<think>first I look')
    first.end()
    const { reasoning, answer } = splitText(' and then I know</think>4', adapter, { state: first.state!(), thinking: false })
    expect({ reasoning, answer }).toEqual({ reasoning: ' and then I know', answer: '4' })
  })
})
