import { readFileSync } from 'node:fs'
import {
  checkProperties,
  checkRow,
  formatFailures,
  fromThinkTagsVector,
  readVectors,
  type ThinkTagsVector,
  type VectorOptions,
} from '@reason/conformance'
import { shared, sharedMissing, sharedPath } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { marker, type MarkerOptions } from '../src/index.ts'

/** A vector without a line rule means any place. */
const toOptions = ({ endTag, markerLine, markerOccurrence, caseInsensitive, unclosed, trim }: VectorOptions): MarkerOptions => ({
  endTag: [...endTag],
  markerLine: markerLine ?? 'anywhere',
  markerOccurrence,
  caseInsensitive,
  unclosed,
  trim: [...trim] as NonNullable<MarkerOptions['trim']>,
})

const vectors =
  shared === undefined ? [] : readVectors<ThinkTagsVector>(readFileSync(sharedPath('conformance', 'think-tags.jsonl'), 'utf8'))
const rows = vectors
  .map((vector) => fromThinkTagsVector(vector))
  .filter(({ options }) => options.startTag.length === 0 && options.enabled)
  .map(({ row, options }) => ({
    row,
    adapter: marker(toOptions(options)),
    delimiters: [...options.endTag],
  }))

describe.skipIf(shared === undefined)(`shared vectors (${sharedMissing})`, () => {
  test('there are some', () => expect(rows.length).toBeGreaterThanOrEqual(9))

  test.each(rows.map((one) => [one.row.name, one] as const))('%s', (_, { row, adapter, delimiters }) => {
    expect(formatFailures([...checkRow(adapter, row), ...checkProperties(adapter, { runs: 20, delimiters })])).toBe('')
  })
})
