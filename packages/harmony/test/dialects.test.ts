import { runs } from '@reason/testkit/sampling'
import { answer, commentary, reasoning, toolCall, type Row } from '@reason/conformance'
import { describeConformance } from '@reason/conformance/vitest'
import { harmony } from '../src/index.ts'
import { hostileHarmony, hostileStripped } from './hostile.ts'
import { oneQuoteOf, spelling, stripped as strippedSpelling } from './spelling.ts'

const stripped: Row[] = [
  {
    name: 'a channel word glued to a capital is a header',
    input: 'analysisThe user greets.assistantfinalHi!',
    parts: [reasoning('The user greets.', { boundary: 'closer' }), answer('Hi!')],
    expect: { stop: 'eof', warnings: [] },
  },
  {
    name: 'so is one glued to a script without capitals',
    input: 'analysis思考assistantfinal你好',
    parts: [reasoning('思考'), answer('你好')],
  },
  { name: 'so is one before a blank and a capital', input: 'analysis We think.', parts: [reasoning(' We think.')] },
  {
    name: 'before a blank and a small letter it is prose when no marker ever comes',
    input: 'analysis of the quarter shows growth.',
    parts: [answer('analysis of the quarter shows growth.')],
    expect: { warnings: ['no-structure'] },
  },
  {
    name: 'and a header when one does',
    input: 'analysis of the question first. assistantfinal Growth.',
    parts: [reasoning(' of the question first. '), answer(' Growth.')],
  },
  {
    name: 'a commentary word in doubt is commentary',
    input: 'commentary let me see.assistantfinalDone.',
    parts: [commentary(' let me see.'), answer('Done.')],
  },
  {
    name: 'final in doubt is not believed: the text before a marker is hidden',
    input: 'final check of what we know.assistantfinalDone.',
    parts: [reasoning('final check of what we know.'), answer('Done.')],
  },
  {
    name: 'a header that the prompt began has the text before the next one as its body',
    input: 'We think.assistantfinalDone.',
    context: { prefill: '<|start|>assistant<|channel|>analysis' },
    parts: [reasoning('We think.'), answer('Done.')],
    expect: { warnings: ['header-without-message'] },
  },
  {
    name: 'and is left out if the text before the next one cannot be its body',
    input: ' to=functions.f assistantanalysisWe think.assistantfinalDone.',
    context: { prefill: '<|start|>assistant<|channel|>' },
    parts: [reasoning('We think.'), answer('Done.')],
    expect: { warnings: ['stray-token'] },
  },
  { name: 'final glued to a capital is', input: 'finalDone.', parts: [answer('Done.')] },
  {
    name: 'text without a word before a marker is hidden',
    input: 'We think.assistantfinalDone.',
    parts: [reasoning('We think.'), answer('Done.')],
    expect: { warnings: ['unlabelled-text'] },
  },
  { name: 'the role may have been kept', input: '\nassistantanalysisWe think.', parts: [reasoning('We think.')] },
  {
    name: 'a call with its recipient after the channel',
    input: 'analysisLook.assistantcommentary to=functions.f json{"a":1}assistantfinalDone.',
    parts: [reasoning('Look.'), toolCall('functions.f', '{"a":1}', { contentType: 'json' }), answer('Done.')],
  },
  {
    name: 'a call with its recipient in the role',
    input: 'analysisLook.assistant to=functions.fcommentary code print(1)',
    parts: [reasoning('Look.'), toolCall('functions.f', ' print(1)', { contentType: 'code' })],
  },
  { name: 'a call at the beginning', input: ' to=functions.fcommentary{"a":1}', parts: [toolCall('functions.f', '{"a":1}')] },
  { name: 'a call at the beginning, channel first', input: 'commentaryto=functions.f json[]', parts: [toolCall('functions.f', '[]')] },
  {
    name: 'a type glued to the name of an offered tool',
    input: 'analysisLook.assistantcommentary to=functions.shelljson{}',
    context: { tools: ['shell'] },
    parts: [reasoning('Look.'), toolCall('functions.shell', '{}', { contentType: 'json' })],
  },
  {
    name: 'a channel and a type glued to the name',
    input: 'analysisNeed weather.assistant to=functions.get_weathercommentaryjson{"city":"x"}assistantfinalDone.',
    parts: [reasoning('Need weather.'), toolCall('functions.get_weather', '{"city":"x"}', { contentType: 'json' }), answer('Done.')],
  },
  {
    name: 'the same behind a name that ends in a channel word',
    input: ' to=functions.run_analysiscommentarycode print(1)',
    parts: [toolCall('functions.run_analysis', ' print(1)', { contentType: 'code' })],
  },
  {
    name: 'a channel and a type glued to the name, cut by the end of the stream',
    input: 'analysisLook.assistant to=functions.fcommentaryjson',
    parts: [reasoning('Look.')],
    expect: { warnings: ['cut-header'] },
  },
  {
    name: 'a channel addressed to the assistant gives way to the real one',
    input: "commentary to=assistantanalysisI'm thinking.assistantfinalDone.",
    parts: [reasoning("I'm thinking."), answer('Done.')],
    expect: { warnings: ['duplicate-channel'] },
  },
  {
    name: 'the same before a call',
    input: 'commentary to=assistantcommentary to=functions.f json{}',
    parts: [toolCall('functions.f', '{}', { contentType: 'json' })],
  },
  ...['we think.', '*we* think.', '. So we think.', '— so we think.', "l'été."].map((thought) => ({
    name: `analysis glued to ${JSON.stringify(thought)} is a header when a marker comes later`,
    input: `analysis${thought}assistantfinalDone.`,
    parts: [reasoning(thought), answer('Done.')],
    expect: { warnings: [] },
  })),
  {
    name: 'otherwise it is prose',
    input: "analysis's end",
    parts: [answer("analysis's end")],
    expect: { warnings: ['no-structure'] },
  },
  {
    name: 'a header that the end of the stream cuts shows nothing',
    input: 'analysisLook.assistantcommentary to=functions.f js',
    parts: [reasoning('Look.')],
    expect: { stop: 'eof', warnings: ['cut-header'] },
  },
  { name: 'nor does a lone channel word', input: 'analysis', parts: [], expect: { stop: 'eof', warnings: ['cut-header'] } },
  {
    name: 'the beginning of a marker at the end is text',
    input: 'analysisOne.assistantfinalTwo assist',
    parts: [reasoning('One.'), answer('Two assist')],
  },
  {
    name: 'the word assistant in prose is prose',
    input: 'The assistant professor spoke of the assistant to the dean.',
    context: { start: 'answer' },
    parts: [answer('The assistant professor spoke of the assistant to the dean.')],
  },
  {
    name: 'tokens that came all the same are tokens',
    input: 'analysis we think<|end|><|start|>assistant<|channel|>final<|message|>Done.<|return|>',
    parts: [reasoning(' we think'), answer('Done.')],
    expect: { stop: 'return' },
  },
  {
    name: 'a body that the prompt opened',
    input: 'we think.assistantfinalDone.',
    context: { prefill: '<|start|>assistant<|channel|>analysis<|message|>' },
    parts: [reasoning('we think.'), answer('Done.')],
  },
]

