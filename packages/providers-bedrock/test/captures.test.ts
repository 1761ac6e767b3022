import { describeCaptures } from '@reason/exchanges/captures'
import { indexOf } from '@reason/exchanges/recorded'
import { shared, sharedMissing } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { createEventStreamDecoder } from '../src/index.ts'
import { wire } from './events.ts'

describeCaptures(wire, { moreThan: 8, decoder: (format) => (format === 'aws-eventstream' ? createEventStreamDecoder() : undefined) })

describe.skipIf(shared === undefined)(`recorded responses (${sharedMissing})`, () => {
  test('are binary ones too', () => expect(indexOf(wire.id).filter(({ format }) => format === 'aws-eventstream').length).toBeGreaterThan(2))
})
