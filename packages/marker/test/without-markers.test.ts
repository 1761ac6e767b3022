import { answer, reasoning } from '@reason/conformance'
import { describeConformance } from '@reason/conformance/vitest'
import { splitText, type Part, type TextAdapter } from '@reason/core'
import { plain } from '@reason/core/adapter'
import { runs } from '@reason/testkit/sampling'
import { expect, test } from 'vitest'
import { marker, withoutMarkers } from '../src/index.ts'

const delimiters = ['===FINAL===', '\n===FINAL===\n', '**===FINAL===**', '\n']

describeConformance(
  withoutMarkers(plain()),
  [
    { name: 'no marker', input: 'It is 4.', parts: [answer('It is 4.')] },
    { name: 'a marker before the answer', input: '===FINAL===\n\n4', parts: [answer('4')] },
    { name: 'one in many pieces', input: ['==', '=FI', 'NAL', '===\n', '\n4'], parts: [answer('4')] },
    { name: 'one on a line of its own', input: 'Well.\n===FINAL=== \r\n\n4', parts: [answer('Well.\n\n4')] },
    { name: 'one in a line', input: 'Well, ===FINAL=== 4', parts: [answer('Well,  4')] },
    { name: 'one in bold', input: '**===FINAL===**\n4', parts: [answer('4')] },
    { name: 'several', input: '===FINAL===\n===FINAL===\n4\n===FINAL===', parts: [answer('4\n')] },
    {
      name: 'a phrase that counts at the beginning of a line, in a line',
      input: ['The ', 'Final Answer: 4'],
      adapter: withoutMarkers(plain(), { endTag: 'Final Answer:' }),
      parts: [answer('The Final Answer: 4')],
    },
    { name: 'nothing but a marker is no answer', input: '===FINAL===\n', parts: [] },
    { name: 'half a marker is text', input: 'It is 4.\n===FIN', parts: [answer('It is 4.\n===FIN')] },
  ],
  { name: 'answers without markers', runs: runs(100), delimiters, spelling: [] },
)

describeConformance(
  withoutMarkers(marker()),
  [{ name: 'the first one still splits', input: 'sum\n===FINAL===\n4\n===FINAL===\n5', parts: [reasoning('sum\n'), answer('\n4\n5')] }],
  { name: 'answers behind a marker without others', runs: runs(100), delimiters, spelling: { open: '', close: '\n===FINAL===\n' } },
)

test('a phrase is taken out only where it counts, and in any spelling that was asked for', () => {
  const adapter = withoutMarkers(plain(), { endTag: ['Final Answer:', '[DONE]'], caseInsensitive: true })
  expect(splitText('FINAL ANSWER: 4', adapter).answer).toBe('4')
  expect(splitText('The final answer: 4', adapter).answer).toBe('The final answer: 4')
  expect(splitText('So it is [done] 4', adapter).answer).toBe('So it is  4')
})

/** Each line a block; those that begin with `>` are reasoning. */
const lines: TextAdapter = {
  ...plain(),
  createSplitter: () => ({
    push: (text) =>
      text.split('\n').flatMap((line, block): Part[] => {
        const channel = line.startsWith('>') ? 'reasoning' : 'answer'
        return [
          { type: 'block-start', block, channel },
          { type: 'delta', block, channel, text: line },
          { type: 'block-end', block, channel, boundary: 'closer' },
        ]
      }),
    end: () => [],
  }),
}

test('what is left of several blocks is counted without gaps, and other channels keep theirs', () => {
  const text = '>===FINAL===\n===FINAL===\n>so\n4'
  const { items, answer: said, reasoning: thought } = splitText(text, withoutMarkers(lines))
  expect(items).toHaveLength(3)
  expect([thought, said]).toEqual(['>===FINAL===>so', '4'])
  const parts = withoutMarkers(lines).createSplitter().push(text)
  expect(parts.filter(({ type }) => type === 'block-start').map((part) => 'block' in part && part.block)).toEqual([0, 1, 2])
})

test.each(['complete', 'calls', 'stopped', 'cut'] as const)('the format learns that the text ended as "%s"', (ending) => {
  const endings: unknown[] = []
  const listening: TextAdapter = {
    ...plain(),
    createSplitter: () => ({
      push: () => [],
      end(given) {
        endings.push(given)
        return []
      },
    }),
  }
  withoutMarkers(listening).createSplitter().end(ending)
  expect(endings).toEqual([ending])
})
