import { answer, commentary, reasoning, toolCall, type ExpectedPart, type Row } from '@reason/conformance'
import { describeConformance } from '@reason/conformance/vitest'
import { splitText, type TextAdapter } from '@reason/core'
import { auto } from '@reason/core/adapter'
import { runs } from '@reason/testkit/sampling'
import { describe, expect, test } from 'vitest'
import { harmony, orStripped } from '../src/index.ts'
import { hostileStripped } from './hostile.ts'
import { spelling } from './spelling.ts'

const row = (input: string, ...parts: ExpectedPart[]): Row & { input: string } => ({ name: JSON.stringify(input), input, parts })

/** Headers that lost their tokens, however their words are written. */
const headers = [
  row('ANALYSIS We think. ASSISTANTFINAL Done.', reasoning(' We think. '), answer(' Done.')),
  row('ANALYSISWE THINK.ASSISTANTFINALDONE.', reasoning('WE THINK.'), answer('DONE.')),
  row('Analysis\nWe think.\nAssistant\nFinal\nDone.', reasoning('\nWe think.\n'), answer('\nDone.')),
  row('AnalysisWe think.AssistantFinalDone.', reasoning('We think.'), answer('Done.')),
  row('Analysis of it first.AssistantFinalDone.', reasoning(' of it first.'), answer('Done.')),
  row('analysisuser asks.assistantfinalDone.', reasoning('user asks.'), answer('Done.')),
  row('analysis**Plan** first.assistantfinalDone.', reasoning('**Plan** first.'), answer('Done.')),
  row('analysis"Hm" first.assistantfinalDone.', reasoning('"Hm" first.'), answer('Done.')),
  row("analysis'Hm' first.assistantfinalDone.", reasoning("'Hm' first."), answer('Done.')),
  row('analysis`x` first.assistantfinalDone.', reasoning('`x` first.'), answer('Done.')),
  row('analysis# Plan\nGo.assistantfinalDone.', reasoning('# Plan\nGo.'), answer('Done.')),
  row('analysis1. Plan.assistantfinalDone.', reasoning('1. Plan.'), answer('Done.')),
  row('analysis¿Qué?assistantfinalDone.', reasoning('¿Qué?'), answer('Done.')),
  row('analysisвопрос.assistantfinalDone.', reasoning('вопрос.'), answer('Done.')),
  row('analysis用户问assistantfinal好', reasoning('用户问'), answer('好')),
  row('analysis\u{1f600}S.assistantfinalDone.', reasoning('\u{1f600}S.'), answer('Done.')),
  row('analysis\u{20000}S.assistantfinalDone.', reasoning('\u{20000}S.'), answer('Done.')),
  row('analysis(first)assistantfinalDone.', reasoning('(first)'), answer('Done.')),
  row('analysis: We think.assistantfinalDone.', reasoning(' We think.'), answer('Done.')),
  row('analysis we think.assistantfinalDone.', reasoning(' we think.'), answer('Done.')),
  row('analysis\n\nwe think.\n\nassistant\n\nfinal\n\nDone.', reasoning('\n\nwe think.\n\n'), answer('\n\nDone.')),
  row('analysis The user. assistant final The answer.', reasoning(' The user. '), answer(' The answer.')),
  row('analysis **Plan** first. assistant final **Done.**', reasoning(' **Plan** first. '), answer(' **Done.**')),
  // The role is gone, too.
  row('analysisWe think.\nfinal\nDone.', reasoning('We think.\n'), answer('\nDone.')),
  row('analysis\nWe think.\n\n final:\n\nDone.', reasoning('\nWe think.\n\n '), answer('\n\nDone.')),
  row('analysisWe think.\nfinal\nNot yet.\nfinal\nDone.', reasoning('We think.\nfinal\nNot yet.\n'), answer('\nDone.')),
  row('assistantanalysiswe think.assistantfinaldone', reasoning('we think.'), answer('done')),
  row('assistant\nanalysis\nwe think.\nassistant\nfinal\ndone', reasoning('\nwe think.\n'), answer('\ndone')),
  row('assistant:analysis\nWe think.\nassistant:final\nDone.', reasoning('\nWe think.\n'), answer('\nDone.')),
  row('assistant analysis We think. assistant final Done.', reasoning(' We think. '), answer(' Done.')),
  row('analysisWe think.assistant final Done.', reasoning('We think.'), answer(' Done.')),
  row('commentary\nOne moment.\nassistant\nfinal\nDone.', commentary('\nOne moment.\n'), answer('\nDone.')),
  row(
    'assistantanalysisLook.assistantcommentary to=functions.x json{"a":1}',
    reasoning('Look.'),
    toolCall('functions.x', '{"a":1}', { contentType: 'json' }),
  ),
  row(
    'assistant analysis Look. assistant commentary to=functions.x json{"a":1}',
    reasoning(' Look. '),
    toolCall('functions.x', '{"a":1}', { contentType: 'json' }),
  ),
  // Cut before its answer: what is glued to the word is enough.
  row('analysisuser asks for', reasoning('user asks for')),
  row('analysis\nuser asks for', reasoning('\nuser asks for')),
]

