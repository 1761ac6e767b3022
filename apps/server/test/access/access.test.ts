import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openAccess } from '../../src/access/access.ts'
import type { SessionChange } from '../../src/access/page-sessions.ts'
import { openShare } from '@reason/gateway/host'
import type { OpenShare } from '@reason/gateway/src/share'

it('a page that has signed in at one process with a key made just now is signed in at the others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reason-access-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const other: OpenShare<SessionChange> = openShare(() => Promise.resolve())
  const share = openShare<SessionChange>((change) => Promise.resolve(other.heard(change)))
  const log = { info() {}, warn() {}, error() {} }
  const [one, two] = [share, other].map((part) => openAccess({ path: join(folder, 'keys.json'), required: true, log, share: part }))
  onTestFinished(() => [one!, two!].forEach(({ close }) => close()))
  const { text, record } = await one!.file.create({ name: 'new' })
  const signedIn = await one!.signIn(text, {})
  const cookie = 'cookie' in signedIn ? signedIn.cookie.split(';')[0]! : ''
  expect(two!.identify({ cookie, 'x-reason-page': '1' })).toMatchObject({ key: { id: record.id } })
})
