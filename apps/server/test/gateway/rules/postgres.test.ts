import { databaseMissing } from '@reason/testkit/services'
import { createMetrics } from '@reason/metrics'
import { openTraceStore, type TraceSummary } from '@reason/trace-store'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { createTraceMeter } from '../../../src/stores/trace-store.ts'
import { question, startGateway } from '../../support/gateway.ts'

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
        // The metric behind the alert for a store that is away.
        const metrics = await (await fetch(`${gateway.url}/metrics`)).text()
        expect(metrics).toMatch(/^trace_store_up 0$/m)
        expect(metrics).toMatch(/^trace_writes_total\{outcome="journaled"\} 1$/m)
        expect(metrics).toMatch(/^trace_writes_total\{outcome="written"\} 0$/m)
        return
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })

  it('is logged once, before the first request', async () => {
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
    meter.finished({ id: 'a', stored: true })
    expect(said).toEqual([
      [{ reason: expect.stringMatching(/^database: (?!.*secret)/) as string }, 'the trace store is down: traces wait in the journal'],
    ])
  })

  it('loses a trace once, by why: the journal is full', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reason-gateway-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const journal = { path: join(folder, 'traces.spill'), maxBytes: 65_536 }
    const store = await openTraceStore({ url: 'postgres://nobody@127.0.0.1:9/none', mode: 'metadata', journal })
    onTestFinished(() => store.close())
    const registry = new Registry()
    const meter = createTraceMeter(store, createMetrics({ registry }), { warn() {} })
    meter.finished(await store.record({ model: 'a' }).finish({ metadata: { note: 'x'.repeat(65_536) } }))
    meter.update()
    const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith('trace_writes_total'))
    expect(lines.sort()).toEqual([
      'trace_writes_total{outcome="dropped"} 1',
      'trace_writes_total{outcome="failed"} 0',
      'trace_writes_total{outcome="journaled"} 0',
      'trace_writes_total{outcome="written"} 0',
    ])
  })
})
