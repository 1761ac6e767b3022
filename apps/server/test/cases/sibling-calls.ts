import type { Json } from '@reason/gateway/json'
import type { Told } from './wire-drive.ts'

/** A tool call in a delta of a stream. */
export const piece = (index: unknown, id: unknown, name: unknown, args: unknown): Json => ({
  ...(index !== undefined && { index }),
  ...(id !== undefined && { id, type: 'function' }),
  function: { ...(name !== undefined && { name }), arguments: args },
})

export const f = { name: 'f', arguments: '{"q":1}' }
const g = { name: 'g', arguments: '{"q":2}' }

/** Streams as lists of deltas with pieces of calls, and the expected calls. */
export const callStreams: readonly (readonly [
  kind: string,
  deltas: readonly (readonly Json[])[],
  calls: Told['calls'],
  finish?: string,
])[] = [
  ['no index, and ids', [[piece(undefined, 'a', 'f', '{"q":1}')], [piece(undefined, 'b', 'g', '{"q":2}')]], [f, g]],
  ['no index, and no id behind the head', [[piece(undefined, 'a', 'f', '')], [piece(undefined, undefined, undefined, '{"q":1}')]], [f]],
  [
    'an index that counts pieces',
    [[piece(0, 'a', 'f', '')], [piece(1, undefined, undefined, '{"q"')], [piece(2, undefined, undefined, ':1}')]],
    [f],
  ],
  ['index 0 for each whole call', [[piece(0, 'a', 'f', '{"q":1}')], [piece(0, 'b', 'g', '{"q":2}')]], [f, g]],
  ['the head with each piece', [[piece(0, 'a', 'f', '{"q"')], [piece(0, 'a', 'f', ':1}')]], [f]],
  ['empty ids and names behind the head', [[piece(0, 'a', 'f', '')], [piece(0, '', '', '{"q":1}')]], [f]],
  ['null for ids and names behind the head', [[piece(0, 'a', 'f', '')], [piece(0, null, null, '{"q":1}')]], [f]],
  ['an index that begins at 1', [[piece(1, 'a', 'f', '{"q":1}')], [piece(2, 'b', 'g', '{"q":2}')]], [f, g]],
  ['an index that is a text', [[piece('0', 'a', 'f', '{"q":1}')], [piece('1', 'b', 'g', '{"q":2}')]], [f, g]],
  ['arguments that are an object', [[piece(0, 'a', 'f', { q: 1 })]], [f]],
  ['arguments before the head', [[piece(0, undefined, undefined, '{"q":1}')], [piece(0, 'a', 'f', '')]], [f]],
  ['an id behind the name', [[piece(0, undefined, 'f', '')], [piece(0, 'a', undefined, '{"q":1}')]], [f]],
  ['no id at all', [[piece(0, undefined, 'f', '{"q":1}')]], [f]],
  [
    'pieces of two calls in turn',
    [
      [piece(0, 'a', 'f', ''), piece(1, 'b', 'g', '')],
      [piece(1, undefined, undefined, '{"q":'), piece(0, undefined, undefined, '{"q":')],
      [piece(0, undefined, undefined, '1}'), piece(1, undefined, undefined, '2}')],
    ],
    [f, g],
  ],
  ['the finish "stop"', [[piece(0, 'a', 'f', '{"q":1}')]], [f], 'stop'],
  [
    'the whole call once more at the end',
    [[piece(0, 'a', 'f', '{"q"')], [piece(0, undefined, undefined, ':1}')], [piece(0, 'a', 'f', '{"q":1}')]],
    [f],
  ],
  ['one id for two calls', [[piece(0, 'a', 'f', '{"q":1}'), piece(1, 'a', 'g', '{"q":2}')]], [f, g]],
]
