import { runs } from '@reason/testkit/sampling'
import { answer, commentary, reasoning, toolCall, type ExpectedPart, type Row } from '@reason/conformance'
import { describeConformance } from '@reason/conformance/vitest'
import { harmony } from '../src/index.ts'
import { hostileHarmony } from './hostile.ts'
import { oneQuoteOf, spelling } from './spelling.ts'

const row = (name: string, input: string, parts: ExpectedPart[], warnings?: string[], context: Row['context'] = {}): Row => ({
  name,
  input,
  parts,
  context,
  ...(warnings && { expect: { warnings } }),
})

/** Channel words that lost their marker, or have another's. */
const channels: Row[] = [
  row(
    'analysis as content type hides the message',
    '<|start|>assistant<|constrain|>analysis<|message|>a<|end|>',
    [reasoning('a')],
    ['channel-in-role'],
  ),
  row('also of an answer', '<|channel|>final <|constrain|>analysis<|message|>a<|end|>', [reasoning('a')], ['duplicate-channel']),
  row('and after another content type', '<|channel|>final<|constrain|>json<|constrain|>code analysis<|message|>a<|end|>', [reasoning('a')]),
  row(
    'analysis after a channel hides the message',
    '<|channel|>final analysis<|message|>a<|end|>',
    [reasoning('a')],
    ['duplicate-channel'],
  ),
  row('also after commentary, and in any spelling', '<|channel|>commentary (Analysis)<|message|>a<|end|>', [reasoning('a')]),
  row('and glued to other words', '<|channel|>final jsonanalysis<|message|>a<|end|>', [reasoning('a')]),
  row(
    'analysis after the role hides the message',
    '<|start|>assistant analysis<|channel|>final<|message|>a<|end|>',
    [reasoning('a')],
    ['duplicate-channel'],
  ),
  row('analysis with something glued to it, before another channel', '<|channel|>analysis.<|channel|>final<|message|>a<|end|>', [
    reasoning('a'),
  ]),
  row('a channel as content type is the channel where there is no other', '<|start|>assistant<|constrain|>final<|message|>a<|return|>', [
    answer('a'),
  ]),
  row(
    'the marked channel counts before one that lost its marker',
    '<|channel|>commentary final<|message|>a<|end|>',
    [commentary('a')],
    ['duplicate-channel'],
  ),
  row(
    'a word that only contains analysis is none',
    '<|channel|>final <|constrain|>analysis_schema<|message|>{}<|return|>',
    [answer('{}')],
    [],
  ),
  row('analysis in place of a recipient hides the message', '<|channel|>commentary to=analysis<|message|>a<|end|>', [reasoning('a')]),
  row('also behind an address', '<|start|>assistant to=assistantanalysis<|message|>a<|end|>', [reasoning('a')]),
  row(
    'a tool that is called so can be called',
    '<|channel|>commentary to=analysis<|message|>{}<|call|>',
    [toolCall('analysis', '{}')],
    [],
    {
      tools: ['analysis'],
    },
  ),
]

const recipients: Row[] = [
  row(
    'glued to the role that the prompt wrote',
    'to=functions.f<|channel|>commentary json<|message|>{}<|call|>',
    [toolCall('functions.f', '{}', { contentType: 'json' })],
    [],
  ),
  row(
    'glued to the role',
    '<|start|>assistantto=functions.f<|channel|>commentary<|message|>{}<|call|>',
    [toolCall('functions.f', '{}')],
    [],
  ),
  row(
    'glued to the role, without start token',
    '<|channel|>analysis<|message|>a<|end|>assistantto=functions.f<|channel|>commentary<|message|>{}<|call|>',
    [reasoning('a'), toolCall('functions.f', '{}')],
    ['implicit-start'],
  ),
  row('with a blank after the sign', '<|channel|>commentary to= functions.f<|message|>{}<|call|>', [toolCall('functions.f', '{}')], []),
  row('with a blank before the sign', ' to =functions.f<|channel|>commentary<|message|>{}<|call|>', [toolCall('functions.f', '{}')], []),
  row(
    'with the channel glued to it, resolved to a tool that was offered',
    '<|start|>assistant to=functions.fcommentary<|message|>{}<|call|>',
    [toolCall('functions.f', '{}', { contentType: null })],
    ['resolved-tool'],
    { tools: ['f'] },
  ),
  row(
    'with the channel and a type glued to it',
    '<|start|>assistant to=fanalysiscode<|message|>1<|call|>',
    [toolCall('f', '1', { contentType: 'code' })],
    ['resolved-tool'],
    { tools: ['f'] },
  ),
  row(
    'with the channel glued to it, and no such tool',
    '<|start|>assistant to=fcommentary<|message|>1<|call|>',
    [toolCall('fcommentary', '1')],
    [],
    { tools: ['g'] },
  ),
  row('missing before a content type', '<|channel|>commentary to= json<|message|>{}<|end|>', [commentary('{}')]),
]

