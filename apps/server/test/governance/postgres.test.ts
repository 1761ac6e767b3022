import { databaseMissing } from '@reason/testkit/services'
import { createMetrics } from '@reason/metrics'
import { openTraceStore, type TraceSummary } from '@reason/trace-store'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { createTraceMeter } from '../../src/governance/traces.ts'
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
        // What the alert for a store that is away looks at.
        expect(await (await fetch(`${gateway.url}/metrics`)).text()).toMatch(/^trace_store_up 0$/m)
        return
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })

  it('is told in the log, once, before anybody asks for anything', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reason-gateway-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const address = 'postgres://nobody:secret@127.0.0.1:9/none'
    const store = await openTraceStore({ url: address, mode: 'metadata', journal: join(folder, 'traces.spill') })
    onTestFinished(() => store.close())
    const said: unknown[][] = []
    const meter = createTraceMeter(store, createMetrics({ registry: new Registry() }), {
      warn: (...line: unknown[]) => void said.push(line),
    })
    meter.update()
    meter.stored(true)
    expect(said).toEqual([[{ reason: expect.stringMatching(/^database: (?!.*secret)/) as string }, 'traces wait in the journal']])
  })
})
