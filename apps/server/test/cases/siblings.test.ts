import { sample } from '@reason/testkit/sampling'
import { describe, expect, test } from 'vitest'
import { startGateway } from '../support/gateway.ts'
import { startUpstream } from '../support/upstream.ts'
import { ask } from './ask-gateway.ts'
import { answerWith, type FieldCase } from './field-cases.ts'
import { damagedCases, damagedHiddenCases, damagedSeenCases } from './damaged-cases.ts'
import { harmonyCases } from './harmony-cases.ts'
import { inventedCases } from './invented-cases.ts'
import { jsonCases } from './json-cases.ts'
import { hiddenCases, kindCases } from './kind-cases.ts'
import { laterCases } from './later-cases.ts'
import { leakedCases, leakedHiddenCases } from './leaked-cases.ts'
import { makerCases } from './maker-cases.ts'
import { mentionCases, mentionHiddenCases, mentionSeenCases } from './mention-cases.ts'
import { misplacedCases, misplacedHiddenCases, misplacedSeenCases } from './misplaced-cases.ts'
import { recentCases } from './recent-cases.ts'
import { reportedCases } from './reported-cases.ts'
import { siblingCases, splitCases } from './sibling-cases.ts'
import { cuttings, split } from './split-with-library.ts'

/** The client's answer for each row. The gateway forgets the facts that it learned from one row before the next. */
async function answers(rows: readonly FieldCase[], visibility: string): Promise<Record<string, object>> {
  let row = rows[0]!
  let stream = true
  const upstream = await startUpstream((request, response) => {
    request.resume().on('end', () => answerWith(row, response, { stream, size: 3 }))
  })
  const { url } = await startGateway('--upstream', upstream, '--visibility', visibility, '--decide-after', '60000')
  const got: Record<string, object> = {}
  for (row of rows) {
    for (stream of [true, false]) {
      await fetch(`${url}/api/learned`, { method: 'DELETE' })
      got[`${stream ? 'streamed' : 'whole'} ${row.id}`] = await ask(url, row, stream)
    }
  }
  return got
}

const expected = (rows: readonly FieldCase[], isSeen: boolean): Record<string, object> =>
  Object.fromEntries(
    rows.flatMap(({ id, expected: split }) =>
      ['streamed', 'whole'].map((way) => [`${way} ${id}`, isSeen ? split : { ...split, reasoning: '' }]),
    ),
  )

const cases = [
  ...siblingCases,
  ...reportedCases,
  ...laterCases,
  ...kindCases,
  ...jsonCases,
  ...recentCases,
  ...damagedCases,
  ...inventedCases,
  ...makerCases,
  ...misplacedCases,
  ...leakedCases,
  ...mentionCases,
  ...harmonyCases,
]

describe('siblings of cases from the field', () => {
  test('through the gateway, at full', { timeout: 240_000 }, async () => {
    const rows = sample([...cases, ...splitCases, ...damagedSeenCases, ...misplacedSeenCases, ...mentionSeenCases], 3)
    expect(await answers(rows, 'full')).toEqual(expected(rows, true))
  })

  test('through the gateway, at none', { timeout: 240_000 }, async () => {
    const rows = sample(
      [...cases, ...hiddenCases, ...damagedHiddenCases, ...misplacedHiddenCases, ...leakedHiddenCases, ...mentionHiddenCases],
      3,
    )
    expect(await answers(rows, 'none')).toEqual(expected(rows, false))
  })

  const rows = cases.filter(({ how }) => how?.gatewayOnly !== true)
  test.each(rows.map((row) => [row.id, row] as const))('in the library: %s', (_, row) => {
    for (const size of cuttings(row)) expect({ size, ...split(row, size) }).toEqual({ size, ...row.expected })
  })
})
