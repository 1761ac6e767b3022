import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openKeyFile } from '@reason/keys'
import { databaseMissing } from '@reason/testkit/services'
import { openTraceStore } from '@reason/trace-store'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { startGateway } from '../support/gateway.ts'
import { keyFile } from '../support/key-file.ts'
import { wayToPostgres } from '../support/way-to-postgres.ts'

const count = 300
const chars = 100_000

/** A gateway with more traces than the buffers of an unread connection hold. */
async function filled() {
  const folder = mkdtempSync(join(tmpdir(), 'reason-gateway-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const url = `sqlite:${join(folder, 'traces.db')}`
  const store = await openTraceStore({ url, mode: 'full', journal: false })
  await store.import(
    (function* () {
      for (let number = 0; number < count; number++)
        // Its words would be indexed, which takes longer than the rest.
        yield { id: `n${number}`, metadata: { filler: 'x'.repeat(chars) } }
    })(),
  )
  await store.close()
  const { path, make } = keyFile()
  const gateway = await startGateway('--traces', url, '--keys', path, '--require-keys')
  const one = await make({ admin: true })
  const other = await make({ admin: true })
  const ask = (query: string, { text }: { text: string }) =>
    fetch(`${gateway.url}/api/traces${query}`, { headers: { authorization: `Bearer ${text}` } })
  return { ask, one, other, file: openKeyFile(path) }
}

/** @returns what came, and whether it came to an end. */
async function restOf(response: Response): Promise<{ bytes: number; isWhole: boolean }> {
  let bytes = 0
  try {
    for await (const piece of response.body!) bytes += (piece as Uint8Array).length
    return { bytes, isWhole: true }
  } catch {
    return { bytes, isWhole: false }
  }
}

it('a key that is taken back ends the export that runs, and no other', async () => {
  const { ask, one, other, file } = await filled()
  const [running, beside] = [await ask('/export', one), await ask('/export', other)]
  expect([running.status, beside.status]).toEqual([200, 200])
  await file.revoke(one.id)
  expect((await ask('?limit=1', one)).status).toBe(401)
  expect(await restOf(running)).toMatchObject({ isWhole: false })
  const whole = await restOf(beside)
  expect(whole.isWhole).toBe(true)
  expect(whole.bytes).toBeGreaterThan(count * chars)
})

const database = inject('databaseUrl')

/** A way to PostgreSQL on which queries wait. */
async function wayTo(postgres: string) {
  const held: (() => void)[] = []
  let isHolding = false
  const url = await wayToPostgres(postgres, ({ pass }) => (isHolding ? void held.push(pass) : pass()))
  return {
    url,
    held,
    hold: () => void (isHolding = true),
    release() {
      isHolding = false
      for (const send of held.splice(0)) send()
    },
  }
}

describe.skipIf(database === undefined)(
  `a key that is taken back while the store is read${database === undefined ? ` (${databaseMissing})` : ''}`,
  () => {
    it.each(['?limit=10', '?q=words&limit=10', '/export', '/none'])('sees nothing of it: %s', async (query) => {
      const way = await wayTo(database!)
      const { path, make } = keyFile()
      const key = await make({ admin: true })
      const { url } = await startGateway('--traces', way.url, '--keys', path, '--require-keys')
      const ask = () => fetch(`${url}/api/traces${query}`, { headers: { authorization: `Bearer ${key.text}` } })
      await (await ask()).text()
      way.hold()
      const asked = ask()
      await expect.poll(() => way.held.length).toBeGreaterThan(0)
      await openKeyFile(path).revoke(key.id)
      expect((await ask()).status).toBe(401)
      way.release()
      const response = await asked
      expect([response.status, await response.json()]).toMatchObject([401, { error: { code: 'key_revoked' } }])
    })
  },
)
