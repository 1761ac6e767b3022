import { describeCaptures, describeServerCaptures } from '@reason/exchanges/captures'
import { indexOf, partsOf } from '@reason/exchanges/recorded'
import { shared, sharedMissing } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { codesOf, wire } from './events.ts'

describeCaptures(wire, { moreThan: 60 })
describeServerCaptures(wire, { moreThan: 3 })

describe.skipIf(shared === undefined)(`recorded responses (${sharedMissing})`, () => {
  test.each(indexOf(wire.id))('$id gives no warning', (row) => expect(codesOf(partsOf(wire, row))).toEqual([]))
})
