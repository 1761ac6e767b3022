import { expect, it } from 'vitest'
import { mayHideRefusal } from '../../src/dispatch/held-refusal.ts'

it.each([
  [200, 'application/json; charset=utf-8', true],
  [200, 'text/event-stream', true],
  [200, 'text/html', false],
  [200, undefined, false],
  [201, 'application/json', false],
  [400, 'application/json', false],
  [503, 'text/event-stream', false],
])('HTTP %i of type %s may be a refusal that says 200: %s', (status, type, expected) => {
  expect(mayHideRefusal(status, type === undefined ? {} : { 'content-type': type })).toBe(expected)
})
