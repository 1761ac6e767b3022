import { describeCaptures } from '@reason/exchanges/captures'
import { indexOf, partsOf } from '@reason/exchanges/recorded'
import { shared, sharedMissing } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { resultOf, throughBody, wire } from './events.ts'

describeCaptures(wire, { moreThan: 4, rewritten: ['sse'] })

describe.skipIf(shared === undefined)(`recorded responses (${sharedMissing})`, () => {
  test.each(indexOf(wire.id))('$id keeps its time', (row) => {
    const parts = partsOf(wire, row)
    expect(resultOf(throughBody(parts)).created).toBe(resultOf(parts).created)
  })
})
