import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config/load.ts'
import { createFormats, type OurWire } from '@reason/gateway/upstreams'
import type { Bench } from './cell.ts'
import { startScripted } from './upstream.ts'

export interface RunningBench extends Bench {
  close(): Promise<void>
}

/** One gateway with its upstream, for all cells of a format whose responses are of one provider. */
export async function startBench(format: OurWire, provider: string): Promise<RunningBench> {
  // The keys of what is sealed are kept here.
  const folder = mkdtempSync(join(tmpdir(), 'reason-matrix-'))
  const upstream = await startScripted()
  const { origin } = upstream
  const flags = [
    '--upstream',
    origin,
    '--upstream-format',
    format,
    '--upstream-provider',
    provider,
    '--commentary',
    'drop',
    '--no-trim',
    '--no-start-probe',
  ]
  // Recorded with a model that thinks in its text all the same.
  const adapter = format === 'ollama' ? 'think-tags' : 'plain'
  const app = await createApp(
    await loadConfig(
      [
        '--port',
        '0',
        '--log-level',
        'silent',
        '--shutdown-timeout',
        '0',
        '--traces',
        'off',
        '--data-dir',
        folder,
        '--adapter',
        adapter,
        ...flags,
      ],
      {},
    ),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    provider,
    upstream,
    wire: createFormats({ reasoningField: 'reasoning_content', upstreamFormat: format }).wire(format),
    async close() {
      await app.close()
      upstream.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
