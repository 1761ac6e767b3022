import type { Part } from '@reason/core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTurnEnd } from '../../../src/relay/attempt/turn-end.ts'

const thought: Part[] = [
  { type: 'block-start', block: 0, channel: 'reasoning' },
  { type: 'delta', block: 0, channel: 'reasoning', text: 'Then END, or\n\n' },
  { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'closer' },
]
const answer = (texts: readonly string[], of: object = {}): Part[] => [
  { type: 'block-start', block: 1, channel: 'answer', ...of },
  ...texts.map((text): Part => ({ type: 'delta', block: 1, channel: 'answer', text, ...of })),
  { type: 'block-end', block: 1, channel: 'answer', boundary: 'end-of-stream', ...of },
]
const finish: Part = { type: 'finish', reason: 'length' }

function ended(parts: readonly Part[], stops: readonly string[], choices = 1) {
  const turnEnd = createTurnEnd({ choices, tokens: false, stops })
  const out: Part[] = []
  for (const part of parts) {
    if (turnEnd.isPassed()) break
    turnEnd.push(part, out)
  }
  if (turnEnd.isPassed()) out.push(...turnEnd.end())
  const text = out.map((part) => (part.type === 'delta' && part.channel === 'answer' ? part.text : '')).join('')
  return { out, text, by: out.find((part) => part.type === 'finish')?.stopSequence }
}

it.each<[stops: string[], text: string, kept: string, by: string | undefined]>([
  [['END'], 'It is 4.END And more', 'It is 4.', 'END'],
  [['END'], 'It is 4. EN', 'It is 4. EN', undefined],
  [['END'], 'ENEND', 'EN', 'END'],
  [['END'], 'END', '', 'END'],
  [['\n\n', '\n'], 'One\n\nTwo', 'One', '\n\n'],
  [['Q:', '\nQ:'], 'One\nQ: Two', 'One', '\nQ:'],
  [['aab'], 'aaaab', 'aa', 'aab'],
  [['🙂'], 'So 🙂 it is', 'So ', '🙂'],
  [['\n'], '\n\n4\n5', '\n\n4', '\n'],
  [['\n\n'], '\n\n', '\n\n', undefined],
  [['\nQ:'], '\n\nQ: next', '\n', '\nQ:'],
])('stop sequences %j in %j', (stops, text, kept, by) => {
  fc.assert(
    fc.property(fc.array(fc.nat(text.length)), (cuts) => {
      const at = [0, ...cuts.toSorted((a, b) => a - b), text.length]
      const pieces = at.slice(1).map((end, index) => text.slice(at[index], end))
      expect(ended([...thought, ...answer(pieces), finish, { type: 'end' }], stops)).toMatchObject({ text: kept, by })
    }),
  )
})

it('blank text counts if no thought comes before it', () => {
  expect(ended([...answer(['\nOne']), finish], ['\n'])).toMatchObject({ text: '', by: '\n' })
})

it('ends the block and the choice, and keeps what was thought', () => {
  expect(ended([...thought, ...answer(['4.', 'E', 'NDx']), finish], ['END']).out).toEqual([
    ...thought,
    ...answer(['4.']).slice(0, -1),
    { type: 'block-end', block: 1, channel: 'answer', boundary: 'closer', terminator: 'END' },
    { type: 'finish', reason: 'stop', stopSequence: 'END' },
    { type: 'end' },
  ])
})

it('nothing behind the sequence comes, also if the end of the stream is read at once', () => {
  const turnEnd = createTurnEnd({ choices: 1, tokens: false, stops: ['END'] })
  const out: Part[] = []
  for (const part of [...answer(['4.END and more']), finish, { type: 'end' } as Part]) turnEnd.push(part, out)
  expect(out.map((part) => ('text' in part ? part.text : part.type))).toEqual(['block-start', '4.', 'block-end', 'finish', 'end'])
})

it('a turn with calls stays one', () => {
  const call: Part[] = [
    { type: 'tool-call-start', call: 0, name: 'f' },
    { type: 'tool-call-end', call: 0 },
  ]
  expect(ended([...call, ...answer(['4.END'])], ['END']).out.at(-2)).toEqual({ type: 'finish', reason: 'tool-calls', stopSequence: 'END' })
})

it('a choice that ends does not end the others', () => {
  const of = { choice: 1 }
  const parts = [...answer(['One END two']), ...answer(['Three'], of), { ...finish, ...of }, ...answer(['never'])]
  const { out, text } = ended(parts, ['END'], 2)
  expect(text).toBe('One Three')
  expect(out.filter(({ type }) => type === 'finish')).toEqual([
    { type: 'finish', reason: 'length', choice: 1 },
    { type: 'finish', reason: 'stop', stopSequence: 'END' },
  ])
})

it('a sequence in the text of a call, or in text that we inserted, ends nothing', () => {
  const call: Part[] = [
    { type: 'block-start', block: 1, channel: 'answer', kind: 'tool-text' },
    { type: 'delta', block: 1, channel: 'answer', text: '{"a": "END"}' },
  ]
  const inserted: Part = { type: 'delta', block: 2, channel: 'answer', text: '\n\n', inserted: true }
  const begin: Part = { type: 'block-start', block: 2, channel: 'answer' }
  expect(ended([...call, begin, inserted, finish], ['END', '\n\n'])).toMatchObject({ text: '{"a": "END"}\n\n', by: undefined })
})

const image = { type: 'native', wire: 'x', event: 'image', item: 1, value: {} } as const
const tokens = { type: 'native', wire: 'x', event: 'token_ids', value: [1] } as const

it('held text stays before an item, and behind what stands beside it', () => {
  const parts = [...answer(['4 E']).slice(0, -1), tokens, image]
  const order = ended(parts, ['END']).out.map((part) => ('text' in part ? part.text : part.type === 'native' ? part.event : part.type))
  expect(order).toEqual(['block-start', '4 ', 'token_ids', 'E', 'image'])
})

it('held text stays before the parts behind it', () => {
  const call: Part = { type: 'tool-call-start', call: 0, name: 'f' }
  const parts = [...answer(['4 E']).slice(0, -1), call]
  expect(ended(parts, ['END']).out.map((part) => ('text' in part ? part.text : part.type))).toEqual([
    'block-start',
    '4 ',
    'E',
    'tool-call-start',
  ])
})
