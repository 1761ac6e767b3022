import { readFileSync } from 'node:fs'
import { checkCapture, fromRecordedRow, type RecordedRow } from '@reason/conformance/captures'
import { shared, sharedMissing, sharedPath } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { readBody, readText, resultOf, wire, writeText } from './events.ts'

describe.skipIf(shared === undefined)(`recorded responses (${sharedMissing})`, () => {
  const rows = (shared === undefined ? '' : readFileSync(sharedPath('captures', 'index.jsonl'), 'utf8'))
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as RecordedRow & { file: string }]))
    .filter(({ api }) => api === 'gemini-interactions')

  test('there are some', () => expect(rows.length).toBeGreaterThan(4))

  test.each(rows)('$id', async (row) => {
    const capture = fromRecordedRow(row, readFileSync(sharedPath('captures', row.file)))
    expect(await checkCapture(wire, capture)).toEqual([])
  })

  test.each(rows)('$id, written and read again', async (row) => {
    const body = readFileSync(sharedPath('captures', row.file), 'utf8')
    const before = row.format === 'json' ? readBody(JSON.parse(body)) : readText(body)
    const capture = fromRecordedRow(row, '')
    const written = wire.writeResponse(before)
    expect(await checkCapture(wire, { ...capture, format: 'json', body: JSON.stringify(written) })).toEqual([])
    expect(await checkCapture(wire, { ...capture, format: 'sse', body: writeText(before) })).toEqual([])
    expect(resultOf(readBody(written)).created).toBe(resultOf(before).created)
  })
})
