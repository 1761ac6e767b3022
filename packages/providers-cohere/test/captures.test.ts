import { readFileSync } from 'node:fs'
import { checkCapture, fromRecordedRow, type RecordedRow } from '@reason/conformance/captures'
import { shared, sharedMissing, sharedPath } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { readBody, readText, resultOf, wire, writeText } from './events.ts'

describe.skipIf(shared === undefined)(`recorded responses (${sharedMissing})`, () => {
  const rows = (shared === undefined ? '' : readFileSync(sharedPath('captures', 'index.jsonl'), 'utf8'))
    .split('\n')
    .flatMap((text) => (text === '' ? [] : [JSON.parse(text) as RecordedRow & { file: string; expected: { tool_plan_chars?: number } }]))
    .filter(({ api }) => api === 'cohere')

  test('there are some', () => expect(rows.length).toBeGreaterThan(4))

  test.each(rows)('$id', async (row) => {
    const body = readFileSync(sharedPath('captures', row.file))
    expect(await checkCapture(wire, fromRecordedRow(row, body))).toEqual([])
    const parts = row.format === 'json' ? readBody(JSON.parse(String(body))) : readText(String(body))
    expect([...resultOf(parts).commentary].length).toBe(row.expected.tool_plan_chars ?? 0)
  })

  test.each(rows)('$id, written and read again', async (row) => {
    const body = readFileSync(sharedPath('captures', row.file), 'utf8')
    const before = row.format === 'json' ? readBody(JSON.parse(body)) : readText(body)
    const capture = fromRecordedRow(row, '')
    expect(await checkCapture(wire, { ...capture, format: 'json', body: JSON.stringify(wire.writeResponse(before)) })).toEqual([])
    expect(await checkCapture(wire, { ...capture, format: 'sse', body: writeText(before) })).toEqual([])
    // Citations and all: nothing of these bodies is lost.
    if (row.format === 'json') expect(withContent(wire.writeResponse(before))).toEqual(withContent(JSON.parse(body)))
  })
})

/** A list of contents may be left out where it is empty. */
function withContent(body: unknown): unknown {
  const { message, ...rest } = body as { message: object }
  return { ...rest, message: { content: [], ...message } }
}