/** Headers that end in something other than a message token. */
const headless: Row[] = [
  row(
    'analysis after a channel hides the rest of the header',
    '<|channel|>final analysis We think<|end|>',
    [reasoning('We think')],
    ['header-without-message', 'duplicate-channel'],
  ),
  row('also behind other words of headers', '<|channel|>final <|constrain|>json commentary analysis: we think<|end|>', [
    reasoning(': we think'),
  ]),
  row('and after the role', '<|start|>assistant analysis We think<|end|>', [reasoning('We think')]),
  row('a word of an answer that only looks like it', '<|channel|>final Analysis: done<|end|>', [answer('Analysis: done')]),
  row('arguments that begin with it', '<|channel|>commentary to=f code analysis = 1<|call|>', [toolCall('f', 'analysis = 1')]),
  row(
    'a call without body',
    '<|channel|>commentary to=functions.get_time<|call|>',
    [toolCall('functions.get_time', '', { boundary: 'closer', terminator: '<|call|>' })],
    ['header-without-message'],
  ),
  row('with a content type', '<|channel|>commentary to=functions.get_time json<|call|>', [
    toolCall('functions.get_time', '', { contentType: 'json' }),
  ]),
  row('with a marked content type and a blank', '<|start|>assistant to=f<|channel|>commentary <|constrain|>json <|call|>', [
    toolCall('f', '', { contentType: 'json' }),
  ]),
  row('without start token', '<|channel|>analysis<|message|>a<|end|>commentary to=f<|call|>', [reasoning('a'), toolCall('f', '')]),
  row('at the beginning', ' to=functions.get_time<|call|>', [toolCall('functions.get_time', '')]),
  row('arguments glued to a recipient', ' to=f{"a":1}<|call|>', [toolCall('f', '{"a":1}')]),
  row('a recipient cut by a blank', '<|channel|>commentary to= functions.f {}<|call|>', [toolCall('functions.f', '{}')]),
  row('an address alone is no call', '<|channel|>commentary to=user<|call|>', []),
  row('a recipient before the next start is no call yet', '<|channel|>commentary to=f<|start|>assistant<|channel|>final<|message|>a', [
    answer('a'),
  ]),
  row(
    'a thought glued to its channel',
    '<|channel|>analysisWe need to think.<|end|>',
    [reasoning('We need to think.')],
    ['header-without-message'],
  ),
  row('also in small letters', '<|channel|>analysiswe need to think.<|end|>', [reasoning('we need to think.')]),
  row('an answer glued to its channel', '<|channel|>finalHello there!<|end|>', [answer('Hello there!')], ['header-without-message']),
  row(
    'in small letters it is not believed',
    '<|channel|>finally we think.<|end|>',
    [reasoning('finally we think.')],
    ['header-without-message', 'unknown-channel'],
  ),
  row('nor where analysis is glued to it', '<|channel|>finalAnalysis of it<|end|>', [reasoning('finalAnalysis of it')]),
  row(
    'a thought before the message token',
    '<|channel|>analysis\nWe need <|message|>more.<|end|>',
    [reasoning('We need more.')],
    ['header-without-message', 'stray-token'],
  ),
  row('a lone word there is none', '<|channel|>analysis json<|message|>a<|end|>', [reasoning('a')], []),
]

/** Channels that come when a body has begun. */
const late: Row[] = [
  row(
    'analysis between two message tokens',
    '<|start|>assistant<|message|>analysis<|message|>a<|end|>',
    [reasoning('a')],
    ['missing-channel', 'stray-token', 'channel-in-role'],
  ),
  row('also in an answer', '<|channel|>final<|message|>analysis <|message|>a<|end|>', [reasoning('a')]),
  row('and again', '<|start|>assistant<|message|>commentary<|message|>analysis<|message|>a<|end|>', [reasoning('a')]),
  row('final between two message tokens', '<|start|>assistant<|message|>final<|message|>a<|return|>', [answer('a')]),
  row('among other words of headers', '<|channel|>final<|message|> final json analysis to=user\n<|message|>a<|end|>', [reasoning('a')]),
  row('a recipient between two message tokens', '<|channel|>commentary<|message|>to=functions.f json<|message|>{}<|call|>', [
    toolCall('functions.f', '{}', { contentType: 'json' }),
  ]),
  row('words that say nothing', '<|channel|>final<|message|>json <|message|>{}<|return|>', [answer('json {}')], ['stray-token']),
  row('an answer of that one word', '<|channel|>final<|message|>analysis<|return|>', [answer('analysis')], []),
  row('an answer that is cut in it', '<|channel|>final<|message|>anal', [answer('anal')], []),
  row('an answer that begins with it', '<|channel|>final<|message|>final words<|message|>.', [answer('final words.')], ['stray-token']),
]

describeConformance(harmony, [...channels, ...recipients, ...headless, ...late], {
  name: 'words in the wrong place',
  delimiters: oneQuoteOf(harmony()),
  spelling,
  arbitrary: hostileHarmony,
  runs: runs(100),
})
