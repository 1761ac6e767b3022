import { readFileSync } from 'node:fs'
import { checkCapture, fromRecordedRow, type RecordedRow } from '@reason/conformance/captures'
import { shared, sharedMissing, sharedPath } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { bedrockConverse, createEventStreamDecoder } from '../src/index.ts'

const wire = bedrockConverse()
const decoder = (format: string) => (format === 'aws-eventstream' ? createEventStreamDecoder() : undefined)

describe.skipIf(shared === undefined)(`recorded provider responses (${sharedMissing})`, () => {
  const rows = (shared === undefined ? '' : readFileSync(sharedPath('captures', 'index.jsonl'), 'utf8'))
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as RecordedRow & { file: string }]))
    .filter(({ api }) => api === 'bedrock-converse')

  test('there are some, binary ones too', () => {
    expect(rows.length).toBeGreaterThan(8)
    expect(rows.filter(({ format }) => format === 'aws-eventstream').length).toBeGreaterThan(2)
  })

  test.each(rows)('$id', async (row) => {
    const capture = fromRecordedRow(row, readFileSync(sharedPath('captures', row.file)))
    expect(await checkCapture(wire, capture, { decoder })).toEqual([])
  })
})
