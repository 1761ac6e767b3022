import { runs } from '@reason/testkit/sampling'
import { answer, commentary, reasoning, type ExpectedPart, type Row } from '@reason/conformance'
import { describeConformance } from '@reason/conformance/vitest'
import { harmony } from '../../src/index.ts'
import { hostileHarmony } from '../hostile.ts'
import { spelling } from '../spelling.ts'

const final = '<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>final<|message|>'

const row = (name: string, input: string, parts: ExpectedPart[], rest: Partial<Row> = {}): Row => ({ name, input, parts, ...rest })

const rows: Row[] = [
  row('a thought in tags before the answer is hidden', `${final}<think>Hm.</think>Hello.<|return|>`, [
    reasoning('a'),
    reasoning('Hm.', { terminator: '</think>' }),
    answer('Hello.', { terminator: '<|return|>' }),
  ]),
  ...['<thinking>', '<thought>', '<reasoning>', '<think type="x">', '\n\n <think>'].map((opener) =>
    row(`behind ${JSON.stringify(opener)}`, `${final}${opener}Hm.</${/\w+/.exec(opener)![0]}>Hello.`, [
      reasoning('a'),
      reasoning('Hm.'),
      answer('Hello.'),
    ]),
  ),
  row('also in text that has no structure', '<think>THOUGHT.</think>Answer.', [reasoning('THOUGHT.'), answer('Answer.')]),
  row('and in a message without a channel', '<|start|>assistant<|message|><think>Hm.</think>Hello.', [reasoning('Hm.'), answer('Hello.')]),
  row('and before a preamble', '<|channel|>commentary<|message|><think>Hm.</think>One moment.<|end|>', [
    reasoning('Hm.'),
    commentary('One moment.'),
  ]),
  row('a second one right behind it, too', `${final}<think>Hm.</think>\n<think>No.</think>Hello.`, [
    reasoning('a'),
    reasoning('Hm.'),
    reasoning('No.'),
    answer('Hello.'),
  ]),
  row(
    'one that is never closed stays hidden',
    `${final}<think>Hm. <`,
    [reasoning('a'), reasoning('Hm. <', { boundary: 'end-of-stream' })],
    {
      expect: { warnings: ['unclosed'] },
    },
  ),
  row('so it does where the message ends', `${final}<think>Hm.<|return|>`, [reasoning('a'), reasoning('Hm.')], {
    expect: { stop: 'return' },
  }),
  row('a tag in it that is another one is text', `${final}<think>a </thinking> b</think>Hello.`, [
    reasoning('a'),
    reasoning('a </thinking> b'),
    answer('Hello.'),
  ]),
  ...[
    'Use <think>a</think> for it.',
    '`<think>a</think>` is how.',
    '```\n<think>a</think>\n```',
    '"<think>a</think>" it says.',
    '<thinker>a</thinker>',
    '<think',
    '<p>Hello</p>',
    ' < 4',
    '</think>Hello.',
  ].map((text) =>
    row(`a tag elsewhere is text: ${JSON.stringify(text)}`, final + text, [reasoning('a'), answer(text)], { expect: { warnings: [] } }),
  ),
  row('a tag is text where the wire brought the reasoning', '<think>a</think>b', [answer('<think>a</think>b')], {
    context: { wireReasoning: true },
  }),
]

describeConformance(harmony, rows, {
  name: 'a thought in tags',
  arbitrary: hostileHarmony,
  delimiters: [`${final}<think>`, '</think>', '<think>'],
  runs: runs(200),
  spelling,
})
