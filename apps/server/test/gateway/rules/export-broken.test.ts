import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseMissing } from '@reason/testkit/services'
import { openTraceStore } from '@reason/trace-store'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { run } from '../../support/program.ts'
import { wayToPostgres } from '../../support/way-to-postgres.ts'

const database = inject('databaseUrl')

/** A way to PostgreSQL that ends with the query behind a number of those for traces, once `endAfter` sets it. */
async function wayTo(postgres: string) {
  let left = Number.POSITIVE_INFINITY
  const url = await wayToPostgres(postgres, ({ bytes, pass, cut }) => {
    if (bytes.includes('order by')) left -= 1
    if (left >= 0) pass()
    else cut()
  })
  return { url, endAfter: (queries: number) => void (left = queries) }
}

describe.skipIf(database === undefined)(
  `an export from a PostgreSQL that goes away${database === undefined ? ` (${databaseMissing})` : ''}`,
  () => {
    it.each(['jsonl', 'csv', 'parquet'])('does not look whole, and the log says why: %s', async (format) => {
      const session = `broken-${format}-${process.pid}-${Date.now()}`
      const store = await openTraceStore({ url: database!, mode: 'metadata' })
      // More than is read at once.
      await Promise.all(Array.from({ length: 600 }, () => store.record({ model: 'm', session }).finish({})))
      await store.close()
      const way = await wayTo(database!)
      const folder = mkdtempSync(join(tmpdir(), 'reason-gateway-'))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      const program = run(['--port', '0', '--data-dir', folder, '--traces', way.url])
      const [, url] = await program.says(/is listening at (http\S+)/)
      const ask = () => fetch(`${url}/api/traces/export?format=${format}&session=${session}`)
      expect((await (await ask()).arrayBuffer()).byteLength).toBeGreaterThan(10_000)
      way.endAfter(1)
      const cut = await ask()
      expect(cut.status).toBe(200)
      await expect(cut.arrayBuffer()).rejects.toThrow('terminated')
      const log = await program.says(/^.*an export of traces broke off.*$/m)
      expect(JSON.parse(log[0])).toMatchObject({ level: 50, err: { message: expect.stringContaining('database') as string } })
      // Away from the beginning: there is no file.
      const none = await ask()
      expect([none.status, ((await none.json()) as { error: { code: string } }).error.code]).toEqual([503, 'store_down'])
    })
  },
)
