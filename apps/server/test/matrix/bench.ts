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

/** Starts a gateway with its upstream, for all cells of one format and one provider. */
export async function startBench(format: OurWire, provider: string): Promise<RunningBench> {
  // The folder holds the seal keys.
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
  // The model of the recording thinks in its text, although Ollama has a field.
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