/** Markers that are none. */
const mentioned = [
  row(
    'analysisThe assistant final answer is unclear.assistantfinalDone.',
    reasoning('The assistant final answer is unclear.'),
    answer('Done.'),
  ),
  row(
    'analysis We need the assistant final help. assistant final Done.',
    reasoning(' We need the assistant final help. '),
    answer(' Done.'),
  ),
  row('analysisCall AssistantFinalMessage here.assistantfinalDone.', reasoning('Call AssistantFinalMessage here.'), answer('Done.')),
  row('analysisHm.\nfinal\nstep.assistantfinalDone.', reasoning('Hm.\nfinal\nstep.'), answer('Done.')),
  row('analysisParts are\nfinal\nand more', reasoning('Parts are\nfinal\nand more')),
  row('analysisHm.\nFinal\nstep.', reasoning('Hm.\nFinal\nstep.')),
  row('analysisHm.\nfinally\nso', reasoning('Hm.\nfinally\nso')),
  row('analysisHm.assistantfinalOne.\nfinal\nTwo.', reasoning('Hm.'), answer('One.\nfinal\nTwo.')),
  row('analysisHm.assistantfinalThe assistant analysis was late.', reasoning('Hm.'), answer('The assistant analysis was late.')),
]

/** Answers that begin with such a word. */
const prose = [
  'Analysis of the market: it grows.',
  'Analysis: it grows.',
  'Analysis\n\nThe market grows.',
  'ANALYSIS OF MARKETS',
  'Analysis, in short, is hard.',
  'analysis is important',
  'analysis-driven work',
  "analysis's end",
  'analysis_id = 4',
  'analysis.txt holds it',
  'Commentary on the match: fine.',
  'Final answer: 42',
  'FINAL ANSWER: 42',
  'FINALLY IT RAINS',
  'Finally it rains.',
  'finally it rains',
  'final thoughts on it',
  'Assistant: Hello!',
  'Assistant professors analyse a lot.',
  'assistant professors write the final draft',
].map((text) => ({ ...row(text, answer(text)), expect: { warnings: ['no-structure'] } }))

describeConformance(() => harmony(), [...headers, ...mentioned, ...prose], {
  name: 'text that may have lost its tokens',
  arbitrary: hostileStripped,
  delimiters: ['assistantfinal', 'ASSISTANTFINAL', 'assistant final The', 'Analysis of'],
  runs: runs(200),
  spelling,
})

