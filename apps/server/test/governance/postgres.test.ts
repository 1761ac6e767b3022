import { databaseMissing } from '@reason/testkit/services'
import type { TraceSummary } from '@reason/trace-store'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { question, startGateway } from '../support/gateway.ts'

const url = inject('databaseUrl')

describe.skipIf(url === undefined)(`traces in PostgreSQL${url === undefined ? ` (${databaseMissing})` : ''}`, () => {
  it('are seen by every gateway', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reason-gateway-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const [one, other] = await Promise.all(['one', 'other'].map((name) => startGateway('--data-dir', join(folder, name), '--traces', url!)))
    const session = `pg-${process.pid}-${Date.now()}`
    await (await one!.chat({ model: 'embedded/qwen3-tags', messages: question, metadata: { session_id: session } })).text()
    for (;;) {
      const { items } = (await (await fetch(`${other!.url}/api/traces?session=${session}`)).json()) as { items: TraceSummary[] }
      if (items.length > 0) {
        expect(items).toMatchObject([{ sessionKey: session, outcome: 'stop' }])
        return
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })
})

describe('a PostgreSQL that is not there', () => {
  it('leaves traces in the journal, and the gateway answers', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reason-gateway-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const gateway = await startGateway('--data-dir', folder, '--traces', 'postgres://nobody@127.0.0.1:9/none')
    expect((await gateway.chat({ model: 'embedded/qwen3-tags', messages: question })).status).toBe(200)
    for (;;) {
      const ready = await fetch(`${gateway.url}/readyz`)
      const { traces } = (await ready.json()) as { traces: { status: string; journalled: number } }
      if (traces.journalled === 1) {
        expect(ready.status).toBe(200)
        expect(traces.status).toBe('degraded')
        return
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })
})
