import type { Part } from '@reason/core'

/** A generation as a splitter gives it: reasoning and answer, half of the deltas each. A test checks what is told of it. */
export function stream(deltas: number): Part[] {
  const text = (block: number, channel: 'reasoning' | 'answer'): Part[] => [
    { type: 'block-start', block, channel },
    ...Array.from({ length: deltas / 2 }, (): Part => ({ type: 'delta', block, channel, text: 'four' })),
    { type: 'block-end', block, channel, boundary: 'closer' },
  ]
  return [...text(0, 'reasoning'), ...text(1, 'answer'), { type: 'finish', reason: 'stop' }, { type: 'end' }]
}
