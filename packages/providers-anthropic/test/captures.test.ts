import { readFileSync } from 'node:fs'
import { checkCapture, fromRecordedRow, fromServerRow, type RecordedRow, type ServerRow } from '@reason/conformance/captures'
import { shared, sharedMissing, sharedPath } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { anthropicMessages } from '../src/index.ts'

const wire = anthropicMessages()

function rowsOf<Row extends { api: string }>(folder: string): Row[] {
  return readFileSync(sharedPath(folder, 'index.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
    .filter((row) => row.api === 'anthropic-messages')
}

describe.skipIf(shared === undefined)(`recorded provider responses (${sharedMissing})`, () => {
  const rows = shared === undefined ? [] : rowsOf<RecordedRow & { file: string }>('captures')

  test('there are some', () => expect(rows.length).toBeGreaterThan(20))

  test.each(rows)('$id', async (row) => {
    const capture = fromRecordedRow(row, readFileSync(sharedPath('captures', row.file)))
    expect(await checkCapture(wire, capture)).toEqual([])
  })
})

describe.skipIf(shared === undefined)(`recorded llama-server responses (${sharedMissing})`, () => {
  const rows = shared === undefined ? [] : rowsOf<ServerRow>('llama-server/captures')

  test('there are some', () => expect(rows.length).toBeGreaterThan(2))

  test.each(rows)('$id', async (row) => {
    const capture = fromServerRow(row, readFileSync(sharedPath('llama-server', 'captures', row.file)))
    expect(await checkCapture(wire, capture)).toEqual([])
  })
})
