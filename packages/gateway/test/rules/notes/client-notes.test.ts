import type { Part } from '@reason/core'
import { thinkingTime } from '@reason/policy'
import { expect, it } from 'vitest'
import { createClientNotes } from '../../../src/rules/notes/client-notes.ts'

const began: Part = { type: 'block-start', block: 0, channel: 'reasoning', kind: 'hidden' }
const thought = (ms: number, choice = 0): Part => ({
  type: 'native',
  ...thinkingTime,
  channel: 'answer',
  value: { block: 0, ms },
  ...(choice > 0 && { choice }),
})

it('tells of thinking to who may see no more of it: for how long each choice has thought by then, where that is known', () => {
  const parts = [began, thought(0), thought(40), { ...began, choice: 1 }, thought(5, 1), thought(2), { ...began, kind: 'raw' as const }]
  const { news } = createClientNotes('label')
  expect(parts.map(news)).toEqual([
    { thinking: 'began' },
    { thinking: 'over' },
    { thinking: 'over', thinking_ms: 40 },
    { thinking: 'began', choice: 1 },
    { thinking: 'over', thinking_ms: 5, choice: 1 },
    { thinking: 'over', thinking_ms: 42 },
    undefined,
  ])
  for (const visibility of ['none', 'summary', 'full'] as const)
    expect(parts.map(createClientNotes(visibility).news)).toEqual(parts.map(() => undefined))
})

const leak: Part = { type: 'warning', code: 'reasoning-overlap', message: 'The answer repeats long passages of the reasoning.' }
const finish: Part = { type: 'finish', reason: 'stop' }

it.each<[visibility: 'full' | 'summary' | 'label' | 'none', parts: Part[], notes: object | undefined]>([
  ['full', [leak, finish], { leak_detected: true }],
  ['full', [leak, leak, { ...finish, reason: 'no-final' }], { outcome: 'no-final', leak_detected: true }],
  ['full', [finish], undefined],
  ['full', [{ ...leak, code: 'orphan-close' }, finish], undefined],
  ['full', [{ ...leak, code: 'commentary-in-answer' }, finish], undefined],
  ['summary', [leak, finish], undefined],
  ['label', [leak, finish], undefined],
  ['none', [leak, finish], undefined],
])('tells of a leak who may see all of the reasoning (%s, %j)', (visibility, parts, notes) => {
  const told = createClientNotes(visibility)
  for (const part of parts) told.observer.onPart(part)
  expect(told.notes()).toEqual(notes)
})
