import { readFileSync } from 'node:fs'
import { checkCapture, fromRecordedRow, type BodyDecoder, type RecordedRow } from '@reason/conformance/captures'
import { createFrameDecoder } from '@reason/core/framing'
import { shared, sharedMissing, sharedPath } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { readText, resultOf, wire, writeText } from './chunks.ts'

/** Elements as they arrive, by core's framing. */
function decoder(format: string): BodyDecoder | undefined {
  if (format !== 'json-array') return undefined
  const utf8 = new TextDecoder()
  const frames = createFrameDecoder('json-array')
  return {
    push: (bytes) => frames.push(utf8.decode(bytes, { stream: true })),
    end: () => [...frames.push(utf8.decode()), ...frames.end()],
  }
}

describe.skipIf(shared === undefined)(`recorded responses (${sharedMissing})`, () => {
  const rows = (shared === undefined ? '' : readFileSync(sharedPath('captures', 'index.jsonl'), 'utf8'))
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as RecordedRow & { file: string }]))
    .filter(({ api }) => api === 'gemini')

  test('there are some', () => expect(rows.length).toBeGreaterThan(20))

  test.each(rows)('$id', async (row) => {
    const body = readFileSync(sharedPath('captures', row.file))
    expect(await checkCapture(wire, fromRecordedRow(row, body), { decoder })).toEqual([])
  })

  test.each(rows)('$id, written and read again', async (row) => {
    const body = readFileSync(sharedPath('captures', row.file))
    const before =
      row.format === 'json'
        ? wire.readResponse(JSON.parse(String(body)))
        : readText(row.format === 'sse' ? 'sse' : 'json-array', String(body))
    const written = wire.writeResponse(before)
    const capture = fromRecordedRow(row, '')
    // Whole: everything that the index expects, seals and counts included.
    const whole = { ...capture, format: 'json', body: JSON.stringify(written) }
    expect(await checkCapture(wire, whole)).toEqual([])
    for (const format of ['sse', 'json-array'] as const) {
      const streamed = { ...capture, format, body: writeText(before, format) }
      expect(await checkCapture(wire, streamed, { decoder })).toEqual([])
    }
    expect(resultOf(wire.readResponse(written)).created).toBe(resultOf(before).created)
  })
})
