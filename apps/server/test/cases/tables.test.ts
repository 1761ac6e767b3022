import { sample } from '@reason/testkit/sampling'
import { describe, expect, test } from 'vitest'
import { startGateway } from '../support/gateway.ts'
import { startUpstream } from '../support/upstream.ts'
import { ask } from './ask-gateway.ts'
import { blockCases } from './block-cases.ts'
import { callCases, hiddenCallCases } from './call-cases.ts'
import { channelCases } from './channel-cases.ts'
import { closerCases } from './closer-cases.ts'
import { codeMentionCases } from './code-mention-cases.ts'
import { cutCases } from './cut-cases.ts'
import { damagedCases, damagedHiddenCases, damagedSeenCases } from './damaged-cases.ts'
import { endTokenCases } from './end-token-cases.ts'
import { harmonyCases } from './harmony-cases.ts'
import { inventedDelimiterCases } from './invented-delimiter-cases.ts'
import { jsonCases } from './json-cases.ts'
import { leakedCases, leakedHiddenCases } from './leaked-cases.ts'
import { mentionCases, mentionHiddenCases, mentionSeenCases } from './mention-cases.ts'
import { misplacedCases, misplacedHiddenCases, misplacedSeenCases } from './misplaced-cases.ts'
import { modelNameCases } from './model-name-cases.ts'
import { promptedTagCases } from './prompted-tag-cases.ts'
import { reasoningFieldCases, seenFieldCases } from './reasoning-field-cases.ts'
import { answerWith, type SplitCase } from './split-case.ts'
import { cuttings, split } from './split-with-library.ts'
import { switchCases } from './switch-cases.ts'
import { tagNameCases } from './tag-name-cases.ts'
import { tokenRunCases } from './token-run-cases.ts'
import { unknownModelCases } from './unknown-model-cases.ts'

/** The client's answer for each row. The gateway forgets the facts that it learned from one row before the next. */
async function answers(rows: readonly SplitCase[], visibility: string): Promise<Record<string, object>> {
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

const expected = (rows: readonly SplitCase[], isSeen: boolean): Record<string, object> =>
  Object.fromEntries(
    rows.flatMap(({ id, expected: split }) =>
      ['streamed', 'whole'].map((way) => [`${way} ${id}`, isSeen ? split : { ...split, reasoning: '' }]),
    ),
  )

/** Rows of all tables, by table: tables share ids. */
const cases = Object.entries({
  blockCases,
  callCases,
  channelCases,
  closerCases,
  codeMentionCases,
  cutCases,
  damagedCases,
  endTokenCases,
  harmonyCases,
  inventedDelimiterCases,
  jsonCases,
  leakedCases,
  mentionCases,
  misplacedCases,
  modelNameCases,
  promptedTagCases,
  reasoningFieldCases,
  switchCases,
  tagNameCases,
  tokenRunCases,
  unknownModelCases,
}).flatMap(([table, rows]) => rows.map((row) => ({ ...row, id: `${table}: ${row.id}` })))

describe('tables of model output', () => {
  test('through the gateway, at full', { timeout: 240_000 }, async () => {
    const rows = sample([...cases, ...seenFieldCases, ...damagedSeenCases, ...misplacedSeenCases, ...mentionSeenCases], 3)
    expect(await answers(rows, 'full')).toEqual(expected(rows, true))
  })

  test('through the gateway, at none', { timeout: 240_000 }, async () => {
    const rows = sample(
      [...cases, ...hiddenCallCases, ...damagedHiddenCases, ...misplacedHiddenCases, ...leakedHiddenCases, ...mentionHiddenCases],
      3,
    )
    expect(await answers(rows, 'none')).toEqual(expected(rows, false))
  })

  const rows = cases.filter(({ how }) => how?.gatewayOnly !== true)
  test.each(rows.map((row) => [row.id, row] as const))('in the library: %s', (_, row) => {
    for (const size of cuttings(row)) expect({ size, ...split(row, size) }).toEqual({ size, ...row.expected })
  })
})
