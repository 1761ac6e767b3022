import { readFileSync } from 'node:fs'
import { checkCapture, fromRecordedRow, fromServerRow, readPieces, type RecordedRow, type ServerRow } from '@reason/conformance/captures'
import { shared, sharedMissing, sharedPath } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { openaiResponses } from '../../src/index.ts'

const wire = openaiResponses()

function rowsOf<Row extends { api: string }>(folder: string): Row[] {
  return readFileSync(sharedPath(folder, 'index.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
    .filter((row) => row.api === 'openai-responses')
}

describe.skipIf(shared === undefined)(`recorded provider responses (${sharedMissing})`, () => {
  const rows = shared === undefined ? [] : rowsOf<RecordedRow & { file: string }>('captures')

  test('there are some', () => expect(rows.length).toBeGreaterThan(60))

  test.each(rows)('$id', async (row) => {
    const capture = fromRecordedRow(row, readFileSync(sharedPath('captures', row.file)))
    expect(await checkCapture(wire, capture)).toEqual([])
    const warnings = readPieces(wire, capture, [capture.body as Uint8Array], {}).filter(({ type }) => type === 'warning')
    expect(warnings).toEqual([])
  })
})

describe.skipIf(shared === undefined)(`recorded llama-server responses (${sharedMissing})`, () => {
  const rows = shared === undefined ? [] : rowsOf<ServerRow>('llama-server/captures')

  test('there are some', () => expect(rows.length).toBeGreaterThan(3))

  test.each(rows)('$id', async (row) => {
    const capture = fromServerRow(row, readFileSync(sharedPath('llama-server', 'captures', row.file)))
    expect(await checkCapture(wire, capture)).toEqual([])
  })
})
