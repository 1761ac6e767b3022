import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { inDataDir, keyOfRedaction } from '../../src/stores/data-dir.ts'

test.runIf(existsSync('/proc/self'))('a data folder that cannot be created is an error that names it', () => {
  expect(() => inDataDir('/proc/reason/x', 'traces.db')).toThrow(/The data folder \/proc\/reason\/x cannot be created \(.*--data-dir/)
})

test.each([
  ['zeros, as after a power failure', '\0'.repeat(65)],
  ['another file', Buffer.from([0x89, ...Array<number>(80).fill(0xff)])],
])('a key for fingerprints of %s is refused', (_, content) => {
  const dataDir = newFolder()
  writeFileSync(join(dataDir, 'redaction.key'), content)
  expect(() => keyOfRedaction({ dataDir, redactionKey: undefined })).toThrow(/holds no key of 32 characters or more\. Delete it/)
})

test('a link to a missing key for fingerprints is named', () => {
  const dataDir = newFolder()
  symlinkSync(join(dataDir, 'missing'), join(dataDir, 'redaction.key'))
  expect(() => keyOfRedaction({ dataDir, redactionKey: undefined })).toThrow(/It is a link to a missing file: delete the link\./)
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reason-data-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