describe('orStripped', () => {
  const watching = orStripped(auto({ candidates: [harmony()] }))
  const pieces = (text: string, length: number): string[] =>
    Array.from({ length: Math.ceil(text.length / length) }, (_, at) => text.slice(at * length, (at + 1) * length))

  function streamed(adapter: TextAdapter, text: string, length: number) {
    const said = { reasoning: '', answer: '', commentary: '' }
    const splitter = adapter.createSplitter()
    for (const part of [...pieces(text, length).flatMap((piece) => splitter.push(piece)), ...splitter.end()]) {
      if (part.type === 'delta') said[part.channel] += part.text
    }
    return said
  }

  test.each([...headers, ...mentioned])('reads $name as the format does', ({ input }) => {
    const { reasoning, answer, commentary } = splitText(input, harmony())
    for (const length of [1, 2, 3, 7, 1000]) expect(streamed(watching, input, length)).toEqual({ reasoning, answer, commentary })
  })

  const final = '<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Four.'
  test.each(['channel|>analysis', 'hannel|>analysis', 'Channel|> analysis', '\nchannel｜>analysis'])(
    'reads a first token that has lost its beginning, however it is cut: %j',
    (header) => {
      for (const length of [1, 2, 3, 7, 1000])
        expect(streamed(watching, header + final, length)).toEqual({ reasoning: 'Hm.', answer: 'Four.', commentary: '' })
    },
  )

  test.each(['Call me.', 'channel | final', 'End > start', 'channel|> and', 'message|>'])('which %j is not', (input) => {
    for (const length of [1, 2, 1000]) expect(streamed(watching, input, length)).toEqual({ reasoning: '', answer: input, commentary: '' })
  })

  test.each(prose)('leaves $name to the other adapter', ({ input }) => {
    for (const length of [1, 2, 3, 7, 1000])
      expect(streamed(watching, input, length)).toEqual({ reasoning: '', answer: input, commentary: '' })
  })

  test('streams what cannot be such a header', () => {
    const splitter = watching.createSplitter()
    const long = 'Finally it rains. '.repeat(20)
    expect(splitter.push(long).filter(({ type }) => type === 'delta')).toMatchObject([{ channel: 'answer', text: long }])
  })

  test.each([
    // The first header stands on its line, too.
    ['analysis\nWe think.\n\nfinal\n\nDone.', { origin: {}, guarded: true }, 'Done.'],
    ['analysis\nWe think.\n\nfinal\n\nDone.', { origin: {} }, 'Done.'],
    // The line may be a heading, so a client that sees thoughts waits for some of the text after it.
    [`analysisWe think.\nfinal\n${'Done. '.repeat(100)}`, { origin: {} }, 'Done. '.repeat(100).trim()],
    [`analysisWe think.\nfinal\n${'Done. '.repeat(10)}`, { origin: { maxHeldChars: 20 } }, 'Done. '.repeat(10).trim()],
    [`analysisWe think.\nfinal\n${'Done. '.repeat(100)}`, { origin: {}, guarded: true }, ''],
    [`analysisWe think.\nfinal\n${'Done. '.repeat(100)}`, {}, ''],
  ] as const)('shows the answer behind a word on its line before the text ends: %j, %o', (input, context, shown) => {
    for (const length of [1, 3, 1000]) {
      const splitter = watching.createSplitter(context)
      const parts = pieces(input, length).flatMap((piece) => splitter.push(piece))
      const text = parts.map((part) => (part.type === 'delta' && part.channel === 'answer' ? part.text : '')).join('')
      expect(text.trim()).toBe(shown)
    }
  })

  test('does not let the clock decide about a word that may hide a thought', () => {
    for (const [text, isUndecided] of [
      ['anal', true],
      ['analysis', false],
      ['Analysis of', false],
      ['assistant', false],
    ] as const) {
      const splitter = watching.createSplitter()
      splitter.push(text)
      expect(splitter.isUndecided?.(), text).toBe(isUndecided)
      if (!isUndecided) expect(splitter.decide?.('timeout'), text).toEqual([])
    }
  })

  test('looks for headers anywhere where the client waits for all of the text, and may see no reasoning', () => {
    const lost = `${'We think. '.repeat(30)}assistantfinalDone.`
    expect(splitText(lost, watching, { guarded: true, whole: true })).toMatchObject({ answer: 'Done.' })
  })

  test.each([
    ['assistantfinalIt is 4.', 'It is 4.'],
    ['assistant final\nIt is 4.', 'It is 4.'],
    ['analysisHm.assistantfinalIt is 4.', 'It is 4.'],
    ['Analysis of it: 4.', 'Analysis of it: 4.'],
    ['So assistantfinal is a word.', 'So assistantfinal is a word.'],
  ])('beside a reasoning field, reads %j by its first word', (input, answer) => {
    for (const adapter of [watching, harmony()]) expect(splitText(input, adapter, { wireReasoning: true }).answer.trim()).toBe(answer)
  })

  test('gives prose to a marker that the other adapter looks for', () => {
    const other: TextAdapter = { ...harmony({ prefilled: '<|start|>assistant<|channel|>final<|message|>' }), signals: [] }
    expect(splitText('Analysis of it.<|end|>', orStripped(other))).toMatchObject({ reasoning: '', answer: 'Analysis of it.', stop: 'end' })
  })
})

test('half of a character decides as little as any other cut', () => {
  for (const [first, second] of [
    ['analysis\ud83d', '\ude00S'],
    ['analysis \ud840', '\udc00S'],
    ['analysis**\ud83d', '\ude00S'],
    ['assistant final \ud840', '\udc00S'],
  ] as const) {
    for (const adapter of [harmony(), harmony({ dialect: 'harmony-text' }), orStripped(auto({ candidates: [harmony()] }))]) {
      const splitter = adapter.createSplitter()
      const parts = [...splitter.push(first), ...splitter.push(second), ...splitter.end()]
      const whole = adapter.createSplitter()
      const texts = (all: typeof parts) =>
        ['reasoning', 'commentary', 'answer'].map((channel) =>
          all.map((part) => (part.type === 'delta' && part.channel === channel ? part.text : '')).join(''),
        )
      expect(texts(parts)).toEqual(texts([...whole.push(first + second), ...whole.end()]))
    }
  }
})

describe('a channel word without its role', () => {
  const channelsOf = (text: string, length: number, ending: 'complete' | 'cut' = 'complete'): string[] => {
    const splitter = harmony().createSplitter({})
    const pieces = Array.from({ length: Math.ceil(text.length / length) }, (_, at) => text.slice(at * length, (at + 1) * length))
    const texts: Record<string, string> = {}
    for (const part of [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end(ending)])
      if (part.type === 'delta') texts[part.channel] = (texts[part.channel] ?? '') + part.text
    return Object.entries(texts).map(([channel, its]) => `${channel} ${its}`)
  }

  test.each([1, 3, 1000])('on its line is a heading of a thought that was cut, in pieces of %d', (length) => {
    expect(channelsOf('analysisWe think.\nfinal\nDo', length, 'cut')).toEqual(['reasoning We think.\nfinal\nDo'])
  })

  test.each(['final Done.', 'final\nDone.', 'final:\n\nDone.', 'finalDone.', 'assistantfinalDone.', 'final **Done.**'])(
    'names the answer behind the end of a thought: %j',
    (text) => {
      for (const length of [1, 3, 1000]) {
        const [thought, answered] = channelsOf(`<|channel|>analysis<|message|>Add.<|end|>${text}`, length)
        expect([thought, answered!.replaceAll(/[\s*]/g, '')]).toEqual(['reasoning Add.', 'answerDone.'])
      }
    },
  )
})
