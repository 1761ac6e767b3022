import { describeCaptures } from '@reason/exchanges/captures'
import { bodyOf, indexOf, partsOf, type Exchange } from '@reason/exchanges/recorded'
import { shared, sharedMissing } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { resultOf, wire } from './events.ts'

describeCaptures(wire, { moreThan: 4, rewritten: ['sse'] })

describe.skipIf(shared === undefined)(`recorded responses (${sharedMissing})`, () => {
  const rows = indexOf<Exchange & { expected: { tool_plan_chars?: number } }>(wire.id)

  test.each(rows)('$id has its plan', (row) =>
    expect([...resultOf(partsOf(wire, row)).commentary].length).toBe(row.expected.tool_plan_chars ?? 0),
  )

  test.each(rows.filter(({ format }) => format === 'json'))('$id is written as it was, citations and all', (row) =>
    expect(withContent(wire.writeResponse(partsOf(wire, row)))).toEqual(withContent(JSON.parse(String(bodyOf(row))))),
  )
})

/** A list of contents may be left out where it is empty. */
function withContent(body: unknown): unknown {
  const { message, ...rest } = body as { message: object }
  return { ...rest, message: { content: [], ...message } }
}
