import type { Frame } from '@reason/core'
import { isException } from '../errors.ts'
import { codec } from './codec.ts'

const utf8 = new TextEncoder()

/**
 * One frame as bytes of `application/vnd.amazon.eventstream`.
 *
 * @throws {TypeError} For a frame without a name: in this framing every one has one.
 */
export function encodeEventStream({ event, data }: Frame): Uint8Array {
  if (event === undefined) throw new TypeError('A frame of an Amazon event stream needs a name. Give it as `event`.')
  const type = isException(event) ? 'exception' : 'event'
  return codec.encode({
    headers: {
      [`:${type}-type`]: { type: 'string', value: event },
      ':content-type': { type: 'string', value: 'application/json' },
      ':message-type': { type: 'string', value: type },
    },
    body: utf8.encode(data),
  })
}
