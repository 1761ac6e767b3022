import type { Part } from '@reason/core'
import { expect, it } from 'vitest'
import { createAnswerBounds } from '../../../src/bounds/answer-bounds.ts'
import { SplitPath } from '../../../src/relay/attempt/split-path.ts'
import { createFormats } from '../../../src/upstreams/formats.ts'

const { registry } = createFormats({ reasoningField: 'reasoning_content', upstreamFormat: 'openai-chat' })

const withoutPlaces = (parts: readonly Part[]): object[] => parts.map(({ ...part }) => part)

it.each([
  ['brand-new-7b', 'I add.', '\n</think>\n\nIt is 4.'],
  ['brand-new-7b', 'analysis', 'I add.assistantfinalIt is 4.'],
])('text of %s that is released by time is read as other text is: %j', (model, held, rest) => {
  const read: Part[] = []
  const path = new SplitPath({
    resolution: registry.resolve({ model }),
    context: { model },
    bounds: createAnswerBounds(1, false, false),
    secrets: [],
    turnEnd: undefined,
    onStart: undefined,
    onRead: (part) => read.push(part),
    onUnsplit: undefined,
  })
  const out: Part[] = []
  path.push(
    [{ type: 'start' }, { type: 'block-start', block: 0, channel: 'answer' }, { type: 'delta', block: 0, channel: 'answer', text: held }],
    out,
  )
  expect(path.isUndecided()).toBe(true)
  out.push(...path.decide())
  expect(path.isUndecided()).toBe(false)
  path.push(
    [
      { type: 'delta', block: 0, channel: 'answer', text: rest },
      { type: 'block-end', block: 0, channel: 'answer', boundary: 'end-of-stream' },
    ],
    out,
  )
  path.push([{ type: 'finish', reason: 'stop' }, { type: 'end' }], out)
  expect(out.some(({ type }) => type === 'delta')).toBe(true)
  expect(withoutPlaces(read)).toEqual(withoutPlaces(out))
})
