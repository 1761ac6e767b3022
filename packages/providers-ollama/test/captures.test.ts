import { describeCaptures } from '@reason/exchanges/captures'
import { bodyOf, indexOf, partsOf } from '@reason/exchanges/recorded'
import { shared, sharedMissing } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { wire } from './lines.ts'

// Some have thoughts in the content that a lone </think> ends: they are compared as they are on the wire. Splitting them is the
// work of a tag adapter, which this package may not import.
describeCaptures(wire, { moreThan: 5, rewritten: ['ndjson'] })

describe.skipIf(shared === undefined)(`recorded responses (${sharedMissing})`, () => {
  test.each(indexOf(wire.id).filter(({ format }) => format === 'json'))('$id is written as it was, durations and all', (row) =>
    expect(wire.writeResponse(partsOf(wire, row))).toEqual(JSON.parse(String(bodyOf(row)))),
  )
})
