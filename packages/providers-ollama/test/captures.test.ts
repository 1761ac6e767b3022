import { readFileSync } from 'node:fs'
import { checkCapture, fromRecordedRow, type RecordedRow } from '@reason/conformance/captures'
import { shared, sharedMissing, sharedPath } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { readBody, readText, wire, writeText } from './lines.ts'

// Some have thoughts in the content that a lone </think> ends: they are compared as they are on the wire. Splitting them is the
// work of a tag adapter, which this package may not import.
describe.skipIf(shared === undefined)(`recorded responses (${sharedMissing})`, () => {
  const rows = (shared === undefined ? '' : readFileSync(sharedPath('captures', 'index.jsonl'), 'utf8'))
    .split('\n')
    .flatMap((text) => (text === '' ? [] : [JSON.parse(text) as RecordedRow & { file: string }]))
    .filter(({ api }) => api === 'ollama')

  test('there are some', () => expect(rows.length).toBeGreaterThan(5))

  test.each(rows)('$id', async (row) => {
    expect(await checkCapture(wire, fromRecordedRow(row, readFileSync(sharedPath('captures', row.file))))).toEqual([])
  })

  test.each(rows)('$id, written and read again', async (row) => {
    const body = readFileSync(sharedPath('captures', row.file), 'utf8')
    const before = row.format === 'json' ? readBody(JSON.parse(body)) : readText(body)
    const capture = fromRecordedRow(row, '')
    expect(await checkCapture(wire, { ...capture, format: 'json', body: JSON.stringify(wire.writeResponse(before)) })).toEqual([])
    expect(await checkCapture(wire, { ...capture, format: 'ndjson', body: writeText(before) })).toEqual([])
    // Durations and all: nothing of these bodies is lost.
    if (row.format === 'json') expect(wire.writeResponse(before)).toEqual(JSON.parse(body))
  })
})
