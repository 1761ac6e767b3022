import { shared, sharedMissing } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { sharedCases } from './split-case.ts'
import { cuttings, split } from './split-with-library.ts'

const rows = sharedCases().filter(({ how, borderline }) => how?.gatewayOnly !== true && borderline !== true)

describe.skipIf(shared === undefined)(`cases from the field, in the library${shared === undefined ? ` (${sharedMissing})` : ''}`, () => {
  test.each(rows.map((row) => [row.id, row] as const))('%s', (_, row) => {
    for (const size of cuttings(row)) expect({ size, ...split(row, size) }).toEqual({ size, ...row.expected })
  })
})
