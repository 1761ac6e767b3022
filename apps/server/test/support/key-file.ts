import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openKeyFile, type KeyRightsOptions } from '@reason/keys'
import { onTestFinished } from 'vitest'

/** Creates a path for a key file, which is removed after the test. */
export function keyFile(): { path: string; make(rights?: Partial<KeyRightsOptions>): Promise<{ text: string; id: string }> } {
  const folder = mkdtempSync(join(tmpdir(), 'reason-keys-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'keys.json')
  return {
    path,
    async make(rights = {}) {
      const { text, record } = await openKeyFile(path).create({ name: 'test', ...rights })
      return { text, id: record.id }
    },
  }
}
