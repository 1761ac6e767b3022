import { readFileSync } from 'node:fs'
import { checkCapture, fromRecordedRow, fromServerRow } from '@reason/conformance/captures'
import type { CaptureOptions, RecordedRow, ServerRow } from '@reason/conformance/captures'
import type { WireFormat } from '@reason/core'
import type { Framing } from '@reason/core/framing'
import { shared, sharedMissing, sharedPath } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { atOnce } from './at-once.ts'
import { bodyOf, indexOf, partsOf, type Exchange } from './recorded.ts'

export interface Captures {
  /** Number that the recordings must exceed. */
  moreThan: number
  decoder?: NonNullable<CaptureOptions['decoder']>
  /** Framings in which each recording is also written and read again, besides as a whole body. Default: no writing. */
  rewritten?: readonly Framing[]
}

/** Tests that reading recorded responses of providers gives the results in their index. */
export function describeCaptures(wire: WireFormat, { moreThan, decoder, rewritten }: Captures): void {
  const options = decoder === undefined ? {} : { decoder }

  describe.skipIf(shared === undefined)(`recorded provider responses (${sharedMissing})`, () => {
    const rows = indexOf<RecordedRow & Exchange>(wire.id)

    test('there are some', () => expect(rows.length).toBeGreaterThan(moreThan))

    test.each(rows)('$id', async (row) => {
      expect(await checkCapture(wire, fromRecordedRow(row, bodyOf(row)), options)).toEqual([])
    })

    if (rewritten !== undefined)
      test.each(rows)('$id, written and read again', async (row) => {
        const parts = partsOf(wire, row)
        const capture = fromRecordedRow(row, JSON.stringify(wire.writeResponse(parts)))
        expect(await checkCapture(wire, { ...capture, format: 'json' })).toEqual([])
        for (const format of rewritten) {
          const body = atOnce(wire, format).writeText(parts)
          expect(await checkCapture(wire, { ...capture, format, body }, options)).toEqual([])
        }
      })
  })
}

/** Tests that reading recorded responses of llama-server gives the results in their index. */
export function describeServerCaptures(wire: WireFormat, { moreThan }: Pick<Captures, 'moreThan'>): void {
  describe.skipIf(shared === undefined)(`recorded llama-server responses (${sharedMissing})`, () => {
    const rows = indexOf<ServerRow>(wire.id, 'llama-server/captures')

    test('there are some', () => expect(rows.length).toBeGreaterThan(moreThan))

    test.each(rows)('$id', async (row) => {
      const body = readFileSync(sharedPath('llama-server', 'captures', row.file))
      expect(await checkCapture(wire, fromServerRow(row, body))).toEqual([])
    })
  })
}
