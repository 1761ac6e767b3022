import type { StreamContext } from '@reason/core'
import type { FinishPart } from '@reason/core/parts'
import { expect, it } from 'vitest'
import { endingOf } from '../../src/pipeline/choice-ending.ts'

const asked: StreamContext = { stops: true }
const hidden: StreamContext = { stops: true, guarded: true }

it.each<[string, Partial<FinishPart>, boolean, StreamContext, ReturnType<typeof endingOf>]>([
  ['the model ended it', { reason: 'stop' }, false, {}, 'complete'],
  ['a limit cut it', { reason: 'length' }, false, {}, 'cut'],
  ['a call ended it', { reason: 'tool-calls' }, false, {}, 'calls'],
  ['a call came, and the server says stop', { reason: 'stop' }, true, hidden, 'calls'],
  ['the server names the stop sequence', { reason: 'stop', stopSequence: 'Observation:' }, false, {}, 'stopped'],
  ['the server names a token of the model', { reason: 'stop', stopSequence: '<|im_end|>' }, false, asked, 'complete'],
  ['the server names none, and the thought may be seen', { reason: 'stop' }, false, asked, 'complete'],
  ['the server names none, and the thought may not be seen', { reason: 'stop' }, false, hidden, 'stopped'],
  ['nothing was to stop it, and the thought may not be seen', { reason: 'stop' }, false, { guarded: true }, 'complete'],
])('how a text ended: %s', (_, finish, called, context, expected) => {
  expect(endingOf({ type: 'finish', reason: 'stop', ...finish }, called, context)).toBe(expected)
})