const llmJp: Row[] = [
  {
    name: 'a blank after every token',
    input: '<|channel|> analysis<|message|> a <|end|> <|start|> assistant<|channel|> final<|message|>  b<|return|>',
    parts: [reasoning('a '), answer(' b')],
    expect: { stop: 'return', warnings: [] },
  },
  {
    name: 'several calls in a row are ended by end',
    input:
      '<|start|> assistant to=functions.f<|channel|> commentary<|constrain|> json<|message|> {}<|end|>' +
      '<|start|> assistant to=functions.g<|channel|> commentary<|constrain|> json<|message|> []<|call|>',
    parts: [toolCall('functions.f', '{}', { contentType: 'json' }), toolCall('functions.g', '[]', { contentType: 'json' })],
    expect: { stop: 'call', warnings: [] },
  },
  { name: 'a body without the blank', input: '<|channel|>final<|message|>a', parts: [answer('a')] },
  { name: 'a body that is only the blank', input: '<|channel|> final<|message|> <|end|>', parts: [], expect: { stop: 'end' } },
]

const llamacppNone: Row[] = [
  {
    name: 'text after reasoning is the final message',
    input: '<|channel|>analysis<|message|>R<|end|>The answer.',
    parts: [reasoning('R', { terminator: '<|end|>' }), answer('The answer.')],
    expect: { stop: 'eof', warnings: [] },
  },
  {
    name: 'after anything else it still belongs to no channel',
    input: '<|channel|>commentary<|message|>C<|end|>The answer.',
    parts: [commentary('C')],
    expect: { warnings: ['loose-text'] },
  },
  {
    name: 'a header that was kept is a header',
    input: '<|channel|>analysis<|message|>R<|end|><|start|>assistant<|channel|>analysis<|message|>S<|end|>The answer.',
    parts: [reasoning('R'), reasoning('S'), answer('The answer.')],
  },
  {
    name: 'so is a channel word before a message token',
    input: '<|channel|>analysis<|message|>R<|end|>analysis<|message|>S<|end|>final<|message|>The answer.',
    parts: [reasoning('R'), reasoning('S'), answer('The answer.')],
    expect: { warnings: ['stray-token', 'duplicate-channel', 'stray-token', 'duplicate-channel'] },
  },
  { name: 'an answer alone', input: 'The answer.', parts: [answer('The answer.')], expect: { warnings: ['no-structure'] } },
]

