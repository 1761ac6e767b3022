import { answer, commentary, reasoning, toolCall, type ExpectedPart, type Row } from '@reason/conformance'
import { describeConformance } from '@reason/conformance/vitest'
import { harmony } from '../src/index.ts'
import { hostileHarmony } from './hostile.ts'

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
  row('missing before a content type', '<|channel|>commentary to= json<|message|>{}<|end|>', [commentary('{}')]),
]

describeConformance(harmony, [...channels, ...recipients], {
  name: 'words in the wrong place',
  arbitrary: hostileHarmony,
  runs: 100,
})
