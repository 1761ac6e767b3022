import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errorCodes } from '../src/errors.ts'
import { warningCodes } from '../src/warnings.ts'

const page = (name: string): string => readFileSync(new URL(`../../../docs/reference/${name}`, import.meta.url), 'utf8')

/** Matches of the pattern's group, in the order of the page. */
const listed = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, code]) => code!)

test('the page of errors has a section for each error code, in the order of the source', () => {
  expect(listed(page('errors.md'), /^## `(\w+)`$/gm), 'edit docs/reference/errors.md').toEqual([...errorCodes])
})

test('the pages of warnings have a row for each code, in the order of the source', () => {
  const codes = listed(page('warnings.md') + page('policy-warnings.md'), /^\| `([\w-]+)` +\|/gm)
  expect(codes, 'edit docs/reference/warnings.md or policy-warnings.md').toEqual(Object.keys(warningCodes))
})
