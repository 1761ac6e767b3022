import { thinkTags } from '@reason/think-tags'
import { expect, it, vi } from 'vitest'
import { createFindMarkup } from '../src/markup.ts'

const find = createFindMarkup([thinkTags()])

it.each<[string, string, number[]]>([
  ['in text', 'a <think> b', [2]],
  ['not in a span, but behind it', '`<think>` <think>', [10]],
  ['in a line behind one with an open span', 'an `open span\n<think>', [14]],
  ['not in a fence, but behind it', '```\n<think>\n```\n<think>', [16]],
  ['in front of a fence', '<think>\n~~~\n<think>\n', [0]],
])('markup is found %s', (_, text, places) => {
  expect(find(text).map(({ at }) => at)).toEqual(places)
})

it('an answer of markup alone is read once for its code', () => {
  const match = vi.spyOn(String.prototype, 'match')
  const text = '<think>`a` '.repeat(2000)
  const found = find(text)
  const read = match.mock.contexts.reduce<number>((sum, context) => sum + String(context).length, 0)
  match.mockRestore()
  expect(found).toHaveLength(2000)
  expect(read).toBeLessThanOrEqual(text.length)
})
