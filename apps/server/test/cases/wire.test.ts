import { shared, sharedMissing } from '@reason/testkit/shared'
import { describe, expect, it, test } from 'vitest'
import { drive } from './wire-drive.ts'
import { expectations } from './wire-expectations.ts'
import { wireRows } from './wire-rows.ts'

/** Rows that this driver does not send, with the reason. */
const notDriven: Readonly<Record<string, string>> = {
  'claude-seal-expires-in-conversation': 'needs a clock that is set forward by a day',
  'sdk-ai-cerebras': 'sent with the AI SDK itself where clients are tried',
  'sdk-ai-mistral': 'sent with the AI SDK itself where clients are tried',
  'sdk-ai-gemini-signature': 'sent with the AI SDK itself where clients are tried',
}

const rows = wireRows()

describe.skipIf(shared === undefined)(`traffic from the field${shared === undefined ? ` (${sharedMissing})` : ''}`, () => {
  const driven = rows.filter(({ id }) => !(id in notDriven))
  test.each(driven.map((row) => [row.id, row] as const))('%s', async (id, row) => {
    const expectation = expectations[id]
    expect(expectation, `no expectation is written for: ${row.expected}`).toBeDefined()
    const { check, ...how } = expectation!
    const seen = await drive(row, how)
    check(seen)
  })

  it('has rows for all that is listed', () => {
    const ids = new Set(rows.map(({ id }) => id))
    const listed = [...Object.keys(expectations), ...Object.keys(notDriven)]
    expect(listed.filter((id) => !ids.has(id))).toEqual([])
  })
})
