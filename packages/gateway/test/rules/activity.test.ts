import type { Part } from '@reason/core'
import { expect, it } from 'vitest'
import { createActivity } from '../../src/rules/activity/activity.ts'

it('estimates tokens from what the model wrote, without what stands between its thoughts', () => {
  const { observers, end } = createActivity((model) => model ?? 'other').begin({ model: 'm' }, { stream: true })
  const thought = { type: 'delta', block: 0, channel: 'reasoning' } as const
  const parts: Part[] = [
    { ...thought, text: 'x'.repeat(40) },
    { ...thought, text: 'y'.repeat(40), inserted: true },
  ]
  for (const part of parts)
    for (const { types, onPart } of observers) if (types?.includes(part.type as never) !== false) onPart?.(part as never)
  const line = end({ status: 200, aborted: false, adapter: undefined, warnings: [] })
  expect([line.reasoningTokens, line.reasoningTokensSource]).toEqual([10, 'estimated'])
})
