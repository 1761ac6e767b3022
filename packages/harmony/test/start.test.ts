import { answer, commentary, reasoning, toolCall, type Row } from '@reason/conformance'
import { describeConformance } from '@reason/conformance/vitest'
import { harmony } from '../src/index.ts'
import { oneQuoteOf, spelling } from './spelling.ts'

const whole = '<|start|>assistant<|channel|>final<|message|>Hi.<|return|>'
const start = '<|start|>assistant'

/** Where the output begins, by everything that may say so. */
const rows: Row[] = [
  { name: 'after a prefilled start', input: '<|channel|>final<|message|>Hi.', parts: [answer('Hi.')] },
  { name: 'with the recipient of the prefilled start', input: ' to=f<|channel|>analysis<|message|>1', parts: [toolCall('f', '1')] },
  { name: 'with the start that was prefilled written again', input: whole, parts: [answer('Hi.')], expect: { warnings: [] } },
  { name: 'with the role that was prefilled written again', input: 'assistant<|channel|>final<|message|>Hi.', parts: [answer('Hi.')] },
  { name: 'with a channel word that lost its marker', input: 'analysis<|message|>Hm.', parts: [reasoning('Hm.')] },
  { name: 'with the role of a user', input: 'user<|message|>Hi.<|end|>', parts: [], expect: { warnings: ['foreign-role'] } },
  { name: 'without a prefilled start', input: whole, adapter: harmony({ prefilled: false }), parts: [answer('Hi.')] },
  {
    name: 'in a header that the prompt began',
    input: 'sis<|message|>Hm.<|end|>',
    context: { prefill: `${start}<|channel|>analy` },
    parts: [reasoning('Hm.', { terminator: '<|end|>' })],
  },
  {
    name: 'in a body that the prompt opened, after other messages',
    input: 'and so on.<|end|>',
    context: { prefill: `${whole}${start}<|channel|>analysis<|message|>Well, ` },
    parts: [reasoning('and so on.')],
    expect: { stop: 'end', warnings: [] },
  },
  {
    name: 'in the arguments of a call that the prompt opened',
    input: '{}<|call|>',
    context: { prefill: `${start} to=functions.f<|channel|>commentary <|constrain|>json<|message|>` },
    parts: [toolCall('functions.f', '{}', { contentType: 'json' })],
    expect: { stop: 'call' },
  },
  {
    name: 'in a recipient that the prompt began',
    input: 'f<|channel|>commentary<|message|>{}<|call|>',
    context: { prefill: `${start} to=functions.` },
    parts: [toolCall('functions.f', '{}')],
    expect: { warnings: [] },
  },
  {
    name: 'after a recipient that the prompt has given',
    input: '<|channel|>commentary<|message|>{}<|call|>',
    context: { prefill: `${start} to=functions.f`, grammar: true },
    parts: [toolCall('functions.f', '{}')],
  },
  {
    name: 'after a recipient that the prompt has given, in arguments',
    input: '{"a":1}<|call|>',
    context: { prefill: `${start} to=functions.f` },
    parts: [toolCall('functions.f', '{"a":1}')],
  },
  {
    name: 'after a recipient that the prompt has given in vain',
    input: whole,
    context: { prefill: `${start} to=functions.f` },
    parts: [answer('Hi.')],
  },
  {
    name: 'in a body that an option opened',
    input: 'a',
    adapter: harmony({ prefilled: `${start}<|channel|>commentary<|message|>` }),
    parts: [commentary('a')],
  },
  {
    name: 'in a body that ends at once',
    input: `<|end|>${whole}`,
    context: { prefill: `${start}<|channel|>analysis<|message|>` },
    parts: [reasoning(''), answer('Hi.')],
  },
  {
    name: 'in a body that never was',
    input: '<|channel|>final<|message|>Hi.',
    context: { prefill: `${start}<|channel|>analysis<|message|>` },
    parts: [answer('Hi.')],
    expect: { warnings: [] },
  },
  { name: 'after a finished message', input: whole, context: { prefill: whole }, parts: [answer('Hi.')], expect: { warnings: [] } },
  {
    name: 'told to be in reasoning',
    input: `Hm.<|end|>${whole}`,
    context: { start: 'reasoning' },
    parts: [reasoning('Hm.'), answer('Hi.')],
  },
  { name: 'told to be in the answer', input: 'Hi.', context: { start: 'answer' }, parts: [answer('Hi.')], expect: { warnings: [] } },
  {
    name: 'told to be unknown, whatever the prompt says',
    input: 'Hm.<|end|>',
    context: { start: 'unknown', prefill: `${start}<|channel|>final<|message|>` },
    parts: [reasoning('Hm.')],
  },
  {
    name: 'under a grammar, in a body that the prompt opened',
    input: 'Hm.<|end|>',
    context: { grammar: true, prefill: `${start}<|channel|>analysis<|message|>` },
    parts: [reasoning('Hm.')],
  },
  {
    name: 'by the options that a passport has for the model',
    input: '<|channel|> final<|message|> Hi.',
    context: { options: { dialect: 'llm-jp' } },
    parts: [answer('Hi.')],
  },
  {
    name: 'by those that the user gave before those of the model',
    input: '<|channel|> final<|message|> Hi.',
    adapter: harmony({ dialect: 'harmony' }),
    context: { options: { dialect: 'llm-jp' } },
    parts: [answer(' Hi.')],
  },
  {
    name: 'with a message without channel, which is hidden when asked',
    input: '<|message|>Hm.<|end|>',
    adapter: harmony({ missingChannel: 'reasoning' }),
    parts: [reasoning('Hm.')],
    expect: { warnings: ['missing-channel'] },
  },
]

describeConformance(harmony, rows, { name: 'an output begins', runs: 10, delimiters: oneQuoteOf(harmony()), spelling })