/** No hint says that the tokens are gone. The first word shows it. */
const unsaid: Row[] = [
  {
    name: 'a channel word glued to a capital is a header',
    input: 'analysisThe user greets.assistantfinalHi!',
    parts: [reasoning('The user greets.', { boundary: 'closer' }), answer('Hi!')],
    expect: { stop: 'eof', warnings: [] },
  },
  { name: 'the role may have been kept', input: '\nassistantanalysisWe think.', parts: [reasoning('We think.')] },
  {
    name: 'a call behind it is one',
    input: 'analysisLook.assistantcommentary to=functions.f json{"a":1}',
    parts: [reasoning('Look.'), toolCall('functions.f', '{"a":1}', { contentType: 'json' })],
  },
  {
    name: 'a text that is cut inside the word is text',
    input: 'analys',
    parts: [answer('analys')],
    expect: { warnings: ['no-structure'] },
  },
  {
    name: 'prose that begins with such a word is prose',
    input: 'analysis of the quarter shows growth.',
    parts: [answer('analysis of the quarter shows growth.')],
    expect: { warnings: ['no-structure'] },
  },
  {
    name: 'tokens that are there count',
    input: '<|channel|>analysis<|message|>We think.assistantfinal is a word.<|end|><|start|>assistant<|channel|>final<|message|>Hi!',
    parts: [reasoning('We think.assistantfinal is a word.'), answer('Hi!')],
  },
]

describeConformance(() => harmony(), unsaid, {
  name: 'harmony, without a hint whether its tokens were stripped, conforms',
  arbitrary: hostileStripped,
  delimiters: ['assistantfinal', 'analysis', '<|channel|>'],
  spelling,
  runs: runs(200),
})

describeConformance(() => harmony({ dialect: 'harmony-text' }), stripped, {
  name: 'harmony-text conforms',
  spelling: strippedSpelling,
  arbitrary: hostileStripped,
  delimiters: ['assistantfinal', 'assistantcommentary to=', 'analysis', '<|channel|>'],
  runs: runs(200),
})
describeConformance(() => harmony({ dialect: 'llm-jp' }), llmJp, {
  name: 'llm-jp conforms',
  arbitrary: hostileHarmony,
  delimiters: oneQuoteOf(harmony({ dialect: 'llm-jp' })),
  spelling,
})
describeConformance(() => harmony({ dialect: 'llamacpp-none' }), llamacppNone, {
  name: 'llamacpp-none conforms',
  spelling: [spelling, { ...spelling, close: '<|end|>', end: '' }],
  arbitrary: hostileHarmony,
  delimiters: oneQuoteOf(harmony({ dialect: 'llamacpp-none' })),
})
