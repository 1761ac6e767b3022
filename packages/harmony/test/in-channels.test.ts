import {
  answer,
  checkRow,
  commentary,
  formatFailures,
  reasoning,
  toolCall,
  type ExpectedPart,
  type PropertyOptions,
  type Row,
} from '@reason/conformance'
import { describeProperties } from '@reason/conformance/vitest'
import { runs } from '@reason/testkit/sampling'
import { describe, expect, test } from 'vitest'
import { noParts, type Part, type TextAdapter } from '@reason/core'
import { plain } from '@reason/core/adapter'
import { inChannels } from '../src/index.ts'
import { hostileHarmony, hostileStripped } from './hostile.ts'

/** All before `#` is reasoning, if there is one: as little of a marker's format as shows who splits what. */
const marked: TextAdapter = {
  ...plain(),
  id: 'marked',
  capabilities: { ...plain().capabilities, streaming: false },
  createSplitter() {
    let text = ''
    return {
      push: (piece) => ((text += piece), noParts),
      end() {
        const all = text
        text = ''
        const at = all.indexOf('#')
        const block = (index: number, channel: 'reasoning' | 'answer', of: string, boundary: 'closer' | 'end-of-stream'): Part[] =>
          of === ''
            ? []
            : [
                { type: 'block-start', block: index, channel },
                { type: 'delta', block: index, channel, text: of },
                { type: 'block-end', block: index, channel, boundary },
              ]
        if (at === -1) return block(0, 'answer', all, 'end-of-stream')
        const thought = block(0, 'reasoning', all.slice(0, at), 'closer')
        return [
          ...thought,
          { type: 'markup', text: '#', of: 'delimiter' },
          ...block(thought.length === 0 ? 0 : 1, 'answer', all.slice(at + 1), 'end-of-stream'),
        ]
      },
    }
  },
}

const row = (name: string, input: string, parts: ExpectedPart[]): Row => ({ name, input, parts, expect: { warnings: [] } })
const analysis = '<|channel|>analysis<|message|>Hm.<|end|>'
const final = (text: string): string => `<|start|>assistant<|channel|>final<|message|>${text}<|return|>`

const long = 'It is done. '.repeat(20)

const rows: Row[] = [
  row('text without channels is the format’s', 'Hm.#Done.', [reasoning('Hm.'), answer('Done.')]),
  row('also where it begins like a channel', 'Analysis of it.#Done.', [reasoning('Analysis of it.'), answer('Done.')]),
  row('a thought is hidden, and no header is shown', analysis + final('Done.'), [
    reasoning('Hm.'),
    answer('Done.', { terminator: '<|return|>' }),
  ]),
  row('the format splits the final message', analysis + final('So.#Done.'), [reasoning('Hm.'), reasoning('So.'), answer('Done.')]),
  row(
    'every one of them, and counts on behind calls',
    `${analysis}<|start|>assistant<|channel|>commentary to=functions.f<|message|>{}<|call|>${final('A#B')}${final('C')}<|start|>assistant<|channel|>commentary<|message|>D<|end|>`,
    [reasoning('Hm.'), toolCall('functions.f', '{}'), reasoning('A'), answer('B'), answer('C'), commentary('D')],
  ),
  row('stripped headers are none of the answer', 'assistantanalysisHm.assistantfinalSo.#Done.', [
    reasoning('Hm.'),
    reasoning('So.'),
    answer('Done.'),
  ]),
  row('nor are damaged ones', '<|channel>analysis<|message|>Hm.<|end|><|start|>assistant<|channel>final<|message|>Done.', [
    reasoning('Hm.'),
    answer('Done.'),
  ]),
  row('nor words behind a bar at the end', 'Hm.#Done. |final|analysis |assistant', [reasoning('Hm.'), answer('Done. ')]),
  row('also in a final message', analysis + final('Done.|final'), [reasoning('Hm.'), answer('Done.')]),
  row('words behind a bar that others follow are text', 'a |final b', [answer('a |final b')]),
  row('so are cells of a table', '| a |final|', [answer('| a |final|')]),
  row('and the beginning of such a word', 'a |fin', [answer('a |fin')]),
]

/** Rows, and every rule on generated texts. Where a text begins is for the format inside to know, which is none of ours. */
function describeWrapped(name: string, adapter: TextAdapter, cases: readonly Row[], options: PropertyOptions): void {
  describe(name, () => {
    test.each(cases.map((one) => [one.name, one] as const))('%s', (_, one) => {
      expect(formatFailures(checkRow(adapter, one))).toBe('')
    })
    describeProperties(adapter, options)
  })
}

describeWrapped('a format in channels', inChannels(marked), rows, {
  arbitrary: hostileHarmony,
  delimiters: ['<|channel|>', '|final', 'assistantfinal'],
  runs: runs(200),
})
describeWrapped(
  'no format in channels',
  inChannels(plain()),
  [row('text is the answer', 'Done. |final', [answer('Done. ')]), row('and streams', long, [answer(long)])],
  { arbitrary: hostileStripped, runs: runs(200) },
)
