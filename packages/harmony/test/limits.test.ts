import { answer, reasoning, toolCall, type Row } from '@reason/conformance'
import { describeConformance } from '@reason/conformance/vitest'
import { runs } from '@reason/testkit/sampling'
import { harmony } from '../src/index.ts'
import { oneQuoteOf, spelling } from './spelling.ts'

const long = 'a long story, '.repeat(30)
const edge = (length: number) => 'x'.repeat(length)
const limited = (dialect: 'harmony' | 'harmony-text' = 'harmony') => harmony({ maxHeldChars: 256, dialect })

const rows: Row[] = [
  {
    name: 'unlabelled text past the limit is reasoning, and streams',
    input: long,
    parts: [reasoning(long, { boundary: 'end-of-stream' })],
    expect: { warnings: ['hold-limit', 'unlabelled-text', 'unclosed'], stop: 'eof' },
  },
  { name: 'as much as the limit is held', input: edge(256), parts: [answer(edge(256))], expect: { warnings: ['no-structure'] } },
  { name: 'one character more is not', input: edge(257), parts: [reasoning(edge(257))] },
  { name: 'a character that the limit cuts stays whole', input: `${edge(256)}😀b`, parts: [reasoning(`${edge(256)}😀b`)] },
  {
    name: 'structure after the limit is structure',
    input: `${long}<|end|><|start|>assistant<|channel|>final<|message|>Hi.<|return|>`,
    parts: [reasoning(long, { terminator: '<|end|>' }), answer('Hi.')],
  },
  {
    name: 'the rest of a header past the limit is a body where its channel is known',
    input: `<|channel|>analysis ${long}<|end|>`,
    parts: [reasoning(long)],
    expect: { warnings: ['hold-limit', 'header-without-message'] },
  },
  {
    name: 'a flood of markers is dropped, until a header comes that says something',
    input: `${'<|channel|>'.repeat(60)}<|message|>hidden<|end|><|start|>assistant<|channel|>final<|message|>Hi.`,
    parts: [reasoning('hidden'), answer('Hi.')],
    expect: { warnings: ['hold-limit'] },
    compare: { warnings: 'contains' },
  },
  {
    name: 'loose text past the limit is dropped, and no message token makes an answer of what follows',
    input: `<|channel|>commentary to=f<|message|>1<|call|>${long}<|message|>secret<|end|><|start|>assistant<|channel|>final<|message|>Hi.`,
    parts: [toolCall('f', '1'), reasoning('secret'), answer('Hi.')],
    expect: { warnings: ['hold-limit', 'implicit-start', 'unlabelled-text'] },
  },
  {
    name: 'where the final message would stand, it is the answer, and streams',
    input: `<|channel|>analysis<|message|>a<|end|>${long}`,
    parts: [reasoning('a'), answer(long, { boundary: 'end-of-stream' })],
    expect: { warnings: ['hold-limit', 'missing-channel'], stop: 'eof' },
  },
  {
    name: 'a doubtful word of stripped text past the limit is believed',
    input: `analysis of ${long}`,
    adapter: limited('harmony-text'),
    parts: [reasoning(` of ${long}`)],
  },
]

describeConformance(limited, rows, { name: 'what waits is limited', runs: runs(100), delimiters: oneQuoteOf(limited()), spelling })
